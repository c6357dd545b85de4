import { InvoiceService } from '@e-invoice-eu/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingsOf } from '#src/features/invoices/accounting.ts';
import { grossOf, type InvoiceContent } from '#src/features/invoices/invoice.ts';
import { profileOf } from '#src/features/invoices/e-invoice.ts';
import { toEInvoice } from '#src/features/invoices/e-invoice-document.ts';
import { renderXml } from '#src/features/invoices/server/e-invoice-xml.ts';
import { renderInvoice } from '#src/features/invoices/server/invoice-pdf.ts';
import { readPdf } from '../../../support/texts/pdf-text.ts';
import { documentsOf, ISSUED_AT, randomOrder, type RandomOrder } from '../../../support/data/random-orders.ts';

const cents = (text: string) => Math.round(Number(text) * 100);
const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);

/** The contents of all elements of a name. */
const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^]*?)</ram:${name}>`, 'g'))].map(([, content]) => content!);
const one = (xml: string, name: string): string => {
  const found = all(xml, name);
  expect(found, name).toHaveLength(1);
  return found[0]!;
};

/** The amounts of an XML in cents, by the names of EN 16931. */
function figuresOf(xml: string) {
  const lines = all(xml, 'IncludedSupplyChainTradeLineItem').map((line) => ({
    category: one(line, 'CategoryCode'),
    rate: Number(one(line, 'RateApplicablePercent')),
    net: cents(one(line, 'LineTotalAmount')),
    quantity: Number(one(line, 'BilledQuantity')),
    price: cents(one(line, 'ChargeAmount')),
    /** The units that the price is for. */
    units: Number(all(line, 'BasisQuantity')[0] ?? 1),
  }));
  const settlement = one(xml, 'ApplicableHeaderTradeSettlement');
  const rates = all(settlement, 'ApplicableTradeTax').map((tax) => ({
    category: one(tax, 'CategoryCode'),
    rate: Number(one(tax, 'RateApplicablePercent')),
    net: cents(one(tax, 'BasisAmount')),
    tax: cents(one(tax, 'CalculatedAmount')),
    exemption: all(tax, 'ExemptionReason')[0],
  }));
  const totals = one(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const total = (name: string) => cents(one(totals, name));
  return { lines, rates, total, allowances: all(settlement, 'SpecifiedTradeAllowanceCharge') };
}

function expectRulesOfSums(content: InvoiceContent, xml: string): void {
  const { lines, rates, total, allowances } = figuresOf(xml);
  const isSmall = content.taxMode === 'small_business';
  expect(total('LineTotalAmount'), 'BR-CO-10').toBe(sum(lines.map(({ net }) => net)));
  expect(allowances, 'BR-CO-11, BR-CO-12').toEqual([]);
  expect(total('TaxBasisTotalAmount'), 'BR-CO-13').toBe(total('LineTotalAmount'));
  expect(total('TaxTotalAmount'), 'BR-CO-14').toBe(sum(rates.map(({ tax }) => tax)));
  expect(total('GrandTotalAmount'), 'BR-CO-15').toBe(total('TaxBasisTotalAmount') + total('TaxTotalAmount'));
  expect(total('DuePayableAmount'), 'BR-CO-16').toBe(total('GrandTotalAmount') - total('TotalPrepaidAmount'));
  expect(new Set(rates.map(({ rate }) => rate)), 'BR-CO-18').toEqual(new Set(lines.map(({ rate }) => rate)));
  for (const { category, rate, net, tax, exemption } of rates) {
    expect([category, Boolean(exemption)], 'BR-S-01, BR-S-10, BR-E-10').toEqual(isSmall ? ['E', true] : ['S', false]);
    const own = lines.filter((line) => line.rate === rate);
    expect(net, 'BR-S-08').toBe(sum(own.map((line) => line.net)));
    // EXTENDED allows for rounding.
    const exact = Math.round((net * rate) / 100);
    if (profileOf(content.shares) === 'EN 16931') expect(tax, 'BR-CO-17, BR-S-09').toBe(exact);
    else if (content.kind === 'invoice') expect(Math.abs(tax - exact)).toBeLessThanOrEqual(1);
  }
  for (const { category, net, quantity, price, units } of lines) {
    expect(category, 'BR-S-05').toBe(isSmall ? 'E' : 'S');
    expect(price, 'BR-27').toBeGreaterThanOrEqual(0);
    expect((price * quantity) / units).toBe(net);
  }
  for (const [, name, decimals] of xml.matchAll(/<ram:(\w+Amount)\b[^>]*>-?\d+(?:\.(\d+))?</g))
    expect(decimals?.length ?? 0, `BR-DEC of ${name}`).toBeLessThanOrEqual(2);
}

describe('the XML of an invoice to a company', () => {
  it('follows the rules of EN 16931 about sums, and agrees to the cent with order, document and DATEV file', async () => {
    const profiles = new Set<string>();
    await fc.assert(
      fc.asyncProperty(randomOrder, async (random) => {
        const { order, documents } = documentsOf(random);
        const booked = bookingsOf(
          documents.map((content) => ({
            ...content,
            orderNumber: '',
            isCorrection: false,
            isUnpaid: false,
            isVoucherSale: false,
            captureId: null,
            paidBy: 'paypal' as const,
            bookedAt: ISSUED_AT,
          })),
        );
        for (const content of documents) {
          const xml = await renderXml(content, content.eInvoice!, ISSUED_AT);
          expectRulesOfSums(content, xml);
          const { rates, total } = figuresOf(xml);
          expect(total('GrandTotalAmount')).toBe(grossOf(content.shares));
          const bookings = booked.filter(({ number }) => number === content.number);
          expect(rates.map(({ rate, net, tax }) => [rate, net + tax, tax])).toEqual(
            bookings.map(({ rate, gross, tax }) => [rate, Math.abs(gross), Math.abs(tax)]),
          );
          profiles.add(/<ram:GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>(.*?)</.exec(xml)![1]!);
        }
        expect(grossOf(documents[0]!.shares)).toBe(order.total);
        expect(sum(booked.map(({ gross }) => gross))).toBe(0);
        expect(sum(booked.map(({ voucher }) => voucher))).toBe(0);
      }),
      { numRuns: 40 },
    );
    expect([...profiles].sort()).toEqual([
      'urn:cen.eu:en16931:2017',
      'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
    ]);
  });
});

/** One product at 19 %, with 5.00 shipping. */
const orderOf = (price: number): RandomOrder => ({
  lines: [{ regular: price, percent: 0, quantity: 1, deposit: 0, vatRate: 19 }],
  ...{
    isSmall: false,
    off: 0,
    isFree: false,
    voucher: 0,
    isDelivered: false,
    isElsewhere: true,
    locale: 'de-DE',
    refunds: [],
  },
});

describe('a document to a company', () => {
  it('is a PDF/A-3 with the XML and tags for screen readers, and the same file each time', async () => {
    for (const content of documentsOf(orderOf(500)).documents) {
      const [pdf, again] = [await renderInvoice(content, ISSUED_AT), await renderInvoice(content, ISSUED_AT)];
      expect(Buffer.from(pdf).equals(again)).toBe(true);
      const { isTagged, attachments } = await readPdf(pdf);
      expect(isTagged).toBe(true);
      expect([...attachments]).toEqual([['factur-x.xml', await renderXml(content, content.eInvoice!, ISSUED_AT)]]);
      const raw = Buffer.from(pdf).toString('latin1');
      const parts = [
        ...['<pdfaid:part>3<', '<pdfaid:conformance>A<', '<pdfuaid:part>1<', '<fx:ConformanceLevel>EN 16931<'],
        // The attached file, its kind, and the catalog's list of attached files.
        ...['/AFRelationship /Alternative', '/Subtype /text#2Fxml', '/AF ['],
        // The colours' profile, the metadata and the file's id.
        ...['/Type /OutputIntent', '/S /GTS_PDFA1', '/DestOutputProfile', '/Metadata ', '/ID [<'],
      ];
      for (const part of parts) expect(raw).toContain(part);
      const times = (part: string) => raw.split(part).length - 1;
      expect([times('/FontFile2 '), times('/Type /FontDescriptor')], 'fonts embedded').toEqual([2, 2]);
      // PDF/A allows neither.
      for (const part of ['/Encrypt', '/JavaScript']) expect(raw).not.toContain(part);
    }
  });

  it('names buyer, reference and delivery, and a credit note also the invoice', async () => {
    const [invoice, creditNote] = documentsOf(orderOf(500)).documents;
    const [first, second] = await Promise.all(
      [invoice!, creditNote!].map((content) => renderXml(content, content.eInvoice!, ISSUED_AT)),
    );
    for (const xml of [first!, second!])
      for (const part of ['Café &amp; &lt;Söhne', '>DE136695976<', '>K-4711/2026<', '<ram:ShipToTradeParty>'])
        expect(xml).toContain(part);
    expect(first).toContain('<ram:TypeCode>380<');
    expect(first).not.toContain('<ram:InvoiceReferencedDocument>');
    expect(second).toContain('<ram:TypeCode>381<');
    expect(one(second!, 'InvoiceReferencedDocument')).toContain('>RE-2026-00001<');
  });

  it('names the place of a collection, and nobody else who gets the goods there', async () => {
    const { documents } = documentsOf({ ...orderOf(500), isCollected: true });
    for (const content of documents) {
      const xml = await renderXml(content, content.eInvoice!, ISSUED_AT);
      expect(all(one(xml, 'ShipToTradeParty'), 'Name')).toEqual([]);
      expect(one(xml, 'ShipToTradeParty')).toContain('<ram:CityName>Leipzig<');
    }
    const sent = documentsOf(orderOf(500)).documents[0]!;
    const party = one(await renderXml(sent, sent.eInvoice!, ISSUED_AT), 'ShipToTradeParty');
    expect(one(party, 'Name')).toBe('Ana Müller');
  });

  it('has the profile EXTENDED when its gross price, such as 9.99 € with 19 %, has no exact net amount', async () => {
    const [content] = documentsOf(orderOf(499)).documents;
    const raw = Buffer.from(await renderInvoice(content!, ISSUED_AT)).toString('latin1');
    expect(raw).toContain('<fx:ConformanceLevel>EXTENDED<');
  });

  it('fits the schema of the library', async () => {
    for (const content of documentsOf(orderOf(499)).documents) {
      const document = toEInvoice(content, content.eInvoice!, ISSUED_AT);
      const xml = new InvoiceService(console).generate(document, { format: 'CII', lang: 'de' });
      await expect(xml).resolves.toContain(`>${content.number}<`);
    }
  });
});
