import { vatIn } from '#src/features/cart/totals.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { splitByLargestRemainder, type Cents } from '#src/shared/money.ts';
import type { EInvoiceFacts, InvoicedOrder } from './invoice-facts.ts';

export type InvoiceKind = 'invoice' | 'credit_note';

/** The amounts of a document at one VAT rate. */
export interface InvoiceShare {
  /** percent; 0 for a small business (§19 UStG). */
  rate: number;
  /** Shipping included. */
  gross: Cents;
  /** The tax that `gross` contains. */
  tax: Cents;
}

/**
 * "small_business": no VAT is charged or shown (§19 UStG). "voucher": the sale of a gift voucher for goods of any rate
 * is not a supply (§3(15) UStG); its document is a receipt without VAT.
 */
export type TaxMode = 'regular' | 'small_business' | 'voucher';

export type Fact = [label: string, value: string];

/**
 * The full text and figures of a document. Stored as JSON and never changed, so that a later change of texts, prices or
 * shop details leaves issued documents unchanged.
 */
export interface InvoiceContent {
  kind: InvoiceKind;
  number: string;
  /** The order's language; German labels are printed beside its own. */
  locale: Locale;
  /**
   * The order's. A correction keeps the mode of its invoice, even if the shop has changed its mode since (§17(1) UStG).
   */
  taxMode: TaxMode;
  title: string;
  seller: string[];
  buyer: Fact;
  /** The delivery address, if it differs from the buyer's. */
  delivery?: Fact;
  facts: Fact[];
  /** Columns: quantity, name, price of one, VAT rate (not for a small business), sum. */
  head: string[];
  rows: string[][];
  /** Empty for a small business. */
  vatHead: string[];
  vatRows: string[][];
  total: Fact;
  notes: string[];
  shares: InvoiceShare[];
  /** Its order was not paid when it was issued, so it is booked as a claim. */
  isUnpaid?: true;
  /** What a gift voucher paid of its total, or gets back of it. */
  voucher?: Cents;
  /** For the XML of a document to a company; other documents have none. */
  eInvoice?: EInvoiceFacts;
}

const PREFIX: Record<InvoiceKind, string> = { invoice: 'RE', credit_note: 'RK' };

/** The mode in which an order was placed: only a small business sells goods at a rate of 0 %. */
export function taxModeOf({ lines, deliveryMethod }: Pick<InvoicedOrder, 'lines' | 'deliveryMethod'>): TaxMode {
  if (deliveryMethod === 'email') return 'voucher';
  return lines.every(({ vatRate }) => vatRate === 0) ? 'small_business' : 'regular';
}

/** Why a document shows no VAT: the name of the text. */
export const NO_VAT: Record<TaxMode, 'smallBusiness' | 'voucherSale' | undefined> = {
  regular: undefined,
  small_business: 'smallBusiness',
  voucher: 'voucherSale',
};

/** The number series of a document's day. Its year is the one in Germany. */
export const seriesOf = (kind: InvoiceKind, at: Date): { series: string; year: number } => ({
  series: PREFIX[kind],
  year: Number(germanDay(at.toISOString()).slice(0, 4)),
});

/** "RE-2026-00042" */
export const invoiceNumber = ({ series, year }: { series: string; year: number }, position: number): string =>
  `${series}-${year}-${String(position).padStart(5, '0')}`;

export const isInvoiceNumber = (text: string): boolean => /^R[EK]-\d{4}-\d{5,}$/.test(text);

type Document = { id: string; kind: InvoiceKind; corrects_id: string | null };

/** The invoice of an order that no other one has replaced. */
export const currentInvoice = <Row extends Document>(documents: readonly Row[]): Row | undefined =>
  documents.find(({ id, kind }) => kind === 'invoice' && !documents.some((other) => other.corrects_id === id));

/** What a corrected invoice's documents say about the wrong one: its number, and whether it is cancelled or replaced. */
export function correctionOf(
  { kind, corrects_id }: Pick<Document, 'kind' | 'corrects_id'>,
  documents: readonly { id: string; number: string }[],
): { text: 'cancelsNumber' | 'replacesNumber'; number: string } | undefined {
  const wrong = documents.find(({ id }) => id === corrects_id);
  return wrong && { text: kind === 'invoice' ? 'replacesNumber' : 'cancelsNumber', number: wrong.number };
}

/** The credit notes for refunds. The correction of a wrong invoice moves no money. */
export const refundNotes = <Row extends Document>(documents: readonly Row[]): Row[] =>
  documents.filter(({ kind, corrects_id }) => kind === 'credit_note' && corrects_id === null);

export const grossOf = (shares: readonly InvoiceShare[]): Cents => shares.reduce((sum, { gross }) => sum + gross, 0);

/** The rest of an invoice after its credit notes. */
export const sharesLeft = (invoice: readonly InvoiceShare[], credited: readonly InvoiceShare[]): InvoiceShare[] =>
  invoice.map(({ rate, gross, tax }) => {
    const before = credited.filter((share) => share.rate === rate);
    return { rate, gross: gross - grossOf(before), tax: before.reduce((rest, share) => rest - share.tax, tax) };
  });

/**
 * Splits a refund over the rates in proportion to their rest. However a full refund is split, all its credit notes
 * together give back exactly the invoice's amounts and taxes. `wanted`: the gross per rate of the refunded lines. An
 * earlier refund by amount may have used up a rate; the other rates then take the rest.
 */
export function creditShares(
  left: readonly InvoiceShare[],
  amount: Cents,
  wanted: ReadonlyMap<number, Cents> = new Map(),
): InvoiceShare[] {
  const parts = partsOf(left, amount, wanted);
  return left
    .map(({ rate, gross, tax }) => {
      const part = parts.get(rate) ?? 0;
      // The tax of many small parts is rounded to nothing, but the rest may never be less than its tax.
      const least = tax - (gross - part);
      return { rate, gross: part, tax: Math.max(least, Math.min(tax, vatIn(part, rate))) };
    })
    .filter(({ gross, tax }) => gross > 0 || tax > 0);
}

function partsOf(left: readonly InvoiceShare[], amount: Cents, wanted: ReadonlyMap<number, Cents>): Map<number, Cents> {
  let rest = amount;
  const taken = left.map(({ rate, gross }) => {
    const part = Math.max(0, Math.min(wanted.get(rate) ?? 0, gross, rest));
    rest -= part;
    return { rate, gross, part };
  });
  const more = splitByLargestRemainder(rest, new Map(taken.map(({ rate, gross, part }) => [rate, gross - part])));
  return new Map(taken.map(({ rate, part }) => [rate, part + (more.get(rate) ?? 0)]));
}
