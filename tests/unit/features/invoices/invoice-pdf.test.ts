import { describe, expect, it } from 'vitest';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { totalsOf, vatIn } from '#src/features/cart/totals.ts';
import { creditNoteContent, type CreditedLine } from '#src/features/invoices/credit-note-content.ts';
import { invoiceContent } from '#src/features/invoices/invoice-content.ts';
import type { Recipient } from '#src/features/invoices/invoice-facts.ts';
import type { InvoiceContent } from '#src/features/invoices/invoice.ts';
import { renderInvoice } from '#src/features/invoices/server/invoice-pdf.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { readPdf } from '../../../support/texts/pdf-text.ts';

const AT = '2026-11-25T10:00:00.000Z';
const SELLER = {
  company: {
    ...{ name: 'Loja GmbH', street: 'Hauptstraße 1', postalCode: '10115', city: 'Berlin', register: 'HRB 1 B' },
    vatId: 'DE123456789',
  },
  contact: { email: 'loja@loja.example', phone: '+49 30 23125 000' },
  tax: { number: '' },
};
const SMALL = { ...SELLER, company: { ...SELLER.company, vatId: '[USt-IdNr.]' }, tax: { number: '12/345/67890' } };
const BUYER = { buyer: ['Ana Müller', 'Rosenweg 7a', '04109 Leipzig'] };
const ADDRESS = {
  ...{ name: 'Ana Müller', address: 'Rosenweg', number: '7a', additional_address: '' },
  ...{ postal_code: '04109', city: 'Leipzig', country: 'DE' },
};

const water = {
  name: 'Água de Coco',
  traits: 'Kero · 1 l',
  code: 'AGUA',
  quantity: 3,
  price: 499,
  deposit: 0,
  vatRate: 7,
};
const guarana = { name: 'Guaraná', traits: '', code: 'GUARANA', quantity: 2, price: 149, deposit: 25, vatRate: 19 };

/** The order of a small business. */
const taxFree = [water, guarana].map((line) => ({ ...line, vatRate: 0 }));

const orderOf = (lines = [water, guarana]) => {
  const { shipping, vat, total } = totalsOf(lines, DEFAULT_TERMS);
  const sums = { lines, shipping, vat, total };
  return { id: 'order', orderNumber: 'K7QF-3MXA', orderedAt: AT, deliveredAt: null, address: ADDRESS, ...sums };
};
const issueOf = (locale: Locale, number: string, seller = SELLER) => ({
  number,
  locale,
  seller,
  at: AT,
});
interface Drawn {
  lines?: (typeof water)[];
  seller?: typeof SELLER;
  recipient?: Recipient;
}
const pdfOf = (locale: Locale, { lines, seller, recipient = BUYER }: Drawn = {}) =>
  renderInvoice(invoiceContent(issueOf(locale, 'RE-2026-00001', seller), orderOf(lines), recipient), AT);

describe('an invoice', () => {
  it.each(LOCALE_CODES)('in %s has everything that §14(4) UStG requires, with the German terms', async (locale) => {
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

  it('explains the German terms in the buyer’s language', async () => {
    expect((await readPdf(await pdfOf('pt-BR'))).text).toContain('Fatura / Rechnung RE-2026-00001');
    expect((await readPdf(await pdfOf('en-US'))).text).toContain('Invoice / Rechnung RE-2026-00001');
  });

  it('of 60 lines continues over pages that repeat the head and show number and page', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({ ...water, name: `Produto ${index + 1}` }));
    const { pages, text } = await readPdf(await pdfOf('de-DE', { lines }));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => expect(page).toContain(`RE-2026-00001 · ${index + 1}/${pages.length}`));
    for (const page of pages.slice(0, 2)) expect(page).toContain('Menge Bezeichnung Einzelpreis');
    for (const { name } of lines) expect(text.match(new RegExp(`${name} `, 'g'))).toHaveLength(1);
  });

  it('is the same file each time it is rendered, and embeds its fonts', async () => {
    const [first, second] = [await pdfOf('de-DE'), await pdfOf('de-DE')];
    expect(Buffer.from(first).equals(second)).toBe(true);
    expect(Buffer.from(first).toString('latin1')).toContain('/FontFile2');
  });

  it('of a small business shows no VAT, but §19 UStG and the tax number', async () => {
    const { text } = await readPdf(await pdfOf('de-DE', { lines: taxFree, seller: SMALL }));
    for (const part of [
      'nach § 19 UStG; es wird keine Umsatzsteuer berechnet',
      'Steuernummer: 12/345/67890',
      'Rechnungsbetrag 23,45 €',
    ])
      expect(text).toContain(part);
    for (const part of ['USt-IdNr', 'Nettobetrag', '19 %', '7 %', '0 %']) expect(text).not.toContain(part);
  });

  it('names the delivery address when it differs from the buyer’s', async () => {
    const deliverTo = ['Bob Beschenkter', 'Fremde Straße 99', '01067 Dresden'];
    const { text } = await readPdf(await pdfOf('de-DE', { recipient: { ...BUYER, deliverTo } }));
    expect(text).toContain(
      'Rechnungsempfänger Ana Müller Rosenweg 7a 04109 Leipzig Lieferung an Bob Beschenkter Fremde Straße 99 ' +
        '01067 Dresden',
    );
  });
});

