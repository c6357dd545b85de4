import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindOfRefunds } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { addDays, berlinMoment, germanDay } from '#src/shared/german-day.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const SHOP = 'loja@vitrine.example';

let own: PayingShop;
let ana: Buyer;

beforeAll(async () => {
  own = await payingShop({ SHOP_EMAIL: SHOP, SHOP_LOCALE: 'pt-BR' });
  ana = await newBuyer(own.ctx, own.server.url);
});
afterAll(() => own?.dispose());

const shop = (...args: string[]) => shopHere(args, own.env);
const withdrawals = (...args: string[]) => shop('withdrawals', ...args);

/** An order of two bottles and 5,00 € of shipping. AGUA costs 4,99 € and has no deposit. */
async function order(code: 'AGUA' | 'GUARANA' = 'AGUA'): Promise<string> {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx))[code] ?? 0, quantity: 2 }]);
  await own.paypal.approve(begun.paypalOrderId);
  return (await ana.capture(begun.checkoutId)).orderNumber;
}

/** Withdraws like a buyer; returns the withdrawal's id as `list` prints it. */
async function withdraw(orderNumber: string, more: object = {}): Promise<string> {
  const body = { name: 'Ana Müller', email: ana.email, orderNumber, ...more };
  const { status } = await newVisitor(own.server.url).post('/api/withdrawal/', body);
  expect(status).toBe(201);
  const { id } = await own.ctx.db.read
    .selectFrom('withdrawals')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id.slice(0, 8);
}

const listed = async (id: string) =>
  (await withdrawals('list')).stdout
    .split('\n')
    .find((line) => line.startsWith(id))!
    .split('  ')
    .slice(1, 3);

