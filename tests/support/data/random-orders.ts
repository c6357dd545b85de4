import fc from 'fast-check';
import { discountLines } from '#src/features/codes/discount-lines.ts';
import { totalsOf } from '#src/features/cart/totals.ts';
import { cancellationContent, creditNoteContent } from '#src/features/invoices/credit-note-content.ts';
import { invoiceContent } from '#src/features/invoices/invoice-content.ts';
import type { InvoicedOrder } from '#src/features/invoices/invoice-facts.ts';
import { creditShares, grossOf, sharesLeft, type InvoiceContent } from '#src/features/invoices/invoice.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';

export const ISSUED_AT = '2026-11-25T10:00:00.000Z';

const SELLER = {
  company: {
    ...{ name: 'Loja GmbH', street: 'Hauptstraße 1', postalCode: '10115', city: 'Berlin', register: 'HRB 1 B' },
    vatId: 'DE123456789',
  },
  contact: { email: 'loja@loja.example', phone: '+49 30 23125 000' },
  tax: { number: '' },
};
const SMALL = { ...SELLER, company: { ...SELLER.company, vatId: undefined }, tax: { number: '12/345/67890' } };

const ADDRESS = {
  ...{ name: 'Ana Müller', address: 'Rosenweg', number: '7a', additional_address: '' },
  ...{ postal_code: '04109', city: 'Leipzig', country: 'DE' },
};
/** Characters that XML escapes. */
const COMPANY = { ...ADDRESS, company: 'Café & <Söhne> "GmbH"', vatId: 'DE136695976' };

/** A product at its price after a discount. */
const line = fc.record({
  regular: fc.integer({ min: 1, max: 9999 }),
  percent: fc.constantFrom(0, 0, 10, 33),
  quantity: fc.integer({ min: 1, max: 30 }),
  deposit: fc.constantFrom(0, 0, 8, 25),
  vatRate: fc.constantFrom(7, 19),
});

/** A random order of a company: both VAT rates, discounts, deposits, shipping, two tax modes, three languages. */
export const randomOrder = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 7 }),
  isSmall: fc.boolean(),
  /** What a discount code takes off the goods, in cents; free shipping instead. */
  off: fc.constantFrom(0, 0, 1, 500, 99_999),
  isFree: fc.boolean(),
  /** How much of the total a gift voucher pays, in percent. */
  voucher: fc.constantFrom(0, 0, 1, 60, 100),
  isDelivered: fc.boolean(),
  isElsewhere: fc.boolean(),
  locale: fc.constantFrom(...LOCALE_CODES),
  /** Parts of the invoice that are refunded one after another; the last refund is the rest. */
  refunds: fc.array(fc.record({ part: fc.integer({ min: 1, max: 99 }), byLine: fc.boolean() }), { maxLength: 3 }),
});
export type RandomOrder = typeof randomOrder extends fc.Arbitrary<infer Value> ? Value : never;

/** An order's invoice, credit notes that give all of it back, and the correction and replacement of a wrong invoice. */
export function documentsOf({
  lines,
  isSmall,
  off,
  isFree,
  voucher,
  isDelivered,
  isElsewhere,
  isCollected = false,
  locale,
  refunds,
}: RandomOrder & { isCollected?: boolean }): {
  order: InvoicedOrder & { total: number };
  documents: InvoiceContent[];
} {
  const listed = lines.map(
    ({ regular, percent, quantity, deposit, vatRate }, index): InvoicedOrder['lines'][number] => ({
      ...{ name: `Produkt ${index + 1}`, traits: 'Kero · 1 l', code: `P${index + 1}`, quantity, deposit },
      price: regular - Math.floor((regular * percent) / 100),
      vatRate: isSmall ? 0 : vatRate,
    }),
  );
  const parts = discountLines(listed, off);
  const priced = listed.flatMap((line, index) =>
    parts[index]!.map(({ quantity, discount }, part) => ({
      ...{ ...line, quantity, discount, price: line.price - discount },
      code: part === 0 ? line.code : `${line.code}/${line.code}/2`,
    })),
  );
  const saved = isFree && off === 0 ? DEFAULT_TERMS.shipping : 0;
  const { shipping, vat, total } = totalsOf(priced, { ...DEFAULT_TERMS, shipping: DEFAULT_TERMS.shipping - saved });
  const discount = off + saved > 0 && { discount: { code: 'SOMMER10', shipping: saved } };
  const byVoucher = Math.ceil((total * voucher) / 100);
  const order = {
    ...{ id: 'order', orderNumber: 'K7QF-3MXA', orderedAt: ISSUED_AT, lines: priced, shipping, vat, total },
    ...discount,
    ...(byVoucher > 0 && { voucher: { code: 'GV-…-B8NC', amount: byVoucher } }),
    ...{ address: ADDRESS, billing: COMPANY, reference: 'K-4711/2026', deliveredAt: isDelivered ? ISSUED_AT : null },
    ...(isCollected && { deliveryMethod: 'collection' as const }),
  };
  const issue = (number: string) => ({ number, locale, seller: isSmall ? SMALL : SELLER, at: ISSUED_AT });
  const recipient = { buyer: ['Café'], ...(isElsewhere && { deliverTo: ['Ana Müller'] }) };
  const content = invoiceContent(issue('RE-2026-00001'), order, recipient);
  const invoice = { number: 'RE-2026-00001', issuedAt: ISSUED_AT, content };
  const credited: InvoiceContent[] = [];
  let money = total - byVoucher;
  for (const { part, byLine } of [...refunds, { part: 100, byLine: false }]) {
    const left = sharesLeft(
      content.shares,
      credited.flatMap((note) => note.shares),
    );
    const { code, name, ...first } = priced[0]!;
    const unit = first.price + first.deposit;
    const amount = byLine ? Math.min(unit, grossOf(left)) : Math.ceil((grossOf(left) * part) / 100);
    if (amount === 0) continue;
    const shares = creditShares(left, amount, byLine ? new Map([[first.vatRate, amount]]) : new Map());
    const refunded = byLine ? [{ code, name, units: 1, amount }] : [];
    const number = `RK-2026-0000${credited.length + 1}`;
    const toVoucher = Math.max(0, amount - money);
    money -= amount - toVoucher;
    credited.push(creditNoteContent(issue(number), order, { shares, lines: refunded, toVoucher, invoice }));
  }
  const correction = cancellationContent(issue('RK-2026-00009'), order, invoice, 'cancelled');
  const replacement = invoiceContent(issue('RE-2026-00002'), order, recipient, {
    number: content.number,
    paidAt: ISSUED_AT,
  });
  return { order, documents: [content, ...credited, correction, replacement] };
}
