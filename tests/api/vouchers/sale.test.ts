import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { settle } from '#src/features/checkout/server/settle.service.ts';
import { bookingsOfMonth } from '#src/features/invoices/server/bookings.ts';
import { datevBatch, datevSettings } from '#src/features/invoices/datev.ts';
import { voucherEntry } from '#src/features/invoices/voucher-entries.ts';
import { sumByMonth } from '#src/features/invoices/accounting.ts';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { sendDueVouchers } from '#src/features/vouchers/server/voucher-jobs.service.ts';
import { voucherMovesOfMonth } from '#src/features/vouchers/server/voucher-moves.ts';
import { leftOf } from '#src/features/vouchers/server/voucher.repository.ts';
import { cancelTransfer } from '#src/features/transfers/server/transfer.service.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Buyer, type Refused, type Settled } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { checkoutRow, endHold, paymentsOfCheckout } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { buyersPage } from '../../support/people/transfer-buyer.ts';
import { newVoucher, vouchersOf } from '../../support/people/vouchers.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { voucherShop } from '../../support/shops/voucher-shop.ts';

const own = forFile(() => voucherShop());
const plain = forFile(() => payingShop());
let owner: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

const today = () => germanDay(own.ctx.now().toISOString());
const thisMonth = () => ({ from: `${today().slice(0, 7)}-01`, to: today() });
const settings = () => datevSettings({ accounting: { ...own.ctx.shop.accounting, consultant: 1001, client: 1 } })!;
const newBuyerHere = () => newBuyer(own.ctx, own.server.url);
const body = (gift: object = {}, more: object = {}) => ({
  ...{ requestId: randomUUID(), lines: [], expectedTotal: 50, languageLocale: 'de-DE' },
  giftVoucher: { value: 50, from: 'Ana Müller', ...gift },
  ...more,
});
const begin = async (buyer: Buyer, sent: object) => {
  const { status, body: begun } = await buyer.post<Begun>('/api/checkout/', sent);
  if (status !== 201) throw new Error(JSON.stringify(begun));
  return begun;
};

async function buy(gift: object = {}, more: object = {}) {
  const buyer = await newBuyerHere();
  const begun = await begin(buyer, body(gift, more));
  const approved = await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber: number } = await buyer.capture(begun.checkoutId);
  const [voucher] = await vouchersOf(own.ctx, begun.checkoutId);
  return { ...begun, approved, buyer, number, voucher: voucher! };
}
const codeOf = ({ voucher }: Awaited<ReturnType<typeof buy>>) => openCode(own.ctx.config, voucher)!;
const left = ({ voucher }: Awaited<ReturnType<typeof buy>>) => leftOf(own.ctx.db.read, voucher.id);
const refund = (number: string, ...args: string[]) =>
  shopHere(['orders', 'refund', number, ...args, '--yes', '--again'], own.env);
const documentsOf = async (number: string) =>
  (
    await own.ctx.db.read
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .selectAll('i')
      .where('o.order_number', '=', number)
      .orderBy('i.issued_at')
      .execute()
  ).map(readContent);