describe('a withdrawal case', () => {
  it('refunds the deposit too, because the packs come back', async () => {
    const number = await order('GUARANA');
    await own.ctx.db.read
      .updateTable('orders')
      .set({ delivery_status: 'delivered' })
      .where('order_number', '=', number)
      .execute();
    await withdraw(number);
    expect((await shop('orders', 'refund', number, '--yes')).stdout).toBe(`${number}: 8,48\u00a0€ refunded.\n`);
  });

  it('moves from the receipt to the returned goods to the refund, which closes it', async () => {
    const number = await order();
    const id = await withdraw(number);
    const page = async () => (await ana.text(`/en/order/${number}`)).replaceAll(/<[^>]+>/g, ' ');
    expect(await page()).toContain('ship nothing for now');
    // The goods are still here.
    expect(await page()).toMatch(/Your withdrawal\s+Received on .*\s+We refund by (?!.*may wait)/);
    expect(await listed(id)).toEqual(['received', '14 days left']);
    const { stdout } = await withdrawals('show', id);
    expect(stdout).toContain('verified');
    expect(stdout).toMatch(/Suggested refund: 14,98\s€/);
    expect(stdout).toContain(`Next: npm run shop -- orders refund ${number}.`);
    const move = (delivery_status: 'delivered' | 'in_separation') =>
      own.ctx.db.read.updateTable('orders').set({ delivery_status }).where('order_number', '=', number).execute();
    await move('delivered');
    expect(await listed(id)).toEqual(['received', '14 days left, may wait for the goods']);
    expect((await withdrawals('show', id)).stdout).toContain(
      `Next: withdrawals goods-back ${id}, then npm run shop -- orders refund ${number}.`,
    );
    await move('in_separation');
    expect((await withdrawals('goods-back', id)).stdout).toMatch(new RegExp(`^${id}: goods back. Refund by \\d{4}-`));
    expect(await listed(id)).toEqual(['goods_back', '14 days left']);
    expect(await page()).toMatch(/Goods back on .*\s+We refund by (?!.*may wait)/);
    await shop('orders', 'refund', number, '--amount', '5', '--yes');
    expect((await withdrawals('show', id)).stdout).toMatch(/Suggested refund: 9,98\s€/);
    expect(await listed(id)).toEqual(['goods_back', '14 days left']);
    expect((await shop('orders', 'refund', number, '--yes')).code).toBe(0);
    expect(await page()).toMatch(/Goods back on .*\s+Refunded\s/);
    expect(await listed(id)).toEqual(['refunded', '-']);
    expect((await shop('orders', 'show', number)).stdout).toContain(`Withdrawal ${id}  refunded`);
    expect(await withdrawals('goods-back', id)).toMatchObject({
      code: 1,
      stderr: `${id} is refunded already. Nothing was changed.\n`,
    });
  });

  it('of a part states no sum, and is closed by hand', async () => {
    const id = await withdraw(await order(), { part: 'one of the two bottles' });
    const { stdout } = await withdrawals('show', id);
    expect(stdout).not.toContain('Suggested refund');
    expect(stdout).toContain('choose the sum by the goods');
    expect(await withdrawals('done', id, '--reason', '4,99 € refunded')).toMatchObject({
      code: 0,
      stdout: `${id}: done.\n`,
    });
    expect((await withdrawals('show', id)).stdout).toContain('4,99 € refunded');
    expect((await withdrawals('refuse', id, '--reason', 'x')).stderr).toBe(
      `${id} is done already. Nothing was changed.\n`,
    );
  });

  it.each(LOCALE_CODES)(
    'is answered once with the reason when it is refused, in the customer’s language (%s)',
    async (locale) => {
      const id = await withdraw('nothing known');
      await own.ctx.db.read.updateTable('withdrawals').set({ locale }).where('id', 'like', `${id}%`).execute();
      const reason = 'Diese Bestellung kam von einem anderen Shop.';
      expect(await withdrawals('refuse', id, '--reason', reason)).toMatchObject({
        code: 0,
        stdout: `${id}: refused. ${ana.email} gets a mail.\n`,
      });
      expect((await withdrawals('refuse', id, '--reason', reason)).code).toBe(1);
      const mails = (await mailsTo(own.ctx, ana.email)).filter(({ id: mail }) =>
        mail.startsWith(`withdrawal-refused-${id}`),
      );
      expect(mails).toMatchObject([
        { kind: 'withdrawal_refused', subject: translator(locale)('mail:withdrawalRefused.subject') },
      ]);
      for (const text of [reason, translator(locale)('mail:withdrawalRefused.next')])
        expect(mails[0]?.text.replaceAll('\n', ' ')).toContain(text);
    },
  );

  it('is refused only with a reason, and is listed below the open ones', async () => {
    const [id, open] = [await withdraw('nothing known'), await withdraw(await order())];
    expect((await withdrawals('refuse', id)).code).toBe(1);
    expect((await withdrawals('refuse', id, '--reason', ' ')).stderr).toContain('Write the reason for the customer.');
    expect((await withdrawals('refuse', id, '--reason', 'no order of this shop')).code).toBe(0);
    const ids = (await withdrawals('list')).stdout.split('\n').map((line) => line.slice(0, 8));
    expect(ids.indexOf(open)).toBeLessThan(ids.indexOf(id));
  });

  it.each(['ffffffff', '%%%%'])('is not found by %j', async (id) => {
    expect(await withdrawals('show', id)).toMatchObject({
      code: 1,
      stderr: `There is no withdrawal ${id}. \`npm run shop -- withdrawals list\` shows the ids.\n`,
    });
  });

  it('reminds the owner once, three days before the deadline, unless it is answered', async () => {
    const number = await order();
    const [open, closed] = [await withdraw(number), await withdraw(number)];
    await withdrawals('done', closed);
    const reminders = async () => (await mailsTo(own.ctx, SHOP)).filter(({ kind }) => kind === 'withdrawal_reminder');
    const { created_at } = await own.ctx.db.read
      .selectFrom('withdrawals')
      .select('created_at')
      .where('id', 'like', `${open}%`)
      .executeTakeFirstOrThrow();
    const at = (days: number, time: string) => ({
      ...own.ctx,
      now: () => berlinMoment(`${addDays(germanDay(created_at), days)}T${time}`)!,
    });
    await remindOfRefunds(at(10, '23:30'));
    expect(await reminders()).toEqual([]);
    await Promise.all([remindOfRefunds(at(11, '00:30')), remindOfRefunds(at(11, '00:30'))]);
    await remindOfRefunds(at(12, '12:00'));
    const mine = (await reminders()).filter(({ subject }) => subject.includes(number));
    expect(mine).toHaveLength(1);
    expect(mine[0]?.id).toContain(open);
    expect(mine[0]?.text).toMatch(/Valor sugerido: 14,98\s€/);
    // The goods are still here, so nobody may wait for them.
    expect(mine[0]?.text).not.toContain('§ 357 (4)');
  });

  it('whose reminder fails does not keep the owner from being reminded of the others', async () => {
    await endWindows(own.ctx);
    const [broken, other] = [await order(), await order()];
    for (const number of [broken, other]) await withdraw(number);
    const { read } = own.ctx.db;
    const orders = read.selectFrom('orders').select('checkout_id').where('order_number', '=', broken);
    const bill = (billing: string | null) =>
      own.ctx.db.write((tx) => tx.updateTable('checkouts').set({ billing }).where('id', 'in', orders).execute());
    const soon = { ...own.ctx, now: () => new Date(own.ctx.now().getTime() + 12 * 24 * 3600_000) };
    const reminded = async () => {
      const subjects = (await mailsTo(own.ctx, SHOP)).filter(({ kind }) => kind === 'withdrawal_reminder');
      return [broken, other].map((number) => subjects.filter(({ subject }) => subject.includes(number)).length);
    };
    await bill('{');
    await remindOfRefunds(soon);
    await bill(null);
    expect(await reminded()).toEqual([0, 1]);
    await remindOfRefunds(soon);
    expect(await reminded()).toEqual([1, 1]);
  });
});
