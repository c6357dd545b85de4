import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCode } from '#src/features/codes/server/code.service.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { cancelTransfer, recordTransfer } from '#src/features/transfers/server/transfer.service.ts';
import { recordTransferredRefund } from '#src/features/transfers/server/owed-refund.service.ts';
import { invoicePath } from '#src/shared/paths.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { ADDRESS, newBuyer, type Buyer, type Settled } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import {
  checkoutRow,
  endHold,
  ordersOfCheckout,
  paymentsOfCheckout,
  refundsOfCheckout,
  stockOf,
} from '../../support/people/order-rows.ts';
import { reconcileNow } from '../../support/people/pass-time.ts';
import { buyersPage, orderByTransfer } from '../../support/people/transfer-buyer.ts';
import { leftOn, newVoucher, type TestVoucher } from '../../support/people/vouchers.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { transferShop } from '../../support/shops/transfer-shop.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { wordsOf } from '../../support/texts/html.ts';

const own = forFile(() => transferShop());
let owner: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

/** 17,95 € of goods at 7 and 19 % VAT, 0,50 € of deposit and 5,00 € of shipping: 23,45 €. */
const goods = () => [own.line('AGUA', 3), own.line('GUARANA', 2)];
const TOTAL = 23.45;
const newBuyerHere = () => newBuyer(own.ctx, own.server.url);
const priced = async (code: string) => (await postCart(own.server.url, { lines: goods(), code })).body;
const refund = (number: string, ...args: string[]) =>
  shopHere(['orders', 'refund', number, ...args, '--yes', '--again'], own.env);

/** An order that a voucher pays in part, and PayPal the rest. */
async function buy(voucher: TestVoucher, expectedDue: number, who?: Buyer) {
  const buyer = who ?? (await newBuyerHere());
  const begun = await buyer.begin(goods(), { code: voucher.code, expectedTotal: TOTAL, expectedDue });
  const { cents } = await own.paypal.approve(begun.paypalOrderId);
  return { ...begun, cents, buyer, number: (await buyer.capture(begun.checkoutId)).orderNumber };
}

const wholeBody = (voucher: TestVoucher, more: object = {}) => ({
  ...{ requestId: randomUUID(), lines: goods(), shipping: ADDRESS, languageLocale: 'de-DE' },
  ...{ code: voucher.code, expectedTotal: TOTAL, expectedDue: 0, ...more },
});
const orderWhole = <T = Settled>(buyer: Buyer, body: object) => buyer.post<T>('/api/checkout/voucher/', body);

const documentsOf = async (number: string) =>
  (
    await own.ctx.db.read
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .selectAll('i')
      .where('o.order_number', '=', number)
      .orderBy('i.issued_at')
      .execute()
  ).map((row) => ({ ...row, content: readContent(row) }));

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
const movementsOf = ({ id }: TestVoucher) =>
  own.ctx.db.read
    .selectFrom('voucher_movements')
    .select(['kind', 'amount_cents as cents'])
    .where('voucher_id', '=', id)
    .orderBy('id')
    .execute();

describe('a gift voucher in the cart', () => {
  it('pays of the total, which stays as it is, and a code beside it still changes the prices', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    await addCode(own.ctx, {
      ...{ code: 'CINCO', kind: 'amount', value: 500, minimum: 0, startsOn: null, endsOn: null },
      ...{ maxUses: null, maxUsesEach: null, scope: 'all', targets: [], endedAt: null },
    });
    const alone = await priced(voucher.code.toLowerCase().replaceAll('-', ' '));
    expect(alone).toMatchObject({ total: TOTAL, voucher: { code: voucher.short, used: 10, left: 0 } });
    expect([alone.discounts, alone.problems]).toEqual([[], []]);
    const both = { ...{ total: 18.45, codes: true, vouchers: true }, voucher: { used: 10, left: 0 } };
    expect(await priced(`CINCO ${voucher.code}`)).toMatchObject({ ...both, discounts: [{ code: 'CINCO', amount: 5 }] });
    const beside = { lines: goods(), code: 'cinco', voucher: voucher.code };
    expect((await postCart(own.server.url, beside)).body).toMatchObject(both);
    expect(await priced((await newVoucher(own.ctx, 5000)).code)).toMatchObject({
      voucher: { used: 23.45, left: 26.55 },
    });
  });

  it('that cannot pay is named beside unchanged prices, and one that does not exist is an unknown code', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const set = (values: object) =>
      own.ctx.db.write((tx) => tx.updateTable('vouchers').set(values).where('id', '=', voucher.id).execute());
    await set({ locked_at: '2026-01-01T00:00:00.000Z' });
    expect(await priced(voucher.code)).toMatchObject({ total: TOTAL, problems: [{ code: 'voucher_locked' }] });
    await set({ locked_at: null, expires_on: '2025-12-31' });
    expect((await priced(voucher.code)).problems).toMatchObject([{ code: 'voucher_expired', detail: /2025/ }]);
    expect((await priced('GV-0000-0000-0000-0000')).problems).toMatchObject([{ code: 'code_unknown' }]);
  });
});

