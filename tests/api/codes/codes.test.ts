import { beforeAll, describe, expect, it } from 'vitest';
import { addCode, endCode } from '#src/features/codes/server/code.service.ts';
import type { DiscountCode } from '#src/features/codes/code.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { cancelTransfer } from '#src/features/transfers/server/transfer.service.ts';
import { invoicePath } from '#src/shared/paths.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { changeCheckout, checkoutRow, endHold, minutesAgo, ordersOfCheckout } from '../../support/people/order-rows.ts';
import { reconcileNow } from '../../support/people/pass-time.ts';
import { buyersPage, orderByTransfer } from '../../support/people/transfer-buyer.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { transferShop } from '../../support/shops/transfer-shop.ts';
import { wordsOf } from '../../support/texts/html.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const own = forFile(() => transferShop());
let owner: DeskVisitor;

const TERMS: DiscountCode = {
  code: '',
  kind: 'amount',
  value: 500,
  minimum: 0,
  startsOn: null,
  endsOn: null,
  maxUses: null,
  maxUsesEach: null,
  scope: 'all',
  targets: [],
  endedAt: null,
};
let count = 0;
/** Adds a code of 5,00 € off, or of other terms; returns it. */
async function newCode(terms: Partial<DiscountCode> = {}): Promise<string> {
  const code = `CODE-${++count}`;
  const added = await addCode(own.ctx, { ...TERMS, ...terms, code });
  if (!added.ok) throw new Error(added.error.kind);
  return code;
}

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

/** 17,95 € of goods at 7 and 19 % VAT, 0,50 € of deposit and 5,00 € of shipping. */
const goods = () => [own.line('AGUA', 3), own.line('GUARANA', 2)];
const priced = async (code: string, lines = goods()) => (await postCart(own.server.url, { lines, code })).body;
const newBuyerHere = () => newBuyer(own.ctx, own.server.url);

/** A paid order. `total`: what the page showed. */
async function buy(code: string, total: number, buyer?: Buyer, lines = goods()) {
  const who = buyer ?? (await newBuyerHere());
  const begun = await who.begin(lines, { code, expectedTotal: total });
  const { cents } = await own.paypal.approve(begun.paypalOrderId);
  return { ...begun, cents, buyer: who, number: (await who.capture(begun.checkoutId)).orderNumber };
}

const invoicesOf = (number: string) =>
  own.ctx.db.read
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select(['i.number', 'i.kind', 'i.total_cents', 'i.content'])
    .where('o.order_number', '=', number)
    .orderBy('i.issued_at')
    .execute();

