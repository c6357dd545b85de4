import { describe, expect, it } from 'vitest';
import { DEFAULT_TERMS } from '#src/shared/business.ts';
import { totalsOf } from '#src/features/cart/totals.ts';
import { creditNoteContent, invoiceContent } from '#src/features/invoices/invoice-content.ts';
import { creditShares } from '#src/features/invoices/invoice.ts';
import { renderInvoice } from '#src/features/invoices/server/invoice-pdf.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { readPdf } from '../../../support/pdf-text.ts';

const AT = '2026-11-25T10:00:00.000Z';
const SELLER = {
  company: { name: 'Loja GmbH', street: 'Hauptstraße 1', postalCode: '10115', city: 'Berlin', vatId: 'DE123456789' },
  contact: { email: 'loja@loja.example', phone: '+49 30 23125 000' },
  tax: { mode: 'regular' as 'regular' | 'small_business', number: '' },
};
const SMALL = {
  ...SELLER,
  company: { ...SELLER.company, vatId: '[USt-IdNr.]' },
  tax: { mode: 'small_business' as const, number: '12/345/67890' },
};

const water = { name: 'Água de Coco', traits: 'Kero · 1 l', code: 'AGUA', quantity: 3, price: 499, deposit: 0, vatRate: 7 };
const guarana = { name: 'Guaraná', traits: '', code: 'GUARANA', quantity: 2, price: 149, deposit: 25, vatRate: 19 };

const orderOf = (lines = [water, guarana]) => {
  const { shipping, vat, total } = totalsOf(lines, DEFAULT_TERMS);
  return { id: 'order', orderNumber: 'K7QF-3MXA', orderedAt: AT, deliveredAt: null, lines, shipping, vat, total };
};
const issueOf = (locale: Locale, number: string, seller = SELLER) => ({
  number,
  locale,
  seller,
  at: AT,
  buyer: ['Ana Müller', 'Rosenweg 7a', '04109 Leipzig'],
});
const pdfOf = (locale: Locale, { lines, seller }: { lines?: (typeof water)[]; seller?: typeof SELLER } = {}) =>
  renderInvoice(invoiceContent(issueOf(locale, 'RE-2026-00001', seller), orderOf(lines)), AT);

describe('an invoice', () => {
  it.each(LOCALE_CODES)('in %s has what §14(4) UStG asks for, with the German terms', async (locale) => {
    const { text, title, language, isTagged } = await readPdf(await pdfOf(locale));
    const german = [
      'Rechnung RE-2026-00001',
      'Ausstellungsdatum',
      'Zeitpunkt der Lieferung',
      'Nettobetrag',
      'Umsatzsteuer',
      'Bruttobetrag',
    ];
    const seller = ['Loja GmbH', 'Hauptstraße 1', '10115 Berlin', 'USt-IdNr.: DE123456789'];
    const rows = [
      '3 Água de Coco (AGUA) Kero · 1 l 4,99 € 7 % 14,97 €',
      '2 Guaraná (GUARANA) 1,49 € 19 % 2,98 €',
      'Pfand: Guaraná 0,25 € 19 % 0,50 €',
    ];
    // 14.97 of goods at 7 % take 4.17 of the shipping, 2.98 at 19 % take 0.83.
    const sums = ['4,17 € 7 %', '0,83 € 19 %', '7 % 17,89 € 1,25 € 19,14 €', '19 % 3,62 € 0,69 € 4,31 €', '23,45 €'];
    for (const part of [...german, ...seller, 'Ana Müller Rosenweg 7a 04109 Leipzig', 'K7QF-3MXA', ...rows, ...sums])
      expect(text).toContain(part);
    expect([title.endsWith('Rechnung RE-2026-00001'), language, isTagged]).toEqual([true, locale, true]);
  });

  it('says in the buyer’s language what the German terms mean', async () => {
    expect((await readPdf(await pdfOf('pt-BR'))).text).toContain('Fatura / Rechnung RE-2026-00001');
    expect((await readPdf(await pdfOf('en-US'))).text).toContain('Invoice / Rechnung RE-2026-00001');
  });

  it('of 60 lines goes on over pages that repeat the head and name number and page', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({ ...water, name: `Produto ${index + 1}` }));
    const { pages, text } = await readPdf(await pdfOf('de-DE', { lines }));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => expect(page).toContain(`RE-2026-00001 · ${index + 1}/${pages.length}`));
    for (const page of pages.slice(0, 2)) expect(page).toContain('Menge Bezeichnung Einzelpreis');
    for (const { name } of lines) expect(text.match(new RegExp(`${name} `, 'g'))).toHaveLength(1);
  });

  it('is the same file each time it is rendered, and has its fonts in it', async () => {
    const [first, second] = [await pdfOf('de-DE'), await pdfOf('de-DE')];
    expect(Buffer.from(first).equals(second)).toBe(true);
    expect(Buffer.from(first).toString('latin1')).toContain('/FontFile2');
  });

  it('of a small business shows no VAT, but §19 UStG and the tax number', async () => {
    const { text } = await readPdf(await pdfOf('de-DE', { seller: SMALL as typeof SELLER }));
    for (const part of ['nach § 19 UStG; es wird keine Umsatzsteuer berechnet', 'Steuernummer: 12/345/67890', 'Rechnungsbetrag 23,45 €'])
      expect(text).toContain(part);
    for (const part of ['USt-IdNr', 'Nettobetrag', '19 %', '7 %']) expect(text).not.toContain(part);
  });
});

it('a credit note names the invoice that it corrects, and gives the tax back per rate', async () => {
  const order = orderOf();
  const { shares } = invoiceContent(issueOf('de-DE', 'RE-2026-00001'), order);
  const corrected = { shares: creditShares(shares, order.total), invoice: { number: 'RE-2026-00001', issuedAt: AT } };
  const content = creditNoteContent(issueOf('de-DE', 'RK-2026-00001'), order, corrected);
  const { text } = await readPdf(await renderInvoice(content, AT));
  for (const part of [
    'Rechnungskorrektur RK-2026-00001',
    'Zu Rechnung RE-2026-00001, 25. November 2026',
    '7 % 17,89 € 1,25 € 19,14 €',
    'Erstattungsbetrag 23,45 €',
  ])
    expect(text).toContain(part);
});
