import type { Cents } from '#src/shared/money.ts';
import type { InvoiceContent, InvoiceShare } from './invoice.ts';
import type { DocumentLine, EInvoiceFacts, InvoicedOrder, Recipient, Seller } from './invoice-facts.ts';

/** Shop details in brackets are placeholders that the owner has not replaced yet. */
const isKnown = (text: string | undefined): text is string => Boolean(text) && !text!.startsWith('[');

function sellerFacts({ company, contact, tax }: Seller): EInvoiceFacts['seller'] {
  const { name, street, postalCode, city, register, vatId } = company;
  return {
    ...{ name, street, postalCode, city, register, country: 'DE' },
    ...{ email: contact.email, phone: contact.phone },
    ...(isKnown(vatId) && { vatId }),
    // A document names a number of the seller even while the shop is being set up.
    ...((tax.number || !isKnown(vatId)) && { taxNumber: tax.number || '-' }),
  };
}

/** A rate may have tax without an amount, after many small refunds; its tax then has a line of its own. */
export const coverRates = (lines: DocumentLine[], shares: readonly InvoiceShare[], name: string): DocumentLine[] => [
  ...lines,
  ...shares
    .filter(({ rate }) => !lines.some((line) => line.rate === rate))
    .map(({ rate, gross }) => ({ quantity: 1, name, rate, sum: gross })),
];

interface Facts {
  seller: Seller;
  lines: DocumentLine[];
  remarks: string[];
  exemption: string;
  dueOn?: string | undefined;
  /** What a gift voucher paid, or gets back. */
  voucher?: Cents | undefined;
}

/** The facts for the XML of an invoice to a company; undefined for every other buyer, and for a gift voucher. */
export function eInvoiceFacts(
  { orderNumber, reference, billing, deliveredAt, deliveryMethod, address, transfer }: InvoicedOrder,
  { deliverTo }: Recipient,
  { seller, dueOn, voucher, ...facts }: Facts,
): EInvoiceFacts | undefined {
  if (!billing?.company || deliveryMethod === 'email') return undefined;
  const { company, name, vatId, additional_address, postal_code, city, country } = billing;
  return {
    seller: sellerFacts(seller),
    buyer: {
      ...{ company, person: name, postalCode: postal_code, city, country },
      street: `${billing.address} ${billing.number}`,
      ...(additional_address && { additional: additional_address }),
      ...(vatId && { vatId }),
    },
    ...(deliverTo && {
      deliverTo: {
        // EN 16931: at a collection, BG-15 is the place, and BT-70 names only somebody else than the buyer.
        ...(deliveryMethod !== 'collection' && { name: address.name }),
        street: `${address.address} ${address.number}`,
        ...(address.additional_address && { additional: address.additional_address }),
        ...{ postalCode: address.postal_code, city: address.city, country: 'DE' },
      },
    }),
    orderNumber,
    ...(reference && { reference }),
    ...(transfer && { account: { iban: transfer.iban, holder: transfer.holder } }),
    ...(deliveredAt && { deliveredAt }),
    ...(dueOn && { dueOn }),
    ...(voucher && { voucher }),
    ...facts,
  };
}

/** The facts of a document that corrects an invoice; undefined when the invoice has none. */
export const correctionFacts = (
  invoice: { number: string; content: InvoiceContent },
  { seller, voucher, ...facts }: Pick<Facts, 'seller' | 'lines' | 'remarks' | 'voucher'>,
): EInvoiceFacts | undefined => {
  if (!invoice.content.eInvoice) return undefined;
  // Nothing is to be paid for a correction, and a voucher may get back another part than it paid.
  const { dueOn: _, voucher: __, ...invoiced } = invoice.content.eInvoice;
  return { ...invoiced, seller: sellerFacts(seller), precedes: invoice.number, ...(voucher && { voucher }), ...facts };
};
