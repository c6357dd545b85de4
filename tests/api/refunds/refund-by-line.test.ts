import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBuyer, type Begun, type Buyer } from '../../support/people/buyer.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import {
  closeAllCheckouts,
  idsOf,
  ordersOfCheckout,
  refundsOfCheckout,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { CHILD_ENV } from '../../support/shops/site.ts';

/** Runs a program on a terminal with a tool of Linux; elsewhere it is missing or has other options. */
const SCRIPT = '/usr/bin/script';
const reason = process.platform === 'linux' && existsSync(SCRIPT) ? '' : `no ${SCRIPT} of Linux`;

let own: PayingShop;
let ana: Buyer;
let begun: Begun;
let number: string;

beforeAll(async () => {
  own = await payingShop();
  ana = await newBuyer(own.ctx, own.server.url);
});
afterAll(() => own?.dispose());
beforeEach(async () => {
  await own.paypal.reset();
  await closeAllCheckouts(own.ctx);
  for (const code of ['AGUA', 'GUARANA']) await setProduct(own.ctx, code, { quantity_available: 10 });
});

/** A paid order with shipping. */
async function buy(units: Record<string, number>): Promise<void> {
  const ids = await idsOf(own.ctx);
  begun = await ana.begin(Object.entries(units).map(([code, quantity]) => ({ productId: ids[code] ?? 0, quantity })));
  await own.paypal.approve(begun.paypalOrderId);
  number = (await ana.capture(begun.checkoutId)).orderNumber;
}

const refund = (...options: string[]) => shopHere(['orders', 'refund', number, '--yes', ...options], own.env);
const atPaypal = async () => (await own.paypal.order(begun.paypalOrderId)).refunds.map(({ cents }) => cents);
const order = async () => (await ordersOfCheckout(own.ctx, begun.checkoutId))[0];
const refunds = () => refundsOfCheckout(own.ctx, begun.checkoutId);

it('a refund of the rest of a line is listed apart from the earlier part', async () => {
  await buy({ AGUA: 3 });
  expect((await refund('--line', 'AGUA=1')).code).toBe(0);
  expect((await refund('--line', 'AGUA')).code).toBe(0);
  expect(await atPaypal()).toEqual([499, 998]);
});

/** The command on a terminal, on which a person types an answer. */
function refundByHand(answer: string, ...options: string[]): Promise<{ code: number | null; text: string }> {
  const command = [process.execPath, 'src/cli/shop.ts', 'orders', 'refund', number, ...options].join(' ');
  const terminal = spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, ...CHILD_ENV, ...own.env },
  });
  let text = '';
  let isAnswered = false;
  terminal.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (isAnswered || !text.includes('Type the amount')) return;
    isAnswered = true;
    terminal.stdin.write(`${answer}\n`);
  });
  return new Promise((resolve, reject) =>
    terminal.once('error', reject).once('close', (code) => resolve({ code, text })),
  );
}

if (reason) console.log(`Skipped: the refund that a person confirms, because there is ${reason}.`);

describe('`orders refund` of an order of 14.98 €', { retry: 0 }, () => {
  beforeEach(() => buy({ AGUA: 2 }));

  it.skipIf(reason)('asks for the typed amount, and refunds only that', async () => {
    const wrong = await refundByHand('9,98', '--line', 'AGUA=1');
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('That is not the amount. Nothing was done.')]);
    expect(await atPaypal()).toEqual([]);
    const right = await refundByHand('4,99', '--line', 'AGUA=1');
    expect([right.code, right.text]).toEqual([0, expect.stringMatching(/4,99\s€ refunded\./)]);
    expect(await atPaypal()).toEqual([499]);
  });

  it('previews the refund without a terminal, explains how to confirm it, and does nothing', async () => {
    const asked = await shopHere(['orders', 'refund', number, '--line', 'agua=1'], own.env);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Write --yes')]);
    expect(asked.stdout).toMatch(/4,99\s€ would be refunded, 9,99\s€ would remain/);
    expect(await atPaypal()).toEqual([]);
  });

  const REFUSED: [options: string[], words: string][] = [
    [['--line', 'NONE'], 'The order has no line NONE. Write one of: AGUA, shipping.'],
    [['--line', 'AGUA=3'], '3 × AGUA is too many. Write 2 or fewer.'],
    [['--line', 'AGUA=0'], 'Example: --line AGUA=1'],
    [['--line', 'AGUA=0x1'], 'Example: --line AGUA=1'],
    [['--line', 'AGUA=1.000'], '"1.000" may mean 1000 or 1, so write one of these'],
    [['--line', 'AGUA', '--restock', 'AGUA'], 'Example: --restock AGUA=1'],
    [['--line', 'AGUA=1', '--amount', '5,00'], 'These lines cost 4,99\u00a0€.'],
    [['--line', 'AGUA=1', '--restock', 'AGUA=3'], '3 × AGUA is too many. Write 2 or fewer.'],
  ];
  it('refuses an impossible refund and explains what to write', async () => {
    for (const [options, words] of REFUSED) {
      const { code, stderr } = await refund(...options);
      expect([code, stderr], options.join(' ')).toEqual([1, expect.stringContaining(words)]);
    }
    expect([await atPaypal(), await stockOf(own.ctx, 'AGUA')]).toEqual([[], 8]);
  });
});