describe('an order that a gift voucher pays in part', () => {
  it('asks PayPal for the rest, and says both on its page, in the mail, at the desk and on the invoice', async () => {
    const voucher = await newVoucher(own.ctx, 2200);
    const { cents, buyer, number, checkoutId } = await buy(voucher, 1.45);
    expect(cents).toBe(145);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ total_cents: 2345, voucher_cents: 2200 });
    expect(await leftOn(own.ctx, voucher)).toBe(0);
    const lines = new RegExp(`23,45 €.*\\(${voucher.short}\\):? -22,00 €.*1,45 €`);
    expect(wordsOf(await buyer.text(`/de/order/${number}`))).toMatch(lines);
    expect(flat((await lastMailTo(own.ctx, buyer.email)).text ?? '')).toMatch(lines);
    expect(flat((await owner.get(`/desk/orders/${number}`)).text)).toMatch(lines);
    const [invoice] = await documentsOf(number);
    expect(invoice).toMatchObject({ total_cents: 2345, content: { voucher: 2200 } });
    const { bytes } = await buyer.file(invoicePath(number, invoice!.number));
    expect(flat((await readPdf(bytes)).text)).toMatch(/Geschenkgutschein.*22,00 €\. Übriger Betrag: 1,45 €/);
    expect((await shopHere(['orders', 'show', number], own.env)).stdout).toMatch(/gift voucher GV.*22,00/);
  });

  it('is refunded the way the money came, and what PayPal has no more of returns to the voucher', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const { number, checkoutId, paypalOrderId, buyer } = await buy(voucher, 13.45);
    // 4,99 € each
    expect((await refund(number, '--line', 'AGUA=2')).stdout).toMatch(/9,98/);
    expect(await leftOn(own.ctx, voucher)).toBe(0);
    const second = await refund(number, '--line', 'AGUA=1');
    expect(flat(second.stdout)).toMatch(/4,99 € refunded\. 1,52 € of it to the gift voucher/);
    expect(await leftOn(own.ctx, voucher)).toBe(152);
    expect(flat((await lastMailTo(own.ctx, buyer.email)).text ?? '')).toMatch(
      /3,47 € über PayPal.*Zurück auf dem Geschenkgutschein.*1,52 €/,
    );
    const form = await owner.get(`/desk/orders/${number}/refund?what=all`);
    expect(flat(form.text)).toMatch(/8,48 €.*0,00 €.*back to the gift voucher.*8,48 €/);
    expect((await refund(number)).code).toBe(0);
    const { refunds } = await own.paypal.order(paypalOrderId);
    expect(refunds.map(({ cents }) => cents)).toEqual([998, 347]);
    expect(await leftOn(own.ctx, voucher)).toBe(1000);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toMatchObject([{ payment_status: 'refunded' }]);
    expect(await paymentsOfCheckout(own.ctx, checkoutId)).toMatchObject([
      { amount_cents: 1345, voucher_cents: 1000, refunded_cents: 2345, status: 'REFUNDED' },
    ]);
    const documents = await documentsOf(number);
    expect(documents.map(({ total_cents }) => total_cents)).toEqual([2345, 998, 499, 848]);
    expect(documents.map(({ content }) => content.voucher ?? 0)).toEqual([1000, 0, 152, 848]);
  });

  it('returns nothing to the voucher while PayPal refuses the refund, and keeps what went there', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const { number, checkoutId, paypalOrderId } = await buy(voucher, 13.45);
    await own.paypal.next({ call: 'refund', fault: 'TRANSACTION_REFUSED' });
    expect((await refund(number)).code).not.toBe(0);
    expect(await leftOn(own.ctx, voucher)).toBe(0);
    expect((await refund(number)).code).toBe(0);
    expect(await leftOn(own.ctx, voucher)).toBe(1000);
    expect((await own.paypal.order(paypalOrderId)).refunds.map(({ cents }) => cents)).toEqual([1345]);
    expect((await refundsOfCheckout(own.ctx, checkoutId)).map(({ status }) => status)).toEqual(['failed', 'completed']);
  });

  it('is refused with the new prices when another order has used the voucher, and when nothing is said of it', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const [ana, rui] = [await newBuyerHere(), await newBuyerHere()];
    const sent = { code: voucher.code, expectedTotal: TOTAL, expectedDue: 13.45 };
    const { checkoutId } = await ana.begin(goods(), sent);
    const refused = await rui.tryBegin(goods(), sent);
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed']);
    expect(refused.body.cart?.problems).toMatchObject([{ code: 'voucher_empty' }]);
    // Ana's own checkout does not stand in her way.
    expect((await ana.post<object>('/api/cart/', { lines: goods(), code: voucher.code })).body).toMatchObject({
      voucher: { used: 10 },
    });
    await ana.cancel(checkoutId);
    const unsaid = await rui.tryBegin(goods(), { code: voucher.code, expectedTotal: TOTAL });
    expect([unsaid.status, unsaid.body.code]).toEqual([409, 'price_changed']);
    expect(unsaid.body.cart?.voucher).toMatchObject({ used: 10 });
    await rui.begin(goods(), sent);
  });

  it('that is paid late holds the voucher again, or captures nothing when others have used it', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const [ana, rui] = [await newBuyerHere(), await newBuyerHere()];
    const sent = { code: voucher.code, expectedTotal: TOTAL, expectedDue: 13.45 };
    const late = await ana.begin(goods(), sent);
    await endHold(own.ctx, late.checkoutId);
    await reconcileNow(own.ctx);
    expect(await leftOn(own.ctx, voucher)).toBe(1000);
    const { checkoutId } = await rui.begin(goods(), sent);
    await own.paypal.approve(late.paypalOrderId);
    expect((await ana.tryCapture(late.checkoutId)).body.code).toBe('code_used_up');
    expect((await own.paypal.order(late.paypalOrderId)).captures).toEqual([]);
    await rui.cancel(checkoutId);
    const second = await ana.begin(goods(), { ...sent, requestId: randomUUID() });
    await endHold(own.ctx, second.checkoutId);
    await reconcileNow(own.ctx);
    await own.paypal.approve(second.paypalOrderId);
    expect((await ana.capture(second.checkoutId)).status).toBe('success');
    expect(await leftOn(own.ctx, voucher)).toBe(0);
  });
});

