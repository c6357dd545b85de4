import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { secureHold } from '#src/features/checkout/server/hold.ts';
import { lockCheckout, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { findPaymentOfCheckout } from '#src/features/orders/server/payment.repository.ts';
import { deletePeopleOfVouchers } from '#src/features/privacy/server/retention.service.ts';
import { recordRefundOf } from '#src/features/refunds/server/refund-record.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { expireVouchers, sendDueVouchers } from '#src/features/vouchers/server/voucher-jobs.service.ts';
import { leftOf, updateVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { allSent, mailsTo, sentMail } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Settled } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { checkoutRow } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { actOnCase } from '../../support/people/payment-cases.ts';
import { newVoucher, vouchersOf } from '../../support/people/vouchers.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { voucherShop } from '../../support/shops/voucher-shop.ts';

const own = forFile(() => voucherShop());
let owner: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Buys a voucher of 25 EUR and mails it to a friend. */
async function give(locale: Locale, { isSent = true } = {}) {
  const friend = newEmail();
  const buyer = await newBuyer(own.ctx, own.server.url);
  const { body: begun } = await buyer.post<Begun>('/api/checkout/', {
    ...{ requestId: randomUUID(), lines: [], expectedTotal: 25, languageLocale: locale },
    giftVoucher: { value: 25, from: 'Ana Müller', to: { name: 'Bia', email: friend, message: '' } },
  });
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber: number } = await buyer.capture(begun.checkoutId);
  if (isSent) await sendDueVouchers({ ...own.ctx, now: () => new Date(Date.now() + 24 * 3600_000) });
  await allSent(own.ctx);
  const [voucher] = await vouchersOf(own.ctx, begun.checkoutId);
  const { id, last_four: four } = voucher!;
  return { ...begun, buyer, friend, number, id, short: `GV-…-${four}`, code: openCode(own.ctx.config, voucher!)! };
}
const refund = (number: string, ...args: string[]) =>
  shopHere(['orders', 'refund', number, ...args, '--yes', '--again'], own.env);
/** The mails to the friend after the one with the voucher, newest last. */
async function newsOf(friend: string) {
  await allSent(own.ctx);
  const news = (await mailsTo(own.ctx, friend)).filter(({ id }) => id.startsWith('voucher-changed-'));
  return Promise.all(news.map(async ({ id }) => flat((await sentMail(own.ctx, id)).text!)));
}
const caseOf = (checkoutId: string) =>
  own.ctx.db.read
    .selectFrom('payment_cases')
    .select(['id', 'state'])
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow();
const listed = async (query: string) => (await owner.get(`/desk/money/vouchers?${query}`)).text;
const problemsOf = async (code: string) =>
  (await postCart(own.server.url, { lines: [own.line('AGUA')], code })).body.problems;

describe('a sold gift voucher whose order is refunded wholly', () => {
  it.each(LOCALE_CODES)(
    'is void in the words of the desk, the friend’s mail, the buyer’s page and the checkout (%s)',
    async (locale) => {
      const t = translator(locale);
      const { buyer, friend, number, id, short, code } = await give(locale);
      await refund(number);
      const [news, ...more] = await newsOf(friend);
      const [before, after] = t('vouchers:mail.void', { code: short, day: '|' }).split('|');
      for (const words of [before!, after!]) expect(news).toContain(flat(words));
      expect(news).not.toContain(code);
      expect(more).toEqual([]);
      const page = flat(await buyer.text(`${LOCALES[locale].prefix}/order/${number}`));
      expect(page).toContain(short);
      expect(page).toContain(t('giftVoucher:order.paidBack'));
      expect(page).not.toContain(t('giftVoucher:order.toBuyer'));
      expect((await problemsOf(code))[0]).toMatchObject({ code: 'voucher_paid_back', detail: /zurückgezahlt/ });
      expect(await listed(`q=${number}`)).toContain('paid back');
      expect((await owner.get(`/desk/money/vouchers?q=${number}&state=paid_back`)).html).toContain(id);
      for (const state of ['spent', 'valid', 'locked'])
        expect((await owner.get(`/desk/money/vouchers?q=${number}&state=${state}`)).html, state).not.toContain(id);
    },
  );

  it('sends no mail to a friend who never got the code, or spent it before the bank took the money', async () => {
    const unsent = await give('de-DE', { isSent: false });
    await refund(unsent.number);
    expect(await newsOf(unsent.friend)).toEqual([]);
    const spent = await give('de-DE');
    const spender = await newBuyer(own.ctx, own.server.url);
    const sent = { code: spent.code, expectedTotal: 29.95, expectedDue: 4.95 };
    const begun = await spender.begin([own.line('AGUA', 5)], sent);
    await own.paypal.approve(begun.paypalOrderId);
    await spender.capture(begun.checkoutId);
    await own.webhook(spent.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 2500 });
    const { id } = await caseOf(spent.checkoutId);
    await actOnCase(owner, spent, 'acceptCase', id);
    expect(await leftOf(own.ctx.db.read, spent.id)).toBe(-2500);
    expect(await newsOf(spent.friend)).toEqual([]);
  });
});