describe('buying a gift voucher', () => {
  it('costs its value without VAT and shipping, goes nowhere, and issues one voucher, which its buyer gets by mail', async () => {
    const bought = await buy();
    expect(bought.approved).toMatchObject({ cents: 5000 });
    expect(bought.approved.shipping).toBeUndefined();
    expect(await checkoutRow(own.ctx, bought.checkoutId)).toMatchObject({
      ...{ delivery_method: 'email', total_cents: 5000, shipping_cents: 0, vat: '[]', express: null, state: 'ordered' },
    });
    expect(await settle(own.ctx, bought.checkoutId)).toMatchObject({ ok: true });
    await bought.buyer.capture(bought.checkoutId);
    const issued = await vouchersOf(own.ctx, bought.checkoutId);
    expect(issued).toMatchObject([{ value_cents: 5000, origin: 'order', recipient_email: null, locale: 'de-DE' }]);
    const mail = (await lastMailTo(own.ctx, bought.buyer.email)).text!.replaceAll('\u00a0', ' ');
    expect(mail).toContain(codeOf(bought));
    const order = (await findOrderByNumber(own.ctx.db.read, bought.number))!;
    expect(order).toMatchObject({
      status: 'delivered',
      lines: [{ name: 'Geschenkgutschein', price: 5000, vatRate: 0 }],
    });
    const page = await bought.buyer.text(`/de/order/${bought.number}`);
    expect(page).toContain('Ausgestellt');
    expect(page).toContain('Geschenkgutschein');
    expect(page).not.toContain('Ihr Paket');
    expect(page).not.toContain('undefined');
    expect((await owner.get('/desk/packing')).text).not.toContain(bought.number);
    for (const buyer of [bought.buyer.email, 'ana müller'])
      expect((await owner.get(`/desk/search?q=${encodeURIComponent(buyer)}`)).html).toContain(
        `href="/desk/money/vouchers/${bought.voucher.id}"`,
      );
    const desk = (await owner.get(`/desk/orders/${bought.number}`)).text;
    expect(desk).toContain(`GV-…-${bought.voucher.last_four}`);
    expect(desk).not.toContain('value="undo"');
  });

  it('mails the friend on the chosen day, and keeps the address out of the order', async () => {
    const friend = newEmail();
    const sendOn = addDays(today(), 30);
    const to = { name: 'Bia Silva', email: friend, message: 'Parabéns <b>!</b>', sendOn };
    const bought = await buy({ value: 25, to }, { expectedTotal: 25 });
    expect(bought.voucher).toMatchObject({
      ...{ sender_name: 'Ana Müller', recipient_name: 'Bia Silva', recipient_email: friend, send_on: sendOn },
      message: 'Parabéns <b>!</b>',
    });
    expect((await checkoutRow(own.ctx, bought.checkoutId)).gift_voucher).not.toContain(friend);
    const at = (iso: string) => ({ ...own.ctx, now: () => new Date(iso) });
    await sendDueVouchers(at(`${addDays(sendOn, -1)}T12:00:00Z`));
    expect(await mailsTo(own.ctx, friend)).toEqual([]);
    await sendDueVouchers(at(`${sendOn}T12:00:00Z`));
    await sendDueVouchers(at(`${sendOn}T13:00:00Z`));
    expect(await mailsTo(own.ctx, friend)).toHaveLength(1);
    expect(await bought.buyer.text(`/de/order/${bought.number}`)).toContain(friend);
  });

  it('is the same checkout when the request is repeated, and refuses the same request with other words', async () => {
    const buyer = await newBuyerHere();
    const sent = body({ to: { name: 'Bia', email: newEmail() } });
    const first = await begin(buyer, sent);
    expect(await begin(buyer, sent)).toEqual(first);
    const other = { ...sent, giftVoucher: { ...sent.giftVoucher, from: 'Rui' } };
    expect((await buyer.post<Refused>('/api/checkout/', other)).status).toBe(409);
    await endHold(own.ctx, first.checkoutId);
    await own.paypal.approve(first.paypalOrderId);
    await Promise.all([buyer.tryCapture(first.checkoutId), settle(own.ctx, first.checkoutId)]);
    expect(await vouchersOf(own.ctx, first.checkoutId)).toHaveLength(1);
  });

  it('is refused with goods, a code or another voucher, out of its bounds, and on days that are over or far away', async () => {
    const buyer = await newBuyerHere();
    const { code } = await newVoucher(own.ctx, 5000);
    const to = { name: 'Bia', email: newEmail() };
    const refusals: [object, string][] = [
      [body({}, { lines: [own.line('AGUA')] }), 'lines'],
      [body({}, { code: 'WELCOME' }), 'lines'],
      [body({}, { voucher: code }), 'lines'],
      [body({ value: 9 }, { expectedTotal: 9 }), 'giftVoucher.value'],
      [body({ value: 251 }, { expectedTotal: 251 }), 'giftVoucher.value'],
      [body({ value: 50.5 }, { expectedTotal: 50.5 }), 'giftVoucher.value'],
      [body({ from: 'www.evil.example' }), 'giftVoucher.from'],
      [body({ to: { ...to, email: 'a@b.de, c@d.de' } }), 'giftVoucher.to.email'],
      [body({ to: { ...to, message: 'x'.repeat(501) } }), 'giftVoucher.to.message'],
      [body({ to: { ...to, sendOn: addDays(today(), -1) } }), 'giftVoucher.to.sendOn'],
      [body({ to: { ...to, sendOn: addDays(today(), 366) } }), 'giftVoucher.to.sendOn'],
      [body({ to: { ...to, sendOn: '2026-02-31' } }), 'giftVoucher.to.sendOn'],
      [{ ...body(), giftVoucher: undefined, shipping: ADDRESS }, 'lines'],
    ];
    for (const [sent, field] of refusals) {
      const answer = await buyer.post<Record<string, unknown>>('/api/checkout/', sent);
      expect([answer.status, Object.keys(answer.body)], JSON.stringify(sent)).toEqual([
        400,
        expect.arrayContaining([field]),
      ]);
    }
    const wrong = await buyer.post<Refused>('/api/checkout/', body({}, { expectedTotal: 5 }));
    expect(wrong.body).toMatchObject({ code: 'price_changed', cart: { total: 50 } });
  });

  it('waits for a guest’s bank transfer, and is issued when the money is there', async () => {
    const guest = newGuest(own.server.url);
    const placed = await guest.visitor.post<Settled>('/api/checkout/transfer/', body({}, { email: guest.email }));
    expect(placed.status).toBe(201);
    const number = placed.body.orderNumber;
    const order = (await findOrderByNumber(own.ctx.db.read, number))!;
    expect(await vouchersOf(own.ctx, order.checkoutId)).toEqual([]);
    expect(order.clientName).toBe('Ana Müller');
    const text = (await lastMailTo(own.ctx, guest.email)).text!;
    expect(text).toContain('schicken wir Ihnen den Gutschein');
    // The notice on the guarantee is about goods.
    expect(text).not.toContain('europa.eu');
    expect((await owner.get('/desk/packing')).text).not.toContain(number);
    expect(await buyersPage(own, guest, number)).toContain('bis 14 Tage nach dem Ausstellen');
    const booked = await owner.post(`/desk/orders/${number}`, { act: 'transferArrived', order: number });
    expect((await owner.get(booked.location)).text).toContain('The buyer gets the voucher and its receipt by email.');
    expect(await vouchersOf(own.ctx, order.checkoutId)).toMatchObject([{ value_cents: 5000 }]);
    expect(await paymentsOfCheckout(own.ctx, order.checkoutId)).toMatchObject([{ status: 'COMPLETED' }]);
    expect((await findOrderByNumber(own.ctx.db.read, number))!.status).toBe('delivered');
  });

  it('keeps nothing about the friend when the order is cancelled unpaid', async () => {
    const guest = newGuest(own.server.url);
    const friend = newEmail();
    const sent = body({ to: { name: 'Bia', email: friend } }, { email: guest.email });
    const { orderNumber } = (await guest.visitor.post<Settled>('/api/checkout/transfer/', sent)).body;
    const order = (await findOrderByNumber(own.ctx.db.read, orderNumber))!;
    expect((await checkoutRow(own.ctx, order.checkoutId)).gift_voucher).toContain(friend);
    expect((await cancelTransfer(own.ctx, order)).ok).toBe(true);
    expect((await checkoutRow(own.ctx, order.checkoutId)).gift_voucher).not.toContain(friend);
    expect(await vouchersOf(own.ctx, order.checkoutId)).toEqual([]);
  });
});