describe('a discount code', () => {
  it('is a line of its own in the cart, beside unchanged prices, and its VAT is split to the cent', async () => {
    const code = await newCode();
    const plain = (await postCart(own.server.url, { lines: goods() })).body;
    const cart = await priced(` ${code.toLowerCase()} `);
    expect(cart).toMatchObject({
      ...{ lines: plain.lines, subtotal: 17.95, shipping: 5, deposit: 0.5, total: 18.45, problems: [] },
      discounts: [{ code, amount: 5, label: `Desconto (${code})` }],
      // 10,80 € and 4,17 € of shipping; 2,15 €, 0,50 € of deposit and 0,83 € of shipping
      vat: [
        { rate: 7, amount: 0.98 },
        { rate: 19, amount: 0.56 },
      ],
    });
    expect(plain).not.toHaveProperty('discounts');
  });

  it('is taken off what PayPal asks for, and shown in mail, order, desk and invoice', async () => {
    const code = await newCode();
    const { cents, buyer, number, checkoutId } = await buy(code, 18.45);
    expect(cents).toBe(1845);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ code, total_cents: 1845, subtotal_cents: 1295 });
    const page = wordsOf(await buyer.text(`/de/order/${number}`));
    expect(page).toMatch(new RegExp(`17,95\\s€.*Rabatt \\(${code}\\).*-5,00\\s€.*18,45\\s€`));
    expect(page.match(/2 × /g)).toHaveLength(1);
    const { text = '' } = await lastMailTo(own.ctx, buyer.email);
    expect(text).toMatch(new RegExp(`17,95\\s€[\\s\\S]*Rabatt \\(${code}\\)[^\\n]*-5,00\\s€[\\s\\S]*18,45\\s€`));
    expect((await owner.get(`/desk/orders/${number}`)).text).toMatch(
      new RegExp(`Discount \\(${code}\\), contained in the prices -5,00\\s€ .*18,45\\s€`),
    );
    const [invoice] = await invoicesOf(number);
    expect(invoice!.total_cents).toBe(1845);
    const { bytes } = await buyer.file(invoicePath(number, invoice!.number));
    const pdf = (await readPdf(bytes)).text.replaceAll(/\s+/g, ' ');
    expect(pdf).toMatch(/2 Guaraná \(GUARANA\).*?1,49 € 19 ?% 2,98 €/);
    expect(pdf).toMatch(
      new RegExp(`Rabatt ${code} \\(Anteil 7 ?%\\).*?-4,17 €.*?\\(Anteil 19 ?%\\).*?-0,83 €.*?18,45 €`),
    );
    expect((await shopHere(['orders', 'show', number], own.env)).stdout).toContain(`discount code ${code} -5,00`);
  });

  it('is refunded as what was paid: unit by unit, and then the rest, with credit notes that add up', async () => {
    const { number, checkoutId } = await buy(await newCode(), 18.45);
    const refund = (...args: string[]) => shopHere(['orders', 'refund', number, ...args, '--yes'], own.env);
    // 1,49 € - 0,41 € + 0,25 € of deposit
    expect((await refund('--line', 'GUARANA=1')).stdout).toMatch(/1,33\s€/);
    expect((await refund('--line', 'AGUA=2')).stdout).toMatch(/7,20\s€/);
    expect((await refund()).code).toBe(0);
    const [order] = await ordersOfCheckout(own.ctx, checkoutId);
    expect(order!.payment_status).toBe('refunded');
    const documents = await invoicesOf(number);
    const notes = documents.filter(({ kind }) => kind === 'credit_note').map(({ total_cents }) => total_cents);
    expect(notes).toEqual([133, 720, 992]);
    const taxOf = (content: string) =>
      (JSON.parse(content) as { shares: { tax: number }[] }).shares.reduce((sum, { tax }) => sum + tax, 0);
    const [invoiced, ...credited] = documents.map(({ content }) => taxOf(content));
    expect(credited.reduce((sum, tax) => sum + tax)).toBe(invoiced);
  });

  it('makes the shipping free, and says so on order and invoice', async () => {
    const code = await newCode({ kind: 'shipping', value: 0 });
    expect(await priced(code)).toMatchObject({ shipping: 5, discounts: [{ amount: 5 }], total: 18.45 });
    const { cents, buyer, number } = await buy(code, 18.45);
    expect(cents).toBe(1845);
    expect((await buyer.text(`/de/order/${number}`)).replaceAll(/\s+/g, ' ')).toMatch(/>5,00\s€<.*-5,00\s€/);
    const [invoice] = await invoicesOf(number);
    const { rows } = JSON.parse(invoice!.content) as { rows: string[][] };
    expect(rows.slice(-4).map((row) => row.at(-1))).toEqual(['4,17 €', '0,83 €', '-4,17 €', '-0,83 €'].map(nbsp));
  });

  it('says why it takes nothing off: unknown, over, below its minimum or not for these goods', async () => {
    const over = await newCode();
    await endCode(own.ctx, over);
    const few = await newCode({ minimum: 1796 });
    const others = await newCode({ scope: 'products', targets: ['MATE'] });
    for (const [code, problem, detail] of [
      ['NO-SUCH', 'code_unknown', 'não existe'],
      [over, 'code_expired', 'não vale mais'],
      [few, 'code_minimum', '17,96'],
      [others, 'code_not_for_these', 'não vale para este carrinho'],
    ] as const) {
      const cart = await priced(code);
      expect(cart).toMatchObject({ subtotal: 17.95, total: 23.45 });
      expect(cart).not.toHaveProperty('discounts');
      expect(cart.problems).toEqual([{ code: problem, detail: expect.stringContaining(detail) }]);
    }
    expect((await postCart(own.server.url, { lines: goods(), code: 'X'.repeat(101) })).status).toBe(400);
    expect((await priced('A\u0000')).problems).toMatchObject([{ code: 'code_unknown' }]);
  });

  it('is ordered at the price that its buyer saw, with or without it', async () => {
    const code = await newCode();
    const buyer = await newBuyerHere();
    await endCode(own.ctx, code);
    const changed = await buyer.tryBegin(goods(), { code, expectedTotal: 18.45 });
    expect([changed.status, changed.body.code, changed.body.cart?.total]).toEqual([409, 'price_changed', 23.45]);
    expect(changed.body.cart?.problems).toMatchObject([{ code: 'code_expired' }]);
    const { checkoutId } = await buyer.begin(goods(), { code, expectedTotal: 23.45 });
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ code: null, total_cents: 2345 });
  });

  it('takes a percentage only off what is not reduced already', async () => {
    const code = await newCode({ kind: 'percent', value: 10, scope: 'not_reduced' });
    expect(await priced(code, [own.line('AGUA'), own.line('MATE', 2)])).toMatchObject({
      discounts: [{ amount: 0.5 }],
      total: 12.83,
    });
  });

  it('is repeated with its request, and not with another code', async () => {
    const [one, other] = [await newCode(), await newCode()];
    const buyer = await newBuyerHere();
    const sent = { requestId: `request-${one}`, expectedTotal: 18.45 };
    const begun = await buyer.begin(goods(), { ...sent, code: one });
    expect(await buyer.begin(goods(), { ...sent, code: one })).toEqual(begun);
    expect((await buyer.tryBegin(goods(), { ...sent, code: other })).body.code).toBe('request_reused');
    const plain = { requestId: `plain-${one}`, expectedTotal: 23.45 };
    const rui = await newBuyerHere();
    await rui.begin(goods(), plain);
    const later = await rui.tryBegin(goods(), { ...plain, code: other, expectedTotal: 18.45 });
    expect(later.body.code).toBe('request_reused');
  });

  it('is not found by trying: after many unknown ones, every code is unknown for a while', async () => {
    const code = await newCode();
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const cart = async (tried: string) => (await postCart(own.server.url, { lines: goods(), code: tried }, from)).body;
    for (let at = 0; at < 60; at++) await cart(`TRY-${at}`);
    expect(await cart(code)).toMatchObject({ total: 23.45, problems: [{ code: 'code_unknown' }] });
    expect(await priced(code)).toMatchObject({ total: 18.45 });
  });

  it('is carried by a link to any page, which keeps it for the cart', async () => {
    const code = await newCode();
    const cookiesAt = async (path: string) => (await fetch(own.server.url + path)).headers.getSetCookie();
    for (const path of ['/de/', '/search/agua', '/de/cart'])
      expect(await cookiesAt(`${path}?code=${code.toLowerCase()}`)).toContainEqual(
        expect.stringMatching(new RegExp(`^code=${code}; Path=/; Max-Age=2592000; SameSite=Lax`)),
      );
    const forDesk = `/desk/products/recalls/new?code=${code}`;
    for (const path of [
      forDesk,
      '/de/',
      '/de/?code=',
      '/de/?code=a%0Ab',
      `/de/?code=${'A'.repeat(40)}`,
      '/api/?code=A1',
    ])
      expect(await cookiesAt(path)).not.toContainEqual(expect.stringMatching(/^code=/));
    expect((await postCart(own.server.url, { lines: goods() })).body).toMatchObject({ codes: true });
  });

  it('cannot be carried by PayPal’s express button, which asks for no email before', async () => {
    const code = await newCode();
    const answer = await (
      await newBuyerHere()
    ).post('/api/checkout/express/', {
      ...{ requestId: `express-${code}`, lines: goods(), expectedTotal: 18.45, languageLocale: 'de-DE', code },
    });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'price_changed' }]);
  });
});

