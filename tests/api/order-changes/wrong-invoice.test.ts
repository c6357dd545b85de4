import { beforeAll, describe, expect, it } from 'vitest';
import { bookingsSoFar } from '#src/features/invoices/server/bookings.ts';
import { sumByMonth } from '#src/features/invoices/accounting.ts';
import { currentInvoice } from '#src/features/invoices/invoice.ts';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { invoicingShop } from '../../support/shops/invoicing-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { BILLING, WISHES } from '../../support/people/wishes.ts';
import { wordsOf } from '../../support/texts/html.ts';

const own = forFile(() => invoicingShop());
let ana: Buyer;
let desk: DeskVisitor;

beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner');
});

async function buy(wishes: object = {}) {
  const begun = await ana.begin(own.lines, wishes);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await ana.capture(begun.checkoutId);
  const { id } = await own.ctx.db.read
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow();
  return { orderNumber, id };
}

const correct = (orderNumber: string, more: object) =>
  desk.post(`/desk/orders/${orderNumber}/change`, { act: 'invoice', ...BILLING, reference: 'K-4711/2026', ...more });
const factsOf = (row: InvoiceRow) => readContent(row).facts.map(([, value]) => value.replaceAll('\u00a0', ' '));
const sumOf = (rows: InvoiceRow[]) =>
  rows.reduce((sum, { kind, total_cents: cents }) => sum + (kind === 'invoice' ? cents : -cents), 0);

describe('a wrong invoice', () => {
  it('is taken back and replaced at the desk, with one mail, and later refunds credit the new one', async () => {
    const { orderNumber, id } = await buy(WISHES);
    await shopHere(['orders', 'refund', orderNumber, '--amount', '1', '--yes'], own.env);
    const wrong = await correct(orderNumber, { company: 'Neue GmbH', vat_id: 'DE1' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Please check: VAT ID')]);
    expect((await correct(orderNumber, {})).text).toContain('That is what the order says already.');
    expect(await own.invoicesOf(id)).toHaveLength(2);

    const before = (await mailsTo(own.ctx, ana.email)).length;
    expect((await correct(orderNumber, { company: 'Neue GmbH', reference: 'R 2' })).status).toBe(303);
    const [first, refund, ...more] = await own.invoicesOf(id);
    const correction = more.find(({ kind }) => kind === 'credit_note')!;
    const invoice = more.find(({ kind }) => kind === 'invoice')!;
    expect([more.length, correction.total_cents, invoice.total_cents]).toEqual([
      2,
      first!.total_cents,
      first!.total_cents,
    ]);
    expect(readContent(correction)).toMatchObject({
      shares: readContent(first!).shares,
      buyer: readContent(first!).buyer,
    });
    expect(readContent(invoice).buyer[1]).toMatch(/^Neue GmbH\nRui Costa/);
    expect(factsOf(correction).join()).toContain(first!.number);
    expect(factsOf(correction)).toContain('K-4711/2026');
    expect(factsOf(invoice)).toEqual(expect.arrayContaining([first!.number, 'R 2']));

    const mails = await mailsTo(own.ctx, ana.email);
    expect([mails.length - before, mails.at(-1)!.subject]).toEqual([
      1,
      `Bestellung ${orderNumber}: korrigierte Rechnung`,
    ]);
    const files = (await own.pdfsTo(ana.email)).at(-1)!;
    expect(files.map(({ filename }) => filename)).toEqual([`${correction.number}.pdf`, `${invoice.number}.pdf`]);
    for (const [index, type] of [381, 380].entries()) {
      const { text, attachments } = await readPdf(files[index]!.bytes);
      expect(text).toContain(['hebt die Rechnung auf', 'Neue GmbH'][index]);
      expect(attachments.get('factur-x.xml')).toContain(`<ram:TypeCode>${type}<`);
    }

    await shopHere(['orders', 'refund', orderNumber, '--yes'], own.env);
    const all = await own.invoicesOf(id);
    const last = all.at(-1)!;
    expect(factsOf(last).join()).toContain(invoice.number);
    expect(last.total_cents).toBe(invoice.total_cents - refund!.total_cents);
    expect(sumOf(all)).toBe(0);
    const [month] = sumByMonth(await bookingsSoFar(own.ctx));
    expect(month).toMatchObject({ orders: 1, invoiced: first!.total_cents, credited: first!.total_cents });

    const { payment_status: payment } = await own.ctx.db.read
      .selectFrom('orders')
      .select('payment_status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(payment).toBe('refunded');
    const page = await desk.get(`/desk/orders/${orderNumber}`);
    expect(page.text).toContain('corrected the invoice');
    expect(page.text).toContain(`Replaces invoice ${first!.number}`);
    const shown = wordsOf(await ana.text(`/de/order/${orderNumber}`));
    for (const text of [`Hebt Rechnung ${first!.number} auf`, `Ersetzt Rechnung ${first!.number}`])
      expect(shown).toContain(text);
  });

  it('names the account’s new address after the account was corrected', async () => {
    const { orderNumber, id } = await buy();
    const { company: _, vat_id: __, ...moved } = { ...BILLING, name: 'Ana Müller', address: 'Am Wall' };
    const { name: ___, ...columns } = moved;
    await own.ctx.db.read.updateTable('clients').set(columns).where('id', '=', ana.clientId).execute();
    const form = { act: 'invoice', ...moved };
    expect((await desk.post(`/desk/orders/${orderNumber}/change`, form)).status).toBe(303);
    expect(readContent(currentInvoice(await own.invoicesOf(id))!).buyer[1]).toContain('Am Wall 12');
    expect((await desk.post(`/desk/orders/${orderNumber}/change`, form)).text).toContain('says already');
  });

  it('is not in the confirmation that goes to a guest’s corrected email; the new one is', async () => {
    const guest = newGuest(own.server.url);
    const begun = await guest.begin(own.lines, WISHES);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber, orderId } = await guest.capture(begun.checkoutId);
    await correct(orderNumber, { company: 'Neue GmbH' });
    const email = `right-${guest.email}`;
    expect((await desk.post(`/desk/orders/${orderNumber}/change`, { act: 'email', email })).status).toBe(303);
    const invoice = currentInvoice(await own.invoicesOf(orderId))!;
    expect((await own.pdfsTo(email)).map((files) => files.map(({ filename }) => filename))).toEqual([
      [`${invoice.number}.pdf`],
    ]);
  });

  it('of a refunded order to the account’s address is corrected on the command line, in the buyer’s language', async () => {
    const { orderNumber, id } = await buy({ languageLocale: 'pt-BR' });
    await shopHere(['orders', 'refund', orderNumber, '--yes'], own.env);
    const unknown = await shopHere(['orders', 'change', orderNumber, '--billing', 'town=Bremen'], own.env);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Example: --billing company=Café')]);
    const done = await shopHere(['orders', 'change', orderNumber, '--billing', 'company=Padaria Lda'], own.env);
    expect([done.code, done.stderr]).toEqual([0, '']);
    const documents = await own.invoicesOf(id);
    expect(documents).toHaveLength(4);
    expect(sumOf(documents)).toBe(0);
    expect((await mailsTo(own.ctx, ana.email)).at(-1)!.subject).toBe(`Pedido ${orderNumber}: fatura corrigida`);
    const again = await shopHere(['orders', 'change', orderNumber, '--billing', 'company=Padaria'], own.env);
    expect(again.code).toBe(0);
    expect((await own.invoicesOf(id)).filter(({ kind }) => kind === 'invoice')).toHaveLength(3);
  });
});
