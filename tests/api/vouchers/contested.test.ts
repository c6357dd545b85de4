import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '#src/features/checkout/server/place-order.ts';
import { datevSettings } from '#src/features/invoices/datev.ts';
import { uncoveredEntry } from '#src/features/invoices/voucher-entries.ts';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { isReady, loadParcels } from '#src/features/orders/server/packing.loader.ts';
import { findPaymentOfCheckout } from '#src/features/orders/server/payment.repository.ts';
import { deletePeopleOfVouchers, VOUCHER_MS } from '#src/features/privacy/server/retention.service.ts';
import { recordRefundOf } from '#src/features/refunds/server/refund-record.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { listVouchers, stateOf, sumLeft } from '#src/features/vouchers/server/voucher-desk.repository.ts';
import { sendDueVouchers } from '#src/features/vouchers/server/voucher-jobs.service.ts';
import { voucherMovesOfMonth } from '#src/features/vouchers/server/voucher-moves.ts';
import { leftOf, updateVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { deleteMails } from '#src/server/outbox/outbox.repository.ts';
import { DAY_MS, germanDay } from '#src/shared/german-day.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Buyer, type Settled } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { checkoutRow, ordersOfCheckout } from '../../support/people/order-rows.ts';
import { actOnCase } from '../../support/people/payment-cases.ts';
import { leftOn, newVoucher, vouchersOf } from '../../support/people/vouchers.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { voucherShop } from '../../support/shops/voucher-shop.ts';
import { until } from '../../support/until.ts';

const SHOP = 'owner@shop.example';
const own = forFile(() => voucherShop({ SHOP_EMAIL: SHOP }));
let owner: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

const today = () => germanDay(own.ctx.now().toISOString());

async function begin(value: number, gift: object = {}) {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const { body: begun } = await buyer.post<Begun>('/api/checkout/', {
    ...{ requestId: randomUUID(), lines: [], expectedTotal: value, languageLocale: 'de-DE' },
    giftVoucher: { value, from: 'Ana Müller', ...gift },
  });
  await own.paypal.approve(begun.paypalOrderId);
  return { ...begun, buyer };
}

async function buy(value: number, gift: object = {}) {
  const begun = await begin(value, gift);
  const { orderNumber: number } = await begun.buyer.capture(begun.checkoutId);
  const [voucher] = await vouchersOf(own.ctx, begun.checkoutId);
  return { ...begun, number, voucher: voucher!, code: openCode(own.ctx.config, voucher!)! };
}
type Bought = Awaited<ReturnType<typeof buy>>;

const left = ({ voucher }: Bought) => leftOf(own.ctx.db.read, voucher.id);
const refundAtPaypal = ({ paypalOrderId }: Bought, cents: number) =>
  own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { cents });
const caseOf = ({ checkoutId }: Bought) =>
  own.ctx.db.read
    .selectFrom('payment_cases')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow();
const problemsOf = async ({ code }: Bought) =>
  (await postCart(own.server.url, { lines: [own.line('AGUA')], code })).body.problems;
const spend = (buyer: Buyer, { code }: Bought) =>
  buyer.post<Settled>('/api/checkout/voucher/', {
    ...{ requestId: randomUUID(), lines: [own.line('AGUA')], shipping: ADDRESS, languageLocale: 'de-DE' },
    ...{ code, expectedTotal: 9.99, expectedDue: 0 },
  });