describe('the money of a sold gift voucher', () => {
  it('has a receipt without VAT, is owed to its holder in DATEV’s file, and is no turnover', async () => {
    const bought = await buy();
    const [receipt] = await documentsOf(bought.number);
    expect(receipt).toMatchObject({
      ...{ taxMode: 'voucher', title: 'Beleg über einen Gutschein', vatRows: [] },
      shares: [{ rate: 0, gross: 5000, tax: 0 }],
    });
    expect(receipt!.notes.join()).toContain('§ 3 Abs. 15 UStG');
    const month = thisMonth();
    const bookings = (await bookingsOfMonth(own.ctx, month)).filter(({ orderNumber }) => orderNumber === bought.number);
    expect(bookings).toMatchObject([{ isVoucherSale: true, gross: 5000, tax: 0 }]);
    expect(sumByMonth(bookings)).toEqual([]);
    const file = datevBatch({ bookings, movements: [], paidClaims: [], vouchers: [] }, settings(), {
      ...month,
      now: own.ctx.now(),
    });
    expect(file.toString('latin1').split('\r\n')[2]).toMatch(/^50,00;"S";"EUR";;;;1360;1604;/);
  });

  it('a refund empties the voucher before the money moves, and one that PayPal refuses for good fills it again', async () => {
    const bought = await buy();
    await own.paypal.next({ call: 'refund', fault: '503', times: 3 });
    await refund(bought.number);
    expect(await left(bought)).toBe(0);
    expect(
      (await bought.buyer.post<{ voucher?: object }>('/api/cart/', { lines: [own.line('AGUA')], code: codeOf(bought) }))
        .body.voucher,
    ).toBeUndefined();
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await left(bought)).toBe(0);
    expect((await findOrderByNumber(own.ctx.db.read, bought.number))!.payment).toBe('refunded');
    // The credit note books it, so the ledger must not.
    const moves = await voucherMovesOfMonth(own.ctx, thisMonth());
    const own4 = moves.filter(({ voucher }) => voucher === `GV-${bought.voucher.last_four}`);
    expect(own4.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['issued', 5000],
      ['paid_out', -5000],
    ]);
    expect(own4.map((move) => voucherEntry(move, settings()))).toEqual([undefined, undefined]);
    const [, note] = await documentsOf(bought.number);
    expect(note).toMatchObject({ kind: 'credit_note', taxMode: 'voucher', shares: [{ rate: 0, gross: 5000, tax: 0 }] });
    const other = await buy();
    await own.paypal.next({ call: 'refund', fault: 'FAILED' });
    await refund(other.number);
    expect(await left(other)).toBe(5000);
  });

  it('refunds what nobody has spent, and no more', async () => {
    const bought = await buy();
    const spender = await newBuyerHere();
    const spent = await spender.post<Settled>('/api/checkout/voucher/', {
      ...{ requestId: randomUUID(), lines: [own.line('AGUA')], shipping: ADDRESS, languageLocale: 'de-DE' },
      ...{ code: codeOf(bought), expectedTotal: 9.99, expectedDue: 0 },
    });
    expect(spent.status).toBe(201);
    expect(await left(bought)).toBe(4001);
    expect((await owner.get(`/desk/orders/${bought.number}/refund`)).text.replaceAll('\u00a0', ' ')).toContain(
      '40,01 € is left on the voucher',
    );
    expect((await refund(bought.number, '--amount', '40,02')).code).not.toBe(0);
    await refund(bought.number);
    expect(await left(bought)).toBe(0);
    expect(await findOrderByNumber(own.ctx.db.read, bought.number)).toMatchObject({
      payment: 'partially_refunded',
      refunded: 4001,
    });
  });

  it('a refund at PayPal takes what is left, once however often it is reported', async () => {
    const bought = await buy();
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { cents: 2000, times: 2 });
    expect(await left(bought)).toBe(3000);
  });

  it('a refund does not mail the voucher to its buyer again once its first mail was deleted', async () => {
    const bought = await buy();
    const { read } = own.ctx.db;
    const codes = async () => (await mailsTo(own.ctx, bought.buyer.email)).filter(({ kind }) => kind === 'voucher');
    expect(await codes()).toHaveLength(1);
    await read.deleteFrom('outbox').where('voucher_id', '=', bought.voucher.id).execute();
    await refund(bought.number, '--amount', '10');
    expect(await left(bought)).toBe(4000);
    expect(await codes()).toEqual([]);
  });
});

it('a shop that does not sell gift vouchers refuses them, and has no page for them', async () => {
  const page = '/de/gift-voucher';
  expect((await fetch(own.server.url + page)).status).toBe(200);
  expect((await fetch(plain.server.url + page)).status).toBe(404);
  const buyer = await newBuyer(plain.ctx, plain.server.url);
  expect((await buyer.post('/api/checkout/', body())).status).toBe(400);
});