describe('a credit note', () => {
  const lineOf = ({ code, name }: typeof water, units: number, amount: number): CreditedLine => ({
    code,
    name,
    units,
    amount,
  });

  /** An order with shipping: 4.17 € of it at 7 %, 0.83 € at 19 %. `shares` are the credited amounts by rate. */
  function correct(lines: CreditedLine[], shares: [rate: number, gross: number][], of = [water, guarana]) {
    const order = orderOf(of);
    const content = invoiceContent(issueOf('de-DE', 'RE-2026-00001'), order, BUYER);
    return creditNoteContent(issueOf('de-DE', 'RK-2026-00001'), order, {
      lines,
      shares: shares.map(([rate, gross]) => ({ rate, gross, tax: vatIn(gross, rate) })),
      invoice: { number: 'RE-2026-00001', issuedAt: AT, content },
    });
  }
  const rowsOf = ({ rows }: InvoiceContent) => rows.map((row) => row.map((cell) => cell.replaceAll('\u00a0', ' ')));

  it('names the corrected invoice and its buyer, and refunds the tax per rate', async () => {
    const content = correct(
      [],
      [
        [7, 1914],
        [19, 431],
      ],
    );
    const { text } = await readPdf(await renderInvoice(content, AT));
    for (const part of [
      'Rechnungskorrektur RK-2026-00001',
      'Zu Rechnung RE-2026-00001, 25. November 2026',
      'Ana Müller Rosenweg 7a 04109 Leipzig',
      '7 % 17,89 € 1,25 € 19,14 €',
      'Erstattungsbetrag 23,45 €',
    ])
      expect(text).toContain(part);
  });

  it('lists refunded units with their deposit, and refunded shipping by rate', () => {
    const lines = [lineOf(guarana, 2, 348), { code: 'shipping', name: '', units: 1, amount: 500 }];
    const content = correct(lines, [
      [7, 417],
      [19, 431],
    ]);
    expect(rowsOf(content)).toEqual([
      ['2', 'Guaraná (GUARANA)', '1,49 €', '19 %', '2,98 €'],
      ['2', 'Pfand: Guaraná', '0,25 €', '19 %', '0,50 €'],
      ['1', 'Versand (Anteil zu 7 %)', '4,17 €', '7 %', '4,17 €'],
      ['1', 'Versand (Anteil zu 19 %)', '0,83 €', '19 %', '0,83 €'],
    ]);
  });

  it('lists partially refunded units with the refunded amount', () => {
    expect(rowsOf(correct([lineOf(guarana, 2, 101)], [[19, 101]]))).toEqual([
      ['2', 'Guaraná (GUARANA)', '', '19 %', '1,01 €'],
    ]);
  });

  it('lists refunded lines without prices when earlier refunds used up their VAT rate', () => {
    const content = correct(
      [lineOf(guarana, 2, 348)],
      [
        [7, 148],
        [19, 200],
      ],
    );
    const name = 'Erstattung zu Rechnung RE-2026-00001\n2 × Guaraná (GUARANA)\n2 × Pfand: Guaraná';
    expect(rowsOf(content)).toEqual([
      ['1', name, '1,48 €', '7 %', '1,48 €'],
      ['1', name, '2,00 €', '19 %', '2,00 €'],
    ]);
  });

  it('of a small business shows no VAT either', async () => {
    const { text } = await readPdf(await renderInvoice(correct([], [[0, 2345]], taxFree), AT));
    expect(text).toContain('nach § 19 UStG');
    for (const part of ['Nettobetrag', '0 %']) expect(text).not.toContain(part);
  });
});