describe('a sold gift voucher of which a part is refunded', () => {
  it('is worth less, which its friend reads, and as much as before when PayPal refuses the refund for good', async () => {
    const { friend, number, short, code } = await give('en-US');
    await refund(number, '--amount', '5');
    const value = formatPrice(2000);
    const t = translator('en-US');
    const [less] = await newsOf(friend);
    expect(less).toContain(flat(t('vouchers:mail.reduced', { code: short, day: '|', value }).split('|')[1]!));
    expect(await problemsOf(code)).toEqual([]);
    await own.paypal.next({ call: 'refund', fault: 'FAILED' });
    await refund(number);
    const [, gone, back] = await newsOf(friend);
    expect(gone).toContain(flat(t('vouchers:mail.void', { code: short, day: '|' }).split('|')[1]!));
    expect(back).toContain(flat(t('vouchers:mail.restored', { code: short, day: '|', value }).split('|')[1]!));
  });
});

it('the friend of a buyer who has withdrawn reads nothing of a refund that failed, because the voucher waits', async () => {
  const { buyer, friend, number, code } = await give('de-DE');
  const declared = { name: 'Ana Müller', email: buyer.email, languageLocale: 'de-DE', part: '' };
  expect((await buyer.post('/api/withdrawal/', { ...declared, orderNumber: number })).status).toBe(201);
  await own.paypal.next({ call: 'refund', fault: 'FAILED' });
  await refund(number);
  expect(await newsOf(friend)).toHaveLength(1);
  expect(await problemsOf(code)).toMatchObject([{ code: 'voucher_locked' }]);
});