const payOut = ({ voucher }: Bought) =>
  owner.post(`/desk/money/vouchers/${voucher.id}`, {
    ...{ act: 'payOut', value: '1', note: 'In cash', current: STAFF_PASSWORD },
  });
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('money that PayPal takes back', () => {
  it('while a checkout holds the voucher is gone, and the checkout captures nothing', async () => {
    const bought = await buy(10);
    const spender = await newBuyer(own.ctx, own.server.url);
    const sent = { code: bought.code, expectedTotal: 14.98, expectedDue: 4.98 };
    const begun = await spender.begin([own.line('AGUA', 2)], sent);
    await own.paypal.approve(begun.paypalOrderId);
    await refundAtPaypal(bought, 1000);
    expect(await left(bought)).toBe(-1000);
    expect(await spender.tryCapture(begun.checkoutId)).toMatchObject({ body: { code: 'code_used_up' } });
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
    expect((await own.paypal.order(begun.paypalOrderId)).status).toBe('APPROVED');
    expect(await left(bought)).toBe(0);
    expect(await problemsOf(bought)).toMatchObject([{ code: 'voucher_paid_back' }]);
  });

  it('after it was spent is a claim until the goods come back, and nothing of it is spent twice', async () => {
    const bought = await buy(10);
    const spender = await newBuyer(own.ctx, own.server.url);
    const { orderNumber } = (await spend(spender, bought)).body;
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 1000 });
    expect(await problemsOf(bought)).toMatchObject([{ code: 'voucher_locked' }]);
    const before = await sumLeft(own.ctx.db.read);
    await actOnCase(owner, bought, 'acceptCase', (await caseOf(bought)).id);
    expect(await left(bought)).toBe(-999);
    const after = await sumLeft(own.ctx.db.read);
    expect([after.sold, after.uncovered]).toEqual([before.sold - 1, before.uncovered + 999]);
    expect(flat((await owner.get('/desk/money')).text)).toContain('Spent although the money was taken back (claim)');
    await shopHere(['orders', 'refund', orderNumber, '--yes', '--again'], own.env);
    expect(await left(bought)).toBe(0);
    expect(await problemsOf(bought)).toMatchObject([{ code: 'voucher_paid_back' }]);
    const settings = datevSettings({ accounting: { ...own.ctx.shop.accounting, consultant: 1001, client: 1 } })!;
    const moves = await voucherMovesOfMonth(own.ctx, { from: `${today().slice(0, 7)}-01`, to: today() });
    const entries = moves
      .filter(({ voucher }) => voucher === `GV-${bought.voucher.last_four}`)
      .flatMap((move) => uncoveredEntry(move, settings) ?? []);
    expect(entries).toMatchObject([
      { amount: 999, account: 1410, counter: 1604, orderNumber: bought.number },
      { amount: -999, account: 1410, counter: 1604, orderNumber },
    ]);
  });
});

describe('a chargeback on an order that a gift voucher paid in part', () => {
  it('is about PayPal’s part alone, leaves the voucher as it is, and a later refund returns the rest to it', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const buyer = await newBuyer(own.ctx, own.server.url);
    const sent = { code: voucher.code, expectedTotal: 14.98, expectedDue: 4.98 };
    const begun = await buyer.begin([own.line('AGUA', 2)], sent);
    await own.paypal.approve(begun.paypalOrderId);
    const bought = { ...begun, buyer, number: (await buyer.capture(begun.checkoutId)).orderNumber };
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 498 });
    const opened = await own.ctx.db.read
      .selectFrom('payment_cases')
      .selectAll()
      .where('checkout_id', '=', bought.checkoutId)
      .executeTakeFirstOrThrow();
    expect(opened).toMatchObject({ amount_cents: 498 });
    const desk = async () => flat((await owner.get(`/desk/orders/${bought.number}`)).text);
    expect(await desk()).toMatch(/4,98 €/);
    expect(await leftOn(own.ctx, voucher)).toBe(0);
    await actOnCase(owner, bought, 'acceptCase', opened.id);
    expect(await leftOn(own.ctx, voucher)).toBe(0);
    expect((await ordersOfCheckout(own.ctx, bought.checkoutId))[0]).toMatchObject({
      payment_status: 'partially_refunded',
    });
    const notes = async () =>
      (
        await own.ctx.db.read
          .selectFrom('invoices as i')
          .innerJoin('orders as o', 'o.id', 'i.order_id')
          .selectAll('i')
          .where('o.order_number', '=', bought.number)
          .where('i.kind', '=', 'credit_note')
          .orderBy('i.issued_at')
          .execute()
      ).map((row) => [row.total_cents, readContent(row).voucher]);
    expect(await notes()).toEqual([[498, undefined]]);
    const { stdout } = await shopHere(['orders', 'refund', bought.number, '--yes', '--again'], own.env);
    expect(flat(stdout)).toContain('10,00 €');
    expect(await leftOn(own.ctx, voucher)).toBe(1000);
    expect(await notes()).toEqual([
      [498, undefined],
      [1000, 1000],
    ]);
    expect((await own.paypal.order(bought.paypalOrderId)).refunds).toEqual([]);
    const moves = await voucherMovesOfMonth(own.ctx, { from: `${today().slice(0, 7)}-01`, to: today() });
    expect(
      moves.filter(({ voucher: name }) => name === voucher.short.replace('…-', '')).map(({ amount }) => amount),
    ).toEqual([1000, -1000, 1000]);
  });
});