describe('a refund by line', { retry: 0 }, () => {
  /** One AGUA at 7 %, two GUARANA with deposit at 19 %, and the shipping: 13.47 €. */
  beforeEach(() => buy({ AGUA: 1, GUARANA: 2 }));

  const shares = async () =>
    (await refunds()).map((row) => JSON.parse(row.shares ?? '[]') as { rate: number; gross: number; tax: number }[]);
  const sumAt = async (vatRate: number) =>
    (await shares())
      .flat()
      .filter(({ rate }) => rate === vatRate)
      .reduce<[number, number]>(([gross, tax], share) => [gross + share.gross, tax + share.tax], [0, 0]);

  it('keeps its VAT rate, restocks its units, and adds up with the rest to the invoice', async () => {
    expect((await refund('--line', 'GUARANA=1', '--restock')).stdout).toContain('1,74');
    expect(await shares()).toEqual([[{ rate: 19, gross: 174, tax: 28 }]]);
    expect(await stockOf(own.ctx, 'GUARANA')).toBe(9);
    expect((await refund('--line', 'shipping')).code).toBe(0);
    expect((await refund('--line', 'shipping', '--again')).stderr).toContain('of shipping can still be refunded');
    expect((await refund('--restock')).code).toBe(0);
    expect(await stockOf(own.ctx, 'GUARANA')).toBe(10);
    expect(await atPaypal()).toEqual([174, 500, 673]);
    expect([await sumAt(7), await sumAt(19)]).toEqual([
      [812, 53],
      [535, 85],
    ]);
    const { id } = (await order())!;
    const notes = await own.ctx.db.read
      .selectFrom('invoices')
      .select('total_cents')
      .where('order_id', '=', id)
      .where('kind', '=', 'credit_note')
      .orderBy('number')
      .execute();
    expect(notes.map(({ total_cents }) => total_cents)).toEqual([174, 500, 673]);
  });

  it('leaves out the deposit after the delivery, in each way to refund, and refunds it when the packs return', async () => {
    const { id } = (await order())!;
    await own.ctx.db.read.updateTable('orders').set({ delivery_status: 'delivered' }).where('id', '=', id).execute();
    const note = 'The deposit is left out, because the packs stay with the buyer (§ 46(2) VerpackDG).';
    expect((await refund('--line', 'GUARANA=1')).stdout).toMatch(/1,49\s€ refunded\.\n/);
    const tooMuch = await refund('--amount', '11,49');
    expect(tooMuch.stderr).toMatch(/: 11,48\s€ can be refunded\. Nothing was done\.\n/);
    expect(tooMuch.stderr).toContain(note);
    const rest = await refund();
    expect(rest.stdout).toMatch(/: 11,48\s€ refunded\.\n/);
    expect(rest.stdout).toContain(note);
    // Two deposits of 0.25 € at 19 % are left.
    expect([(await sumAt(7))[0], (await sumAt(19))[0]]).toEqual([812, 485]);
    expect((await refund()).stderr).toMatch(/0,00\s€ can be refunded/);
    expect((await refund('--deposit')).stdout).toBe(`${number}: 0,50\u00a0€ refunded.\n`);
    expect([await sumAt(7), await sumAt(19)]).toEqual([
      [812, 53],
      [535, 85],
    ]);
    expect(await atPaypal()).toEqual([149, 1148, 50]);
  });

  it('takes the rest from other VAT rates when an amount has used up its rate', async () => {
    expect((await refund('--amount', '10')).code).toBe(0);
    expect((await refund('--line', 'GUARANA=1')).code).toBe(0);
    expect((await refund()).code).toBe(0);
    expect([await sumAt(7), await sumAt(19)]).toEqual([
      [812, 53],
      [535, 85],
    ]);
  });

  it.each([
    ['de-DE', 'Versand'],
    ['en-US', 'Shipping'],
    ['pt-BR', 'Frete'],
  ])('is named in the mail in %s', async (locale, shipping) => {
    await own.ctx.db.read.updateTable('checkouts').set({ locale }).where('id', '=', begun.checkoutId).execute();
    expect((await refund('--line', 'GUARANA=2', '--line', 'shipping')).code).toBe(0);
    const mail = (await mailsTo(own.ctx, ana.email)).findLast(({ kind }) => kind === 'refund');
    for (const part of ['GUARANA', '3,48', shipping, '5,00']) expect(mail?.text).toContain(part);
  });
});