describe('an order that a gift voucher pays in full', () => {
  it('is placed once without PayPal, however often the button is tapped, and refunds to the voucher', async () => {
    const voucher = await newVoucher(own.ctx, 5000);
    const buyer = await newBuyerHere();
    const before = (await own.paypal.orders()).length;
    const body = wholeBody(voucher);
    const answers = await Promise.all(Array.from({ length: 5 }, () => orderWhole(buyer, body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const { orderNumber: number } = answers[0]!.body;
    expect(answers.map((answer) => answer.body)).toEqual(Array(5).fill({ ...answers[0]!.body, status: 'success' }));
    expect(await movementsOf(voucher)).toEqual([
      { kind: 'issued', cents: 5000 },
      { kind: 'used', cents: -2345 },
    ]);
    expect((await own.paypal.orders()).length).toBe(before);
    expect((await buyer.post<Settled>('/api/checkout/voucher/find/', body)).body.orderNumber).toBe(number);
    // Neither with PayPal nor by transfer does the same request become another order.
    for (const path of ['/api/checkout/', '/api/checkout/transfer/'])
      expect(await buyer.post<object>(path, body)).toMatchObject({ status: 409, body: { code: 'request_reused' } });
    const page = flat(await buyer.text(`/de/order/${number}`));
    expect(page.replaceAll(/<\/?span[^>]*>/g, '')).toContain(`Geschenkgutschein (${voucher.short}), bezahlt`);
    expect(page).not.toContain('PayPal, bezahlt');
    const [invoice] = await documentsOf(number);
    expect(invoice!.content.notes[0]).toBe(
      `Der Betrag ist bereits mit dem Geschenkgutschein ${voucher.short} bezahlt.`,
    );
    expect(flat((await refund(number, '--restock')).stdout)).toMatch(/23,45 € refunded\. 23,45 € of it/);
    expect(await leftOn(own.ctx, voucher)).toBe(5000);
    expect(await buyer.text(`/de/order/${number}`)).toMatch(/23,45\s€ auf Ihren Geschenkgutschein/);
  });

  it('may be a guest’s, also with more units than an unpaid order may hold, and is refused when sold out', async () => {
    const voucher = await newVoucher(own.ctx, 50_000);
    const guest = newGuest(own.server.url);
    const before = await stockOf(own.ctx, 'AGUA');
    const lines = [own.line('AGUA', 10), own.line('GUARANA', 10), own.line('MATE', 5)];
    const { total } = (await postCart(own.server.url, { lines })).body;
    const body = wholeBody(voucher, { lines, expectedTotal: total, email: guest.email });
    const placed = await guest.visitor.post<Settled>('/api/checkout/voucher/', body);
    expect(placed.status).toBe(201);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 10);
    expect(await leftOn(own.ctx, voucher)).toBe(50_000 - Math.round(total * 100));
  });

  it('takes no voucher that pays less, and PayPal is not asked for nothing', async () => {
    const buyer = await newBuyerHere();
    const less = await orderWhole<object>(buyer, wholeBody(await newVoucher(own.ctx, 1000)));
    expect(less).toMatchObject({ status: 409, body: { code: 'price_changed', cart: { voucher: { used: 10 } } } });
    const enough = await newVoucher(own.ctx, 5000);
    const paypal = await buyer.tryBegin(goods(), { code: enough.code, expectedTotal: TOTAL, expectedDue: 0 });
    expect([paypal.status, paypal.body.code]).toEqual([409, 'price_changed']);
    expect(await leftOn(own.ctx, enough)).toBe(5000);
  });
});

describe('an order by bank transfer with a gift voucher', () => {
  /** 2 × 4,99 € and 5,00 € of shipping. */
  const order = async (voucher: TestVoucher) => {
    const guest = newGuest(own.server.url);
    const placed = await orderByTransfer(own, guest, 2, { code: voucher.code, expectedDue: 4.98 });
    return { guest, ...placed, order: (await findOrderByNumber(own.ctx.db.read, placed.orderNumber))! };
  };

  it('asks for the rest, and gives the voucher its money back when that never arrives', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const placed = await order(voucher);
    const page = flat(await buyersPage(own, placed.guest, placed.orderNumber));
    expect(page).toMatch(/Betrag<\/dt> ?<dd[^>]*> ?4,98 €/);
    expect(await leftOn(own.ctx, voucher)).toBe(0);
    for (const ok of [true, false]) expect((await cancelTransfer(own.ctx, placed.order)).ok).toBe(ok);
    expect(await leftOn(own.ctx, voucher)).toBe(1000);
    expect(flat((await lastMailTo(own.ctx, placed.guest.email)).text ?? '')).toMatch(/Geschenkgutschein.*10,00 €/);
  });

  it('owes the buyer’s account no more than was transferred, and the voucher gets the rest with it', async () => {
    const voucher = await newVoucher(own.ctx, 1000);
    const { order: placed, orderNumber: number, checkoutId } = await order(voucher);
    expect((await recordTransfer(own.ctx, placed)).ok).toBe(true);
    expect(flat((await refund(number)).stdout)).toMatch(/14,98 € noted.*10,00 € of it to the gift voucher/);
    expect(flat((await owner.get('/desk/money/transfers')).text)).toContain('4,98 €');
    expect(await leftOn(own.ctx, voucher)).toBe(0);
    const [row] = await refundsOfCheckout(own.ctx, checkoutId);
    for (const ok of [true, false]) expect((await recordTransferredRefund(own.ctx, row!.request_id)).ok).toBe(ok);
    expect(await leftOn(own.ctx, voucher)).toBe(1000);
  });
});
