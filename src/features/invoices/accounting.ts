/** Data for the tax adviser: one booking for each document and VAT rate. */
import { germanDay } from '#src/shared/german-day.ts';
import { splitByLargestRemainder, type Cents } from '#src/shared/money.ts';
import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import type { PaidBy } from './invoice-facts.ts';
import type { InvoiceKind, InvoiceShare } from './invoice.ts';
import { costOf, type Movement } from './paypal-account.ts';

/** An invoice or a credit note with its amounts. */
export interface BookedDocument {
  number: string;
  kind: InvoiceKind;
  /** The correction of a wrong invoice, or the invoice that replaces it. */
  isCorrection: boolean;
  /** Issued before the money was there, or its cancellation: a claim, no money. */
  isUnpaid: boolean;
  /** A gift voucher was sold, or its money went back: a debt of the shop, no turnover. */
  isVoucherSale: boolean;
  orderNumber: string;
  /** PayPal's id of the payment; null when unknown. */
  captureId: string | null;
  paidBy: PaidBy;
  /** When it counts in the books: the issue, or the bank's booking of a transfer; ISO-8601. */
  bookedAt: string;
  shares: InvoiceShare[];
  /** What a gift voucher paid of it, or gets back. */
  voucher?: Cents | undefined;
}

export interface Booking {
  /** Day in Germany, such as 2026-11-25. */
  day: string;
  number: string;
  kind: InvoiceKind;
  /** Both bookings of a corrected invoice cancel out. */
  isCorrection: boolean;
  /** A claim instead of money. */
  isUnpaid: boolean;
  /** A debt instead of turnover. */
  isVoucherSale: boolean;
  orderNumber: string;
  /** '' for a transfer. */
  captureId: string;
  paidBy: PaidBy;
  /** percent */
  rate: number;
  /** Negative for a credit note, like `tax`. */
  gross: Cents;
  tax: Cents;
  /** The part of `gross` that a gift voucher paid, or gets back. */
  voucher: Cents;
}

/** A payment of an invoice that came with its order. */
export interface Claim {
  /** Day in Germany, such as 2026-11-25. */
  day: string;
  orderNumber: string;
  amount: Cents;
}

/** How the open invoices changed: those that came with their orders, and what became of them. */
export function sumClaims(bookings: readonly Booking[], paid: readonly Claim[]) {
  const sumOf = (of: InvoiceKind) =>
    bookings.reduce(
      (sum, { isUnpaid, kind, gross, voucher }) => sum + (isUnpaid && kind === of ? gross - voucher : 0),
      0,
    );
  const sums = {
    invoiced: sumOf('invoice'),
    cancelled: sumOf('credit_note'),
    paid: -paid.reduce((sum, { amount }) => sum + amount, 0),
  };
  return { ...sums, change: sums.invoiced + sums.cancelled + sums.paid };
}

export const bookingsOf = (documents: readonly BookedDocument[]): Booking[] =>
  documents.flatMap(({ captureId, bookedAt, shares, voucher = 0, ...document }) => {
    const sign = document.kind === 'invoice' ? 1 : -1;
    const vouchers = splitByLargestRemainder(voucher, new Map(shares.map(({ rate, gross }) => [rate, gross])));
    return shares.map(({ rate, gross, tax }) => ({
      ...document,
      ...{ day: germanDay(bookedAt), captureId: captureId ?? '', rate },
      gross: sign * gross,
      tax: sign * tax,
      voucher: sign * (vouchers.get(rate) ?? 0),
    }));
  });

const FEE = 'PayPal-Gebühr';
const COLUMNS = ['Datum', 'Beleg', 'Art', 'Bestellung', 'PayPal-Zahlung', 'USt-Satz', 'Brutto', 'USt', 'Netto'];
const VOUCHER = 'Gutschein';
const KINDS: Record<InvoiceKind, string> = { invoice: 'Rechnung', credit_note: 'Rechnungskorrektur' };
/** Selling a gift voucher is not a supply, so the buyer gets a receipt instead of an invoice. */
const RECEIPTS: Record<InvoiceKind, string> = { invoice: 'Beleg über einen Gutschein', credit_note: 'Belegkorrektur' };

/**
 * A table for German spreadsheets. What PayPal kept of a payment is beside the first row of its invoice. Each other fee
 * of the month, such as for a chargeback, has a row of its own, so the last column adds up to DATEV's bookings of fees.
 * What gift vouchers paid has a column in a month with some.
 */
export function bookingsCsv(bookings: readonly Booking[], movements: readonly Movement[]): string {
  const left = new Map(movements.map((movement) => [movement.id, movement]));
  const hasVouchers = bookings.some(({ voucher }) => voucher !== 0);
  const feeOf = ({ kind, isCorrection, captureId }: Booking): Cents | '' => {
    const payment = kind === 'invoice' && !isCorrection ? left.get(captureId) : undefined;
    if (!payment) return '';
    left.delete(payment.id);
    return costOf(payment);
  };
  const documents = bookings.map((booking) => {
    const { day, number, kind, orderNumber, captureId, rate, gross, tax, voucher, isVoucherSale } = booking;
    const amounts = [gross, tax, gross - tax, ...(hasVouchers ? [voucher] : []), feeOf(booking)];
    const name = (isVoucherSale ? RECEIPTS : KINDS)[kind];
    return [day, number, name, orderNumber, captureId, isVoucherSale ? '' : String(rate), ...amounts];
  });
  const fees = [...left.values()]
    .filter((movement) => costOf(movement) !== 0)
    .map((movement) => [
      movement.day,
      movement.id,
      FEE,
      movement.orderNumber,
      '',
      '',
      '',
      '',
      '',
      ...(hasVouchers ? [''] : []),
      costOf(movement),
    ]);
  return spreadsheetTable([[...COLUMNS, ...(hasVouchers ? [VOUCHER] : []), FEE], ...documents, ...fees]);
}

export interface MonthlySum {
  /** Such as 2026-11. */
  month: string;
  orders: number;
  invoiced: Cents;
  credited: Cents;
}

/** What counts as turnover: the sale of a gift voucher does not, the goods that it pays for do. */
export const turnoverOf = (bookings: readonly Booking[]): Booking[] =>
  bookings.filter(({ isVoucherSale }) => !isVoucherSale);

/** Sums of the turnover by month in Germany, latest first. */
export function sumByMonth(bookings: readonly Booking[]): MonthlySum[] {
  const moved = turnoverOf(bookings).filter(({ isCorrection }) => !isCorrection);
  const months = Map.groupBy(moved, ({ day }) => day.slice(0, 7));
  return [...months]
    .map(([month, of]) => ({
      month,
      orders: new Set(of.filter(({ kind }) => kind === 'invoice').map(({ number }) => number)).size,
      invoiced: of.reduce((sum, { kind, gross }) => sum + (kind === 'invoice' ? gross : 0), 0),
      credited: of.reduce((sum, { kind, gross }) => sum - (kind === 'credit_note' ? gross : 0), 0),
    }))
    .sort((a, b) => b.month.localeCompare(a.month));
}

/** First and last day. */
export interface Month {
  from: string;
  to: string;
}

/** The month of a text such as 2026-11; undefined for anything else. */
export function readMonth(text: string): Month | undefined {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year) return undefined;
  return { from: `${text}-01`, to: new Date(Date.UTC(Number(year), Number(number), 0)).toISOString().slice(0, 10) };
}
