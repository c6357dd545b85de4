import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { invoicePath } from '#src/shared/paths.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { siteWithFacts, type PublicSite } from '../../support/shops/public-site.ts';

const FACTS = `shop:
  name: Laden am Eck
  shipping: 4,90
  freeFrom: 50
  deliveryDays: { least: 3, most: 5 }

texts:
  de-DE:
    mail:order.delivery: Wann es kommt
  en-US:
    mail:order.delivery: When it comes
`;

let site: PublicSite;
let own: PayingShop;
let ids: Record<string, number>;

beforeAll(async () => {
  const today = germanDay(new Date().toISOString());
  site = siteWithFacts(
    readFileSync('src/content/shop.yaml', 'utf8')
      .replace(/^shop:\n(?:[ #].*\n|\n)+?texts:\n(?: .*\n)+/m, FACTS)
      .replace('  breaks:\n', `  breaks:\n    ${today}: ${addDays(today, 20)}\n`),
  );
  own = await payingShop(site.env, [
    { cod_catalog: 'CAFE', real_price: '25.00', quantity_available: 100 },
    { cod_catalog: 'MATE', real_price: '24.99', quantity_available: 100, deposit: '0.25' },
  ]);
  ids = await idsOf(own.ctx);
});
afterAll(async () => {
  await own?.dispose();
  site?.dispose();
});

const lines = (...codes: string[]) => codes.map((code) => ({ productId: ids[code]!, quantity: 1 }));

/** Orders the products and returns the buyer's mail as text. */
async function order(codes: string[], expectedTotal: number, languageLocale: string) {
  const ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin(lines(...codes), { expectedTotal, languageLocale });
  const { cents } = await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await ana.capture(begun.checkoutId);
  const mail = await lastMailTo(own.ctx, ana.email);
  return { ana, cents, orderNumber, mail, text: (mail.text ?? '').replaceAll('\u00a0', ' ') };
}

describe('free shipping from 50,00 € of goods', () => {
  it.each([
    [['MATE', 'CAFE'], { subtotal: 49.99, shipping: 4.9, freeShippingLeft: 0.01, deposit: 0.25, total: 55.14 }],
    [['CAFE', 'CAFE'], { subtotal: 50, shipping: 0, freeShippingLeft: 0, deposit: 0, total: 50 }],
    [['MATE'], { subtotal: 24.99, shipping: 4.9, freeShippingLeft: 25.01, deposit: 0.25, total: 30.14 }],
  ])('applies to the totals of the cart: %j', async (codes, totals) => {
    expect((await postCart(own.server.url, { lines: lines(...codes) })).body).toMatchObject(totals);
  });

  it.each([
    [['MATE', 'CAFE'], 55.14, '4,90 €'],
    [['CAFE', 'CAFE'], 50, '0,00 €'],
  ])('applies to the order, PayPal, the mail and the invoice: %j', async (codes, total, shipping) => {
    const { ana, cents, orderNumber, text } = await order(codes, total, 'de-DE');
    expect(cents).toBe(Math.round(total * 100));
    expect(text).toMatch(new RegExp(`Versand:?\\s+${shipping}`));
    const [invoice] = await own.ctx.db.read.selectFrom('invoices').selectAll().orderBy('number', 'desc').execute();
    expect(invoice?.total_cents).toBe(cents);
    const { bytes } = await ana.file(invoicePath(orderNumber, invoice!.number));
    expect((await readPdf(bytes)).text.includes('Versand')).toBe(shipping !== '0,00 €');
  });

  it('is decided by the server, which refuses an order without shipping below the limit', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { status, body } = await ana.tryBegin(lines('MATE', 'CAFE'), { expectedTotal: 50.24 });
    expect([status, body.cart?.total]).toEqual([409, 55.14]);
  });
});

it.each([
  ['pt-BR', 'em 3 a 5 dias úteis'],
  ['de-DE', 'in 3 bis 5 Werktagen'],
  ['en-US', 'in 3 to 5 business days'],
] as const)('the confirmation names shop, price and days, and has the owner’s texts, in %s', async (locale, days) => {
  const { mail, text } = await order(['CAFE', 'CAFE'], 50, locale);
  for (const part of [days, 'Laden am Eck', '4,90 €', '50,00 €']) expect(text).toContain(part);
  expect(text.includes('Wann es kommt')).toBe(locale === 'de-DE');
  expect(text.includes('When it comes')).toBe(locale === 'en-US');
  expect(mail.html).toContain('Laden am Eck');
  expect(text).not.toMatch(/\{\{|Vitrine/);
});

it.each([
  ['pt-BR', '', 'não enviamos pedidos', 'não contam no prazo'],
  ['de-DE', '/de', 'versenden wir nichts', 'verlängert sich die Lieferzeit'],
  ['en-US', '/en', 'We ship nothing', 'delivery takes that much longer'],
] as const)('mail and pages name the days without dispatch, in %s', async (locale, prefix, ...parts) => {
  const { ana, orderNumber, text } = await order(['CAFE', 'CAFE'], 50, locale);
  const page = await ana.text(`${prefix}/order/${orderNumber}`);
  for (const part of parts) {
    expect(text).toContain(part);
    expect(page).toContain(part);
  }
  expect(text).not.toMatch(/\{\{/);
});

it('the order page names the days', async () => {
  const { ana, orderNumber } = await order(['CAFE'], 29.9, 'de-DE');
  const page = await ana.text(`/de/order/${orderNumber}/`);
  expect(page).toContain('in 3 bis 5 Werktagen');
  expect(page).toContain('Laden am Eck');
});