describe('a refund that fails while the voucher of its order is stopped', () => {
  const withdraw = async ({ buyer, number }: Pick<Awaited<ReturnType<typeof give>>, 'buyer' | 'number'>) => {
    const declared = { name: 'Ana Müller', email: buyer.email, languageLocale: 'de-DE', part: '' };
    expect((await buyer.post('/api/withdrawal/', { ...declared, orderNumber: number })).status).toBe(201);
    const open = own.ctx.db.read.selectFrom('withdrawals').select('id').where('order_number', '=', number);
    return (await open.executeTakeFirstOrThrow()).id;
  };
  const refuse = (id: string) => shopHere(['withdrawals', 'refuse', id, '--reason', 'Too late'], own.env);
  const restored = ({ short }: { short: string }) =>
    flat(
      translator('de-DE')('vouchers:mail.restored', { code: short, day: '|', value: formatPrice(2500) }).split('|')[1]!,
    );

  it('is told to the friend as soon as the withdrawal is refused, once', async () => {
    const given = await give('de-DE');
    const withdrawal = await withdraw(given);
    await own.paypal.next({ call: 'refund', fault: 'FAILED' });
    await refund(given.number);
    expect(await newsOf(given.friend)).toHaveLength(1);
    await refuse(withdrawal);
    const news = await newsOf(given.friend);
    expect(news).toHaveLength(2);
    expect(news[1]).toContain(restored(given));
    expect(await problemsOf(given.code)).toEqual([]);
  });

  it('is told to the friend only after the dispute that it opened again is decided', async () => {
    const given = await give('de-DE');
    const made = { id: randomUUID(), amount: 2500 };
    const report = (status: 'COMPLETED' | 'FAILED') =>
      own.ctx.db.write(async (tx) => {
        const payment = (await findPaymentOfCheckout(tx, given.checkoutId))!;
        await recordRefundOf(own.ctx, tx, payment, { ...made, status, captureId: payment.capture_id });
      });
    await report('COMPLETED');
    await own.webhook(given.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    await own.webhook(given.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    await report('FAILED');
    expect(await problemsOf(given.code)).toMatchObject([{ code: 'voucher_locked' }]);
    expect(await newsOf(given.friend)).toHaveLength(1);
    await actOnCase(owner, given, 'dropCase', (await caseOf(given.checkoutId)).id);
    expect(await problemsOf(given.code)).toEqual([]);
    const news = await newsOf(given.friend);
    expect(news).toHaveLength(2);
    expect(news[1]).toContain(restored(given));
  });

  it('mails the code to a buyer who has withdrawn only after the withdrawal is refused, once', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const { body: begun } = await buyer.post<Begun>('/api/checkout/', {
      ...{ requestId: randomUUID(), lines: [], expectedTotal: 25, languageLocale: 'de-DE' },
      giftVoucher: { value: 25, from: 'Ana Müller' },
    });
    await own.paypal.approve(begun.paypalOrderId);
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    const { orderNumber: number } = await buyer.capture(begun.checkoutId);
    const withdrawal = await withdraw({ buyer, number });
    const made = { id: randomUUID(), amount: 2500 };
    for (const status of ['COMPLETED', 'FAILED'] as const)
      await own.ctx.db.write(async (tx) => {
        const payment = (await findPaymentOfCheckout(tx, begun.checkoutId))!;
        await recordRefundOf(own.ctx, tx, payment, { ...made, status, captureId: payment.capture_id });
      });
    const codes = async () => (await mailsTo(own.ctx, buyer.email)).filter(({ kind }) => kind === 'voucher');
    expect(await vouchersOf(own.ctx, begun.checkoutId)).toHaveLength(1);
    expect(await codes()).toEqual([]);
    await refuse(withdrawal);
    expect(await codes()).toHaveLength(1);
  });
});

it('a voucher that a dispute stopped is mailed to its buyer when a refund of the disputed part ends the dispute', async () => {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const { body: begun } = await buyer.post<Begun>('/api/checkout/', {
    ...{ requestId: randomUUID(), lines: [], expectedTotal: 25, languageLocale: 'de-DE' },
    giftVoucher: { value: 25, from: 'Ana Müller' },
  });
  await own.paypal.approve(begun.paypalOrderId);
  await own.paypal.next({ call: 'capture', fault: 'PENDING' });
  await buyer.capture(begun.checkoutId);
  await own.webhook(begun.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED', { cents: 1000 });
  await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
  await own.webhook(begun.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_BUYER_FAVOUR' });
  const codes = async () => (await mailsTo(own.ctx, buyer.email)).filter(({ kind }) => kind === 'voucher');
  expect(await vouchersOf(own.ctx, begun.checkoutId)).toHaveLength(1);
  expect([(await caseOf(begun.checkoutId)).state, await codes()]).toEqual(['undecided', []]);
  await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { cents: 1000 });
  expect((await caseOf(begun.checkoutId)).state).toBe('closed');
  expect(await codes()).toHaveLength(1);
});

it('the money of a refund that fails after the last day of its voucher is valid as long as a new one', async () => {
  const { friend, number, id } = await give('de-DE');
  await own.paypal.next({ call: 'refund', fault: '503', times: 3 });
  await refund(number);
  await own.ctx.db.write((tx) =>
    updateVoucher(tx, id, { expires_on: addDays(germanDay(new Date().toISOString()), -1) }),
  );
  await own.paypal.next({ call: 'refund', fault: 'FAILED' });
  await letTimePass(own.ctx);
  await reconcileNow(own.ctx);
  await expireVouchers(own.ctx);
  expect(await leftOf(own.ctx.db.read, id)).toBe(2500);
  expect(await newsOf(friend)).toHaveLength(2);
});

describe('ninety days later', () => {
  const inDays = (days: number) => ({ ...own.ctx, now: () => new Date(Date.now() + days * 24 * 3600_000) });
  const forget = (days: number) => own.ctx.db.write((tx) => deletePeopleOfVouchers(inDays(days), tx));

  it('no mail names the friend whose voucher became void', async () => {
    const { friend, number } = await give('de-DE');
    await refund(number);
    expect(await newsOf(friend)).toHaveLength(1);
    await forget(89);
    expect(await mailsTo(own.ctx, friend)).toHaveLength(2);
    await forget(92);
    expect(await mailsTo(own.ctx, friend)).toEqual([]);
  });

  it('the shop forgets a friend whose voucher was never issued because its payment went back', async () => {
    const guest = newGuest(own.server.url);
    const friend = newEmail();
    const { body } = await guest.visitor.post<Settled>('/api/checkout/transfer/', {
      ...{ requestId: randomUUID(), lines: [], expectedTotal: 25, languageLocale: 'de-DE', email: guest.email },
      giftVoucher: { value: 25, from: 'Ana Müller', to: { name: 'Bia', email: friend, message: '' } },
    });
    const { checkoutId } = (await findOrderByNumber(own.ctx.db.read, body.orderNumber))!;
    const stored = async () => (await checkoutRow(own.ctx, checkoutId)).gift_voucher;
    await forget(89);
    expect(await stored()).toContain(friend);
    await forget(91);
    expect(await stored()).not.toContain(friend);
    expect(await stored()).toContain('Ana Müller');
  });
});

it('a voucher that staff paid out by hand is paid back, and one that was spent is used up', async () => {
  const { id, code } = await newVoucher(own.ctx, 500);
  await owner.post(`/desk/money/vouchers/${id}`, {
    ...{ act: 'payOut', value: '5', note: 'In cash', current: STAFF_PASSWORD },
  });
  expect(await listed(`q=${code.slice(-4)}`)).toContain('paid back');
  expect(await problemsOf(code)).toMatchObject([{ code: 'voucher_paid_back' }]);
  const other = await newVoucher(own.ctx, 999);
  const spender = await newBuyer(own.ctx, own.server.url);
  const spent = await spender.post<Settled>('/api/checkout/voucher/', {
    ...{ requestId: randomUUID(), lines: [own.line('AGUA')], shipping: ADDRESS, languageLocale: 'de-DE' },
    ...{ code: other.code, expectedTotal: 9.99, expectedDue: 0 },
  });
  expect(spent.status).toBe(201);
  expect(await listed(`q=${other.code.slice(-4)}`)).toContain('used up');
  expect(await problemsOf(other.code)).toMatchObject([{ code: 'voucher_empty' }]);
});

it('an order whose voucher was emptied before its payment fails because of the voucher, not of a discount code', async () => {
  const voucher = await newVoucher(own.ctx, 1000);
  const buyer = await newBuyer(own.ctx, own.server.url);
  const { checkoutId } = await buyer.begin([own.line('AGUA', 2)], {
    ...{ code: voucher.code, expectedTotal: 14.98, expectedDue: 4.98 },
  });
  await own.ctx.db.write(async (tx) => {
    await updateCheckout(tx, checkoutId, { hold: 'released', hold_expires_at: null });
    await updateVoucher(tx, voucher.id, { locked_at: own.ctx.now().toISOString() });
  });
  const secured = await own.ctx.db.write(async (tx) =>
    secureHold(own.ctx, tx, (await lockCheckout(own.ctx.db, tx, checkoutId))!),
  );
  expect(secured).toBe('voucher_used_up');
});
