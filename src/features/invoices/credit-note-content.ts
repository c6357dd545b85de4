import { listedCode } from '#src/features/codes/listed-lines.ts';
import { formatDate, formatPrice } from '#src/i18n/format.ts';
import type { Cents } from '#src/shared/money.ts';
import { correctionFacts, coverRates } from './e-invoice-facts.ts';
import {
  buyerFacts,
  frame,
  labels,
  noVat,
  paymentNotes,
  printed,
  shippingRows,
  type GoodsOf,
  type Issue,
  type Label,
} from './invoice-content.ts';
import type { DocumentLine, InvoicedOrder } from './invoice-facts.ts';
import { grossOf, type Fact, type InvoiceContent, type InvoiceShare } from './invoice.ts';

/** A refunded line of the order. A code that is not in the order means its shipping. */
export interface CreditedLine {
  code: string;
  name: string;
  units: number;
  /** Gross, deposit included. */
  amount: Cents;
}

interface Correction {
  invoice: { number: string; issuedAt: string; content: InvoiceContent };
  shares: InvoiceShare[];
  /** Empty for a refund by amount. */
  lines: CreditedLine[];
  /** What the gift voucher gets back. */
  toVoucher?: Cents;
  /** The money was taken back from the shop. */
  isChargeback?: boolean;
}

/**
 * A correction of an invoice after a refund. It is not called "Gutschrift": §14(2) UStG means something else by that.
 */
export function creditNoteContent(
  issue: Issue,
  order: Pick<InvoicedOrder, 'orderNumber' | 'reference' | 'billing' | 'transfer' | 'voucher'> & GoodsOf,
  correction: Correction,
): InvoiceContent {
  const { locale, number, at } = issue;
  const { shares, invoice, toVoucher = 0, isChargeback } = correction;
  const { taxMode, buyer, delivery } = invoice.content;
  const label = labels(locale, taxMode);
  const date = (iso: string) => formatDate(iso, locale);
  const rows = creditedRows(label, order, correction);
  const corrects: Fact = [label('corrects'), `${invoice.number}, ${date(invoice.issuedAt)}`];
  const total = grossOf(shares);
  const voucher =
    order.voucher && toVoucher > 0 ? { code: order.voucher.code, amount: Math.min(toVoucher, total) } : undefined;
  const eInvoice = correctionFacts(invoice, {
    seller: issue.seller,
    lines: coverRates(rows, shares, label('creditItem', { number: invoice.number })),
    remarks: [`${label('order')}: ${order.orderNumber}`, corrects.join(': ')],
    voucher: voucher?.amount,
  });
  return {
    ...frame('credit_note', issue, taxMode, shares),
    ...(voucher && { voucher: voucher.amount }),
    buyer,
    ...(delivery && { delivery }),
    facts: [
      [label('creditNumber'), number],
      [label('issued'), date(at)],
      corrects,
      [label('order'), order.orderNumber],
      ...buyerFacts(label, order),
    ],
    rows: printed(rows, taxMode),
    total: [label('creditTotal'), formatPrice(total)],
    notes: [
      ...paymentNotes(label, 'voucherBack', {
        ...{ voucher, total },
        way: isChargeback ? 'chargeback' : order.transfer ? 'refundTransfer' : 'refund',
      }),
      ...noVat(label, taxMode),
    ],
    ...(eInvoice && { eInvoice }),
  };
}

/** Takes a whole invoice back, with all its lines and its own recipient. */
export function cancellationContent(
  issue: Issue,
  order: Pick<InvoicedOrder, 'orderNumber'>,
  invoice: Correction['invoice'],
  why: 'cancelled' | 'cancelledUnpaid',
): InvoiceContent {
  const { locale, number, at, seller } = issue;
  const { taxMode, buyer, delivery, shares, rows, total, voucher } = invoice.content;
  const label = labels(locale, taxMode);
  const date = (iso: string) => formatDate(iso, locale);
  const corrects: Fact = [label('corrects'), `${invoice.number}, ${date(invoice.issuedAt)}`];
  const ofBuyer = [label('reference'), label('buyerVatId')];
  const eInvoice = correctionFacts(invoice, {
    seller,
    lines: invoice.content.eInvoice?.lines ?? [],
    voucher,
    remarks: [`${label('order')}: ${order.orderNumber}`, corrects.join(': ')],
  });
  return {
    ...frame('credit_note', issue, taxMode, shares),
    ...(voucher && { voucher }),
    buyer,
    ...(delivery && { delivery }),
    facts: [
      [label('creditNumber'), number],
      [label('issued'), date(at)],
      corrects,
      [label('order'), order.orderNumber],
      ...invoice.content.facts.filter(([name]) => ofBuyer.includes(name)),
    ],
    rows,
    total: [label('cancelledTotal'), total[1]],
    notes: [label(why), ...noVat(label, taxMode)],
    ...(eInvoice && { eInvoice }),
  };
}

/**
 * The refunded lines. When their rates differ from the credited ones, because an earlier refund by amount used up a
 * rate, the lines have no prices.
 */
function creditedRows(label: Label, order: GoodsOf, { lines, shares, invoice }: Correction): DocumentLine[] {
  const rows = lines.flatMap((line) => refundedRows(label, order, line));
  const sumOf = (some: DocumentLine[]) => some.reduce((total, { sum }) => total + sum, 0);
  const hasTheirRates = shares.every(({ rate, gross }) => sumOf(rows.filter((row) => row.rate === rate)) === gross);
  if (hasTheirRates && sumOf(rows) === grossOf(shares)) return rows;
  const names = rows.map(({ quantity, name }) => `${quantity} × ${name}`);
  return shares.map(({ rate, gross }) => ({
    quantity: 1,
    name: [label('creditItem', { number: invoice.number }), ...names].join('\n'),
    rate,
    sum: gross,
  }));
}

function refundedRows(label: Label, order: GoodsOf, { code, name, units, amount }: CreditedLine): DocumentLine[] {
  const ordered = order.lines.find((line) => line.code === code);
  if (!ordered) return shippingRows(label, order, amount);
  const { price, deposit, vatRate: rate } = ordered;
  const isVoucher = order.deliveryMethod === 'email';
  const goods = { quantity: units, name: isVoucher ? name : `${name} (${listedCode(code)})`, rate };
  // The refund covers goods and deposit together, at less than the whole price.
  if (deposit === 0 || amount !== units * (price + deposit)) return [{ ...goods, sum: amount }];
  return [
    { ...goods, sum: units * price },
    { quantity: units, name: `${label('deposit')}: ${name}`, rate, sum: units * deposit },
  ];
}