describe('a sold gift voucher', () => {
  const soon = () => ({ ...own.ctx, now: () => new Date(`${today()}T22:00:00Z`) });

  it('neither pays nor is mailed while PayPal contests its money, and does both when the shop wins', async () => {
    const friend = newEmail();
    const bought = await buy(25, { to: { name: 'Bia Silva', email: friend } });
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    expect(await problemsOf(bought)).toMatchObject([{ code: 'voucher_locked' }]);
    expect((await spend(bought.buyer, bought)).status).toBe(409);
    await sendDueVouchers(soon());
    expect(await mailsTo(own.ctx, friend)).toEqual([]);
    const news = (await mailsTo(own.ctx, SHOP)).find(
      ({ kind, subject }) => kind === 'payment_case' && subject.includes(bought.number),
    );
    expect(flat(news!.text!)).toContain('Der Gutschein dieser Bestellung ist gesperrt');
    expect((await owner.get(`/desk/money/vouchers/${bought.voucher.id}`)).text).toContain('until the chargeback');
    expect(flat((await payOut(bought)).text)).toContain('Nothing is paid out until the chargeback');
    expect(await left(bought)).toBe(2500);
    const listed = async (state: 'locked' | 'valid') =>
      (
        await listVouchers(
          own.ctx.db.read,
          { text: bought.voucher.last_four, state, day: today() },
          { limit: 9, offset: 0 },
        )
      ).vouchers.map((one) => stateOf(one, today()));
    expect([await listed('locked'), await listed('valid')]).toEqual([['locked'], []]);
    const won = { outcome: 'RESOLVED_SELLER_FAVOUR' };
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', won);
    expect([await listed('locked'), await listed('valid')]).toEqual([[], ['valid']]);
    await sendDueVouchers(soon());
    expect(await mailsTo(own.ctx, friend)).toHaveLength(1);
    expect((await spend(bought.buyer, bought)).status).toBe(201);
  });

  it('the shop does not mail a voucher again when a dispute ends after the mail’s data was deleted', async () => {
    const bought = await buy(25);
    const sold = async () =>
      (await mailsTo(own.ctx, bought.buyer.email)).flatMap(({ kind, ...mail }) =>
        kind === 'voucher' ? [[mail.created_at, mail.sent_at, mail.text]] : [],
      );
    await until('the mail is sent', async () => (await sold())[0]?.[1] !== null);
    const before = await sold();
    expect(before).toEqual([[expect.any(String), expect.any(String), '']]);
    const tomorrow = own.ctx.now().getTime() + DAY_MS;
    await own.ctx.db.write(async (tx) => {
      // A present to oneself.
      const sent = { recipient_email: bought.buyer.email, sent_at: own.ctx.now().toISOString() };
      await updateVoucher(tx, bought.voucher.id, sent);
      await deletePeopleOfVouchers({ now: () => new Date(tomorrow + VOUCHER_MS) }, tx);
      await deleteMails(tx, ['voucher'], new Date(tomorrow).toISOString());
    });
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_SELLER_FAVOUR' });
    expect(await sold()).toEqual(before);
  });

  it('neither pays nor is mailed while its buyer’s withdrawal is open, whose refund is what is left', async () => {
    const friend = newEmail();
    const bought = await buy(25, { to: { name: 'Bia Silva', email: friend } });
    await spend(bought.buyer, bought);
    const declared = { name: 'Ana Müller', email: bought.buyer.email, languageLocale: 'de-DE', part: '' };
    await bought.buyer.post('/api/withdrawal/', { ...declared, orderNumber: bought.number });
    expect(await problemsOf(bought)).toMatchObject([{ code: 'voucher_locked' }]);
    const shown = flat(await bought.buyer.text(`/de/order/${bought.number}`));
    for (const words of ['Er ist gesperrt.', 'Wir haben Ihren Widerruf und melden uns bei Ihnen.'])
      expect(shown).toContain(words);
    expect(shown).not.toContain('auf dem Weg in Ihr Postfach');
    await sendDueVouchers(soon());
    expect(await mailsTo(own.ctx, friend)).toEqual([]);
    const { id } = await own.ctx.db.read
      .selectFrom('withdrawals')
      .select('id')
      .where('order_number', '=', bought.number)
      .executeTakeFirstOrThrow();
    expect(flat((await payOut(bought)).text)).toContain('Refund it there: nothing is paid out here');
    const page = async () => flat((await owner.get(`/desk/withdrawals/${id}`)).text);
    expect(await page()).toContain('Suggested refund 15,01 €');
    const command = async () => (await shopHere(['withdrawals', 'show', id], own.env)).stdout;
    expect(await command()).toMatch(/Suggested refund: 15,01\s€, .*\s+Next: npm run shop -- orders refund/);
    await shopHere(['orders', 'refund', bought.number, '--yes', '--again'], own.env);
    expect(await left(bought)).toBe(0);
    expect(await page()).toContain('Nothing is left on the voucher');
    expect(await page()).not.toContain('Refund it now');
    expect(await command()).toContain('Nothing is left on the gift voucher');
  });

  it('pays again when the withdrawal is refused', async () => {
    const bought = await buy(25);
    const declared = { name: 'Ana Müller', email: bought.buyer.email, languageLocale: 'de-DE', part: '' };
    await bought.buyer.post('/api/withdrawal/', { ...declared, orderNumber: bought.number });
    expect(await problemsOf(bought)).toHaveLength(1);
    await own.ctx.db.write((tx) =>
      tx
        .updateTable('withdrawals')
        .set({ closed_as: 'refused', closed_at: own.ctx.now().toISOString() })
        .where('order_number', '=', bought.number)
        .execute(),
    );
    expect(await problemsOf(bought)).toEqual([]);
  });
});