const nbsp = (text: string) => text.replace(' €', '\u00a0€');

describe('the uses of a discount code', () => {
  it('count while a checkout holds its units, are the buyer’s own, and are free again when it ends unpaid', async () => {
    const code = await newCode({ maxUses: 1 });
    const [ana, rui] = [await newBuyerHere(), await newBuyerHere()];
    const { checkoutId } = await ana.begin(goods(), { code, expectedTotal: 18.45 });
    expect((await priced(code)).problems).toMatchObject([{ code: 'code_used_up' }]);
    expect((await ana.post<object>('/api/cart/', { lines: goods(), code })).body).toMatchObject({ total: 18.45 });
    const refused = await rui.tryBegin(goods(), { code, expectedTotal: 18.45 });
    expect([refused.status, refused.body.code, refused.body.cart?.total]).toEqual([409, 'price_changed', 23.45]);
    await ana.cancel(checkoutId);
    const second = await rui.begin(goods(), { code, expectedTotal: 18.45 });
    await endHold(own.ctx, second.checkoutId);
    await reconcileNow(own.ctx);
    await buy(code, 18.45, ana);
    // The buyer whose hold expired pays after all, and nothing is captured.
    await own.paypal.approve(second.paypalOrderId);
    expect((await rui.tryCapture(second.checkoutId)).body.code).toBe('code_used_up');
    expect((await own.paypal.order(second.paypalOrderId)).captures).toEqual([]);
    expect((await priced(code)).problems).toMatchObject([{ code: 'code_used_up' }]);
    // The reason stays, whatever becomes of the code.
    await own.ctx.db.write((tx) => tx.updateTable('codes').set({ max_uses: 9 }).where('code', '=', code).execute());
    expect((await rui.tryCapture(second.checkoutId)).body.code).toBe('code_used_up');
  });

  it('are taken again by a late payment while there are some left', async () => {
    const code = await newCode({ maxUses: 1 });
    const ana = await newBuyerHere();
    const begun = await ana.begin(goods(), { code, expectedTotal: 18.45 });
    await changeCheckout(own.ctx, begun.checkoutId, { hold_expires_at: minutesAgo(own.ctx, 1) });
    await reconcileNow(own.ctx);
    await own.paypal.approve(begun.paypalOrderId);
    expect((await ana.capture(begun.checkoutId)).status).toBe('success');
    expect((await priced(code)).problems).toMatchObject([{ code: 'code_used_up' }]);
  });

  it('count still after the goods came back and the buyer was refunded', async () => {
    const code = await newCode({ maxUses: 1 });
    const { number, checkoutId } = await buy(code, 18.45);
    expect((await shopHere(['orders', 'refund', number, '--restock', '--yes'], own.env)).code).toBe(0);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ hold: 'released' });
    expect((await priced(code)).problems).toMatchObject([{ code: 'code_used_up' }]);
  });

  it('by a guest count for the account with the same email address, already in its cart', async () => {
    const code = await newCode({ maxUsesEach: 1 });
    const ana = await newBuyerHere();
    await newGuest(own.server.url, { email: ana.email }).begin(goods(), { code, expectedTotal: 18.45 });
    expect((await ana.post<object>('/api/cart/', { lines: goods(), code })).body).toMatchObject({
      ...{ total: 23.45, problems: [{ code: 'code_used_up' }] },
    });
  });

  it('are limited for each customer: by account, and for guests by email address', async () => {
    const code = await newCode({ maxUsesEach: 1 });
    const { buyer } = await buy(code, 18.45);
    expect((await buyer.tryBegin(goods(), { code, expectedTotal: 18.45 })).body.cart?.total).toBe(23.45);
    const email = `Bia.${code}@example.org`;
    const first = newGuest(own.server.url, { email });
    const begun = await first.begin(goods(), { code, expectedTotal: 18.45 });
    await own.paypal.approve(begun.paypalOrderId);
    await first.capture(begun.checkoutId);
    const again = newGuest(own.server.url, { email: email.toLowerCase() });
    expect((await again.tryBegin(goods(), { code, expectedTotal: 18.45 })).body.cart?.problems).toMatchObject([
      { code: 'code_used_up' },
    ]);
    await newGuest(own.server.url).begin(goods(), { code, expectedTotal: 18.45 });
  });

  it('are free again when an order’s bank transfer never arrives', async () => {
    const code = await newCode({ maxUses: 1 });
    const guest = newGuest(own.server.url);
    const { orderNumber } = await orderByTransfer(own, guest, 2, { code, expectedTotal: 9.98 });
    expect(await buyersPage(own, guest, orderNumber)).toMatch(/9,98\s€/);
    expect((await priced(code)).problems).toMatchObject([{ code: 'code_used_up' }]);
    expect((await cancelTransfer(own.ctx, (await findOrderByNumber(own.ctx.db.read, orderNumber))!)).ok).toBe(true);
    expect((await priced(code)).problems).toEqual([]);
  });
});
