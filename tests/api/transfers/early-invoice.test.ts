import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { ADDRESS, type Settled } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { earlyInvoiceShop } from '../../support/shops/transfer-shop.ts';

const own = forFile(earlyInvoiceShop);
const month = germanDay(new Date().toISOString()).slice(0, 7);
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner', 'de-DE');
});

async function order(units: number) {
  const guest = newGuest(own.server.url);
  const placed = await guest.visitor.post<Settled>('/api/checkout/transfer/', {
    requestId: randomUUID(),
    lines: [own.line('AGUA', units)],
    shipping: ADDRESS,
    email: guest.email,
    expectedTotal: units * 4.99 + 5,
    languageLocale: 'de-DE',
  });
  expect(placed.status).toBe(201);
  return { orderNumber: placed.body.orderNumber, email: guest.email };
}

const act = async (name: string, orderNumber: string) =>
  (await desk.post('/desk/money/transfers', { act: name, order: orderNumber })).location;

const documentsOf = (orderNumber: string) =>
  own.ctx.db.read
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .selectAll('i')
    .where('o.order_number', '=', orderNumber)
    .orderBy('i.issued_at')
    .orderBy('i.number')
    .execute();

const pdfsOf = async (email: string) =>
  (await lastMailTo(own.ctx, email)).attachments.filter(({ mimeType }) => mimeType === 'application/pdf').length;

it('the invoice comes with the order, says how to pay it until when, and stays the only one once it is paid', async () => {
  const { orderNumber, email } = await order(2);
  expect(await pdfsOf(email)).toBe(1);
  const [invoice] = await documentsOf(orderNumber);
  const { facts, notes, isUnpaid } = readContent(invoice!);
  expect(isUnpaid).toBe(true);
  expect(notes[0]).toContain('noch nicht bezahlt');
  const names = facts.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['Zahlbar bis', 'Bankkonto', 'Verwendungszweck']));
  expect(names).not.toContain('Zahlungseingang');
  expect(facts.map(([, value]) => value)).toContain('Laden GmbH\nDE89370400440532013000');

  expect(await act('transferArrived', orderNumber)).toContain('done=');
  expect(await documentsOf(orderNumber)).toHaveLength(1);
  expect(await pdfsOf(email)).toBe(0);
  // A refund then is one of paid money.
  await shopHere(['orders', 'refund', orderNumber, '--amount', '1,00', '--yes'], own.env);
  const { request_id: refund } = await own.ctx.db.read
    .selectFrom('refunds')
    .select('request_id')
    .executeTakeFirstOrThrow();
  await desk.post('/desk/money/transfers', { act: 'refundTransferred', refund });
  const [, creditNote] = await documentsOf(orderNumber);
  expect(readContent(creditNote!)).not.toHaveProperty('isUnpaid');
});

it('an order that is cancelled unpaid gets a credit note over its whole invoice, which nobody can correct any more', async () => {
  const { orderNumber, email } = await order(3);
  expect(await act('transferCancel', orderNumber)).toContain('done=');
  const [invoice, creditNote, ...more] = await documentsOf(orderNumber);
  expect(more).toEqual([]);
  expect(creditNote).toMatchObject({ kind: 'credit_note', total_cents: 1997, corrects_id: invoice!.id });
  expect(readContent(creditNote!).shares).toEqual(readContent(invoice!).shares);
  expect(readContent(creditNote!).notes[0]).toContain('unbezahlt storniert');
  expect((await mailsTo(own.ctx, email)).at(-1)).toMatchObject({ kind: 'transfer_ended' });
  expect(await pdfsOf(email)).toBe(1);
  const page = (await desk.get(`/desk/orders/${orderNumber}`)).text;
  expect(page).toContain(`Hebt Rechnung ${invoice!.number} auf`);
  expect((await desk.get(`/desk/orders/${orderNumber}/change`)).text).not.toContain('Rechnungsempfänger');
});

it('the month’s books agree to the cent: a claim with the order, money when it comes, and nothing for what is cancelled', async () => {
  const { orderNumber: corrected } = await order(4);
  // A wrong recipient is corrected before the money is there: the claim stays the same.
  const fields = {
    name: 'Ana Lima',
    address: 'Allee',
    number: '1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
  };
  const change = { act: 'invoice', company: 'Lima GmbH', vat_id: '', additional_address: '', reference: '', ...fields };
  expect((await desk.post(`/desk/orders/${corrected}/change`, change)).status).toBe(303);
  expect(await documentsOf(corrected)).toHaveLength(3);
  expect(await act('transferArrived', corrected)).toContain('done=');
  await order(5);

  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-claims-'));
  const sums = new Map<string, number>();
  try {
    writeContent(root, { 'consultant:\n  client:': 'consultant: 29098\n  client: 55003' });
    const call = ['orders', 'datev', '--month', month, '--folder', root];
    expect(await shopHere(call, { ...own.env, CONTENT_DIR: root })).toMatchObject({ code: 0 });
    const text = readFileSync(path.join(root, `EXTF_Buchungsstapel_${month}.csv`), 'latin1');
    for (const line of text.trimEnd().split('\r\n').slice(2)) {
      const [amount = '', sign, , , , , account = '', counter = ''] = line.split(';');
      const cents = (sign === '"S"' ? 1 : -1) * Math.round(Number(amount.replace(',', '.')) * 100);
      sums.set(account, (sums.get(account) ?? 0) + cents);
      sums.set(counter, (sums.get(counter) ?? 0) - cents);
    }
  } finally {
    rmSync(root, { recursive: true });
  }
  // Paid: 14.98 € less 1 € that went back, and 24.96 €. Open: 29.95 €.
  expect(sums.get('1200')).toBe(1498 - 100 + 2496);
  expect(sums.get('1410')).toBe(2995);
  expect((sums.get('8300') ?? 0) + (sums.get('8400') ?? 0)).toBe(-(1498 - 100 + 2496 + 2995));
  const { text } = await desk.get('/desk/money');
  expect(text).toMatch(/Bezahlt -39,94.€ Unbezahlt storniert -44,93.€ Veränderung der offenen Rechnungen 29,95.€/);
});
