import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBuyer, type Buyer, type Purchases } from '../../support/people/buyer.ts';
import { idsOf, ordersOfCheckout, stockOf } from '../../support/people/order-rows.ts';
import { letTimePass } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => payingShop());
let ana: Buyer;
let productId: number;

beforeAll(async () => {
  productId = (await idsOf(own.ctx)).AGUA ?? 0;
  ana = await newBuyer(own.ctx, own.server.url);
});

const orders = (...args: string[]) => shopHere(['orders', ...args], own.env);

async function buy(fault?: string) {
  const begun = await ana.begin([{ productId, quantity: 2 }]);
  await own.paypal.approve(begun.paypalOrderId);
  if (fault) await own.paypal.next({ call: 'capture', fault });
  return { ...begun, ...(await ana.capture(begun.checkoutId)) };
}

const shown = async () => {
  const [latest] = (await ana.get<Purchases>(`/api/previous-purchases/${ana.clientId}/`)).body;
  return [latest?.status, latest?.orderDelivered];
};

describe('the `orders` commands', () => {
  it('list nothing in a new shop', async () => {
    expect(await orders('list')).toMatchObject({ code: 0, stdout: 'No orders yet.\n' });
  });

  it('move a parcel to its buyer step by step, never backwards, and show the buyer its state', async () => {
    const { orderNumber } = await buy();
    expect(await shown()).toEqual(['in_separation', false]);
    expect((await orders('deliver', orderNumber)).stderr).toBe(
      `${orderNumber} is in_separation; deliver needs with_carrier.\n`,
    );
    for (const [verb, status, delivered] of [
      ['pack', 'not_with_carrier', false],
      ['hand-over', 'with_carrier', false],
      ['deliver', 'delivered', true],
    ] as const) {
      expect(await orders(verb, orderNumber.toLowerCase())).toMatchObject({
        code: 0,
        stdout: `${orderNumber}: ${status}\n`,
      });
      expect(await shown()).toEqual([status, delivered]);
      expect((await orders(verb, orderNumber)).code).toBe(1);
    }
    expect(await orders('pack', orderNumber)).toMatchObject({
      code: 1,
      stderr: `${orderNumber} is delivered; pack needs in_separation.\n`,
    });
  });

  it('refuse to ship unpaid or refunded orders', async () => {
    const pending = await buy('PENDING');
    expect((await orders('pack', pending.orderNumber)).stderr).toBe(
      `${pending.orderNumber} is payment_pending; pack needs in_separation.\n`,
    );
    await own.webhook(pending.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    expect((await orders('hand-over', pending.orderNumber)).code).toBe(0);
    const refunded = await buy();
    await own.webhook(refunded.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { cents: 100 });
    expect((await orders('pack', refunded.orderNumber)).code).toBe(0);
    await own.webhook(refunded.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { cents: 1398 });
    expect((await orders('hand-over', refunded.orderNumber)).stderr).toContain('is refunded');
  });

  it('list the latest orders and show a single one', async () => {
    const { orderNumber } = await buy();
    const { stdout } = await orders('list', '--limit', '1');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stdout).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  ${orderNumber}  in_separation\\s+14,98\\s€  Leipzig\n$`),
    );
    const show = await orders('show', orderNumber);
    expect(show.code).toBe(0);
    for (const text of [
      orderNumber,
      '2 × AGUA  Água de Coco  9,98',
      'total 14,98',
      'Rosenweg 7a',
      '04109 Leipzig',
      ana.email,
      'PayPal capture',
      'RE-',
    ])
      expect(show.stdout).toContain(text);
  });

  it('show by digest the terms, instruction and label facts that the buyer saw, with each version stored once', async () => {
    const [first, second] = [await buy(), await buy()];
    const [one, other] = [await orders('show', first.orderNumber), await orders('show', second.orderNumber)];
    const digests = [...one.stdout.matchAll(/^ {2}(terms|withdrawal|company|label AGUA) {2}SHA-256 ([0-9a-f]{64})$/gm)];
    expect(digests.map(([, name]) => name)).toEqual(['terms', 'withdrawal', 'company', 'label AGUA']);
    for (const [line] of digests) expect(other.stdout).toContain(line);
    const stored = await own.ctx.db.read.selectFrom('evidence_texts').selectAll().execute();
    const contents = digests.map(([, , digest]) => stored.find((text) => text.digest === digest)?.content);
    for (const content of contents)
      expect(digests.map(([, , digest]) => digest)).toContain(hash('sha256', content!, 'hex'));
    expect(contents[0]).toBe(readFileSync('src/content/legal/terms-conditions.de-DE.md', 'utf8'));
    expect(JSON.parse(contents[3]!)).toMatchObject({ cod_catalog: 'AGUA', product_name: 'Água de Coco' });
  });

  it('print the texts that the buyer saw, word for word, including the guarantee notice', async () => {
    const { orderNumber } = await buy();
    const { stdout } = await orders('evidence', orderNumber.toLowerCase());
    expect([...stdout.matchAll(/^== (.*) {2}SHA-256 [0-9a-f]{64}$/gm)].map(([, name]) => name)).toEqual([
      'terms',
      'withdrawal',
      'guarantee',
      'company',
      'label AGUA',
    ]);
    expect(stdout).toContain(readFileSync('src/content/legal/terms-conditions.de-DE.md', 'utf8'));
    const { stdout: notice } = await orders('evidence', orderNumber, 'guarantee');
    expect(notice).toContain('legal-guarantee-notice-de.svg');
    expect(notice).toContain('europa.eu/youreurope');
    expect(notice).not.toContain('== terms');
    expect((await orders('evidence', orderNumber, 'imprint')).stderr).toContain(
      `${orderNumber} has no text imprint. Known: terms,`,
    );
    await own.ctx.db.read
      .updateTable('checkouts')
      .set({ evidence: null })
      .where('id', 'in', (eb) => eb.selectFrom('orders').select('checkout_id').where('order_number', '=', orderNumber))
      .execute();
    expect(await orders('evidence', orderNumber)).toMatchObject({
      code: 1,
      stderr: `${orderNumber} has no stored texts, because it was placed before the shop stored what buyers saw.\n`,
    });
  });

  it.each([
    [['evidence', 'XXXX-XXXX'], 'There is no order XXXX-XXXX.'],
    [['show', 'XXXX-XXXX'], 'There is no order XXXX-XXXX.'],
    [['pack', 'XXXX-XXXX'], 'There is no order XXXX-XXXX.'],
    [['refund', 'XXXX-XXXX'], 'There is no order XXXX-XXXX.'],
    [['list', '--limit', '0'], 'Example: --limit 20'],
    [['list', '--limit', 'all'], 'Example: --limit 20'],
    [['show'], "missing required argument 'number'"],
  ])('refuse %j with a reason', async (args, text) => {
    const { code, stderr } = await orders(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  });

  it('reconcile at once, unless the shop is already reconciling', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([{ productId, quantity: 1 }]);
    await own.paypal.approve(paypalOrderId);
    await letTimePass(own.ctx);
    const until = new Date(Date.now() + 60_000).toISOString();
    await own.ctx.db.read.deleteFrom('job_leases').execute();
    await own.ctx.db.read.insertInto('job_leases').values({ name: 'reconcile', holder: 'the shop', until }).execute();
    const refused = await orders('reconcile');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Nothing was done.')]);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
    await own.ctx.db.read.deleteFrom('job_leases').execute();
    expect(await orders('reconcile')).toMatchObject({ code: 0, stdout: expect.stringContaining('Done.') });
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
  });
});

describe('the `stock` commands', () => {
  const stock = (...args: string[]) => shopHere(['stock', ...args], own.env);

  it('set and add units, and refuse to remove more than there are', async () => {
    expect(await stock('set', 'MATE', '12')).toMatchObject({ code: 0, stdout: 'MATE: 12 can be bought now.\n' });
    expect((await stock('add', 'MATE', '3')).stdout).toBe('MATE: 15 can be bought now.\n');
    expect((await stock('add', 'MATE', '--', '-5')).stdout).toBe('MATE: 10 can be bought now.\n');
    expect(await stock('add', 'MATE', '--', '-50')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('MATE has only 10 units'),
    });
    expect(await stockOf(own.ctx, 'MATE')).toBe(10);
  });

  it('lose no unit when a buyer orders at the same time', async () => {
    await stock('set', 'AGUA', '20');
    const buyers = await Promise.all(Array.from({ length: 10 }, () => newBuyer(own.ctx, own.server.url)));
    const begin = (buyer: Buyer) => buyer.tryBegin([{ productId, quantity: 1 }], { expectedTotal: 9.99 });
    const [added, ...begun] = await Promise.all([stock('add', 'AGUA', '5'), ...buyers.map(begin)]);
    expect(added.code).toBe(0);
    expect(begun.every(({ status }) => status === 201)).toBe(true);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(15);
  });

  it.each([
    [['set', 'NADA', '1'], 'There is no product with the code NADA.'],
    [['set', 'MATE', '--', '-1'], 'The quantity must be a whole number from 0'],
    [['set', 'MATE', '1.5'], 'The quantity must be a whole number'],
    [['add', 'MATE', 'many'], 'The quantity must be a whole number'],
    [['add', 'MATE', ''], 'The quantity must be a whole number'],
    [['add', 'MATE', '1000001'], 'The quantity must be a whole number'],
  ])('refuse %j with a reason', async (args, text) => {
    const { code, stderr } = await stock(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  });
});