describe('a payment that was refunded before the voucher exists', () => {
  it('buys no voucher while PayPal checks it, and buys it when the refund fails', async () => {
    const begun = await begin(25);
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    await begun.buyer.capture(begun.checkoutId);
    const refund = { id: randomUUID(), amount: 2500 };
    const report = (status: 'COMPLETED' | 'FAILED') =>
      own.ctx.db.write(async (tx) => {
        const payment = (await findPaymentOfCheckout(tx, begun.checkoutId))!;
        await recordRefundOf(own.ctx, tx, payment, { ...refund, status, captureId: payment.capture_id });
      });
    await report('COMPLETED');
    expect(await vouchersOf(own.ctx, begun.checkoutId)).toEqual([]);
    const told = (await mailsTo(own.ctx, begun.buyer.email)).find(({ kind }) => kind === 'refund')!.text!;
    expect(told).toContain('25,00');
    expect(told).not.toContain('gekürzt');
    await report('FAILED');
    await report('FAILED');
    const [voucher, ...others] = await vouchersOf(own.ctx, begun.checkoutId);
    expect([voucher!.value_cents, others]).toEqual([2500, []]);
    expect(await leftOf(own.ctx.db.read, voucher!.id)).toBe(2500);
    expect((await ordersOfCheckout(own.ctx, begun.checkoutId))[0]).toMatchObject({
      ...{ payment_status: 'paid', delivery_status: 'delivered' },
    });
    const parcels = (await loadParcels(own.ctx.db.read, 'in_separation')).filter(isReady);
    expect(parcels.filter(({ order }) => order.checkoutId === begun.checkoutId)).toEqual([]);
    const mails = (await mailsTo(own.ctx, begun.buyer.email)).filter(({ kind }) => kind === 'voucher');
    expect(mails).toHaveLength(1);
  });

  it('buys and mails no voucher when PayPal has refunded it before the shop knew of it', async () => {
    const begun = await begin(25);
    const capture = { id: randomUUID(), status: 'REFUNDED' as const, amount: 2500 };
    const refunds = [{ id: randomUUID(), status: 'COMPLETED' as const, amount: 2500, captureId: capture.id }];
    const checkout = await checkoutRow(own.ctx, begun.checkoutId);
    await own.ctx.db.write((tx) => placeOrder(own.ctx, tx, checkout, capture, { refunds, paidWith: undefined }));
    expect(await vouchersOf(own.ctx, begun.checkoutId)).toEqual([]);
    expect((await mailsTo(own.ctx, begun.buyer.email)).filter(({ kind }) => kind === 'voucher')).toEqual([]);
  });
});
