import { listedLines } from '#src/features/codes/listed-lines.ts';
import { splitByRate } from '#src/features/cart/totals.ts';
import { formatDate, formatPercent, formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { texts } from '#locales/en-US/index.ts';
import { translator } from '#src/i18n/translate.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { splitByLargestRemainder, sum, type Cents } from '#src/shared/money.ts';
import type { DocumentLine, InvoicedOrder, Recipient, Seller } from './invoice-facts.ts';
import { eInvoiceFacts } from './e-invoice-facts.ts';
import {
  grossOf,
  NO_VAT,
  taxModeOf,
  type Fact,
  type InvoiceContent,
  type InvoiceKind,
  type InvoiceShare,
  type TaxMode,
} from './invoice.ts';
import { isReceiptText, paperKey } from './paper-text.ts';

export type GoodsOf = Pick<InvoicedOrder, 'lines' | 'shipping' | 'deliveryMethod'>;

export interface Issue {
  number: string;
  locale: Locale;
  seller: Seller;
  /** ISO-8601 */
  at: string;
  /** The order waits for its money. */
  isUnpaid?: boolean;
}

const GERMAN: Locale = 'de-DE';

type Key = Exclude<keyof (typeof texts)['invoice'], 'download' | 'receipt'>;
type Values = Partial<Record<'number' | 'rate' | 'code' | 'amount' | 'rest', string>>;
export type Label = (key: Key, values?: Values) => string;

/** A text in the order's language, followed by the German one, because §14 UStG requires German terms. */
export function labels(locale: Locale, taxMode: TaxMode): Label {
  const languages = [locale, GERMAN].map(translator);
  return (key, values = {}) => {
    const name = isReceiptText(key) ? paperKey(taxMode === 'voucher', key) : (`invoice:${key}` as const);
    return [...new Set(languages.map((t) => t(name, values)))].join(' / ');
  };
}

function sellerLines({ company, contact, tax }: Seller, label: Label): string[] {
  // A small business may have no VAT id. The tax number alone is enough (§14(4) no. 2 UStG).
  const hasVatId = company.vatId && (!tax.number || !company.vatId.startsWith('['));
  return [
    company.name,
    company.street,
    `${company.postalCode} ${company.city}`,
    `${contact.email} · ${contact.phone}`,
    ...(hasVatId ? [`${label('vatId')}: ${company.vatId}`] : []),
    ...(tax.number ? [`${label('taxNumber')}: ${tax.number}`] : []),
  ];
}

/** The fields that invoices and credit notes share. */
export function frame(
  kind: InvoiceKind,
  { number, locale, seller, isUnpaid }: Issue,
  taxMode: TaxMode,
  shares: InvoiceShare[],
) {
  const label = labels(locale, taxMode);
  const showsVat = taxMode === 'regular';
  const vatRow = ({ rate, gross, tax }: InvoiceShare) => [
    formatPercent(rate, GERMAN),
    formatPrice(gross - tax),
    formatPrice(tax),
    formatPrice(gross),
  ];
  return {
    kind,
    number,
    locale,
    taxMode,
    title: label(kind),
    seller: sellerLines(seller, label),
    head: [label('quantity'), label('item'), label('unit'), ...(showsVat ? [label('rate')] : []), label('sum')],
    vatHead: showsVat ? [label('rate'), label('net'), label('tax'), label('gross')] : [],
    vatRows: showsVat ? shares.map(vatRow) : [],
    shares,
    ...(isUnpaid && { isUnpaid }),
  };
}

/** The unit price stays empty when it is not a whole number of cents. */
export const printed = (rows: DocumentLine[], taxMode: TaxMode): string[][] =>
  rows.map(({ quantity, name, rate, sum }) => [
    String(quantity),
    name,
    sum % quantity === 0 ? formatPrice(sum / quantity) : '',
    ...(taxMode === 'regular' ? [formatPercent(rate, GERMAN)] : []),
    formatPrice(sum),
  ]);

/** The tax per rate as stored with the order; none for a small business. */
const sharesOf = ({ lines, shipping, vat }: InvoicedOrder): InvoiceShare[] =>
  splitByRate(lines, shipping).map(({ rate, gross }) => ({
    rate,
    gross,
    tax: vat.find((share) => share.rate === rate)?.amount ?? 0,
  }));

const SHIPPING_LABELS = {
  standard: ['shipping', 'shippingShare'],
  fast: ['fastShipping', 'fastShippingShare'],
} as const;

/** What was ordered; the deposit is a row of its own. */
const goodsRows = (label: Label, { lines }: InvoicedOrder, taxMode: TaxMode): DocumentLine[] =>
  listedLines(lines).flatMap(({ name, traits, code, quantity, price, deposit, vatRate: rate }): DocumentLine[] => [
    {
      quantity,
      name: [taxMode === 'voucher' ? name : `${name} (${code})`, traits].filter(Boolean).join('\n'),
      rate,
      sum: quantity * price,
    },
    ...(deposit > 0 ? [{ quantity, name: `${label('deposit')}: ${name}`, rate, sum: quantity * deposit }] : []),
  ]);

/** Shipping has the rates of the goods, in proportion to their prices. */
export function shippingRows(
  label: Label,
  { lines, shipping, deliveryMethod }: GoodsOf,
  amount: Cents,
): DocumentLine[] {
  const byRate = new Map(splitByRate(lines, shipping).map((share) => [share.rate, share.shipping]));
  const parts = [...splitByLargestRemainder(amount, byRate)].filter(([, sum]) => sum > 0);
  return parts.map(([rate, sum]) => {
    const [whole, share] = SHIPPING_LABELS[deliveryMethod === 'fast' ? 'fast' : 'standard'];
    const name = parts.length > 1 ? label(share, { rate: formatPercent(rate, GERMAN) }) : label(whole);
    return { quantity: 1, name, rate, sum };
  });
}

/** A discount is a row of each VAT rate that it reduces: the difference between the listed prices and what was paid. */
function discountRows(
  label: Label,
  { lines, shipping, discount }: InvoicedOrder,
  rows: DocumentLine[],
): DocumentLine[] {
  if (!discount) return [];
  const { code } = discount;
  const off = splitByRate(lines, shipping).map(({ rate, gross }) => {
    const listed = rows.filter((row) => row.rate === rate).map((row) => row.sum);
    return { rate, sum: gross - sum(listed) };
  });
  const parts = off.filter((part) => part.sum !== 0);
  return parts.map(({ rate, sum: share }) => ({
    quantity: 1,
    name:
      parts.length > 1
        ? label('discountShare', { code, rate: formatPercent(rate, GERMAN) })
        : label('discount', { code }),
    rate,
    sum: share,
  }));
}

/** Why the document shows no VAT. */
export function noVat(label: Label, taxMode: TaxMode): string[] {
  const key = NO_VAT[taxMode];
  return key ? [label(key)] : [];
}

export const buyerFacts = (label: Label, { reference, billing }: Pick<InvoicedOrder, 'reference' | 'billing'>) => [
  ...(reference ? [[label('reference'), reference] as [string, string]] : []),
  ...(billing?.vatId ? [[label('buyerVatId'), billing.vatId] as [string, string]] : []),
];

/** What a gift voucher paid of the total or gets back of it, and how the rest is paid. */
export function paymentNotes(
  label: Label,
  kind: 'voucherPaid' | 'voucherBack',
  { voucher, total, way }: { voucher: { code: string; amount: Cents } | undefined; total: Cents; way: Key },
): string[] {
  if (!voucher) return [label(way)];
  const { code } = voucher;
  const values = { code, amount: formatPrice(voucher.amount), rest: formatPrice(total - voucher.amount) };
  return voucher.amount === total
    ? [label(kind === 'voucherPaid' ? 'voucherPaidAll' : 'voucherBackAll', values)]
    : [label(kind, values), label(way)];
}

/** When and how the buyer pays an invoice that came with the order. */
const duePart = (
  label: Label,
  { transfer, orderNumber, voucher }: InvoicedOrder,
  { dueOn, payable }: { dueOn: string; payable: Cents },
  locale: Locale,
): Fact[] => [
  ...(voucher ? [[label('payable'), formatPrice(payable)] as Fact] : []),
  [label('due'), formatDate(dueOn, locale)],
  [label('payTo'), [transfer!.holder, transfer!.iban, transfer!.bic].filter(Boolean).join('\n')],
  [label('payReference'), orderNumber],
];

/** Where the goods go. A place of collection is the shop's, so the buyer's name is not above it. */
const deliveryFact = (
  label: Label,
  { deliveryMethod }: InvoicedOrder,
  { deliverTo, shop }: { deliverTo: string[]; shop: string },
): Fact =>
  deliveryMethod === 'collection'
    ? [label('collection'), [shop, ...deliverTo.slice(1)].join('\n')]
    : [label('delivery'), deliverTo.join('\n')];

/**
 * An invoice with the content of §14(4) UStG. It is issued before the delivery and usually after the payment.
 * `replaced`: the wrong invoice in whose place it comes, and the time of the payment.
 */
export function invoiceContent(
  issue: Issue,
  order: InvoicedOrder,
  recipient: Recipient,
  replaced?: { number: string; paidAt: string },
): InvoiceContent {
  const { locale, number, at, seller, isUnpaid } = issue;
  const { buyer, deliverTo } = recipient;
  const taxMode = taxModeOf(order);
  const label = labels(locale, taxMode);
  const shares = sharesOf(order);
  const date = (iso: string) => formatDate(iso, locale);
  const shipping = order.shipping + (order.discount?.shipping ?? 0);
  const listed = [...goodsRows(label, order, taxMode), ...shippingRows(label, { ...order, shipping }, shipping)];
  const rows = [...listed, ...discountRows(label, order, listed)];
  const supply: Fact = [label('supply'), order.deliveredAt ? date(order.deliveredAt) : label('supplyLater')];
  const remarks = [`${label('order')}: ${order.orderNumber}`, supply.join(': ')];
  const exemption = label('smallBusiness');
  const total = grossOf(shares);
  const { voucher } = order;
  const paid = voucher?.amount ?? 0;
  const dueOn = isUnpaid && order.transfer ? addDays(germanDay(order.transfer.dueAt), -1) : undefined;
  const eInvoice = eInvoiceFacts(order, recipient, {
    seller,
    lines: rows,
    remarks,
    exemption,
    dueOn,
    voucher: voucher?.amount,
  });
  const paidAt = order.transfer?.bookedAt ?? order.transfer?.invoicePaidAt ?? replaced?.paidAt ?? at;
  return {
    ...frame('invoice', issue, taxMode, shares),
    ...(voucher && { voucher: paid }),
    buyer: [label('buyer'), buyer.join('\n')],
    ...(deliverTo && { delivery: deliveryFact(label, order, { deliverTo, shop: seller.company.name }) }),
    facts: [
      [label('number'), number],
      [label('issued'), date(at)],
      ...(replaced ? [[label('replaces'), replaced.number] as Fact] : []),
      [label('order'), order.orderNumber],
      ...buyerFacts(label, order),
      [label('ordered'), date(order.orderedAt)],
      ...(dueOn
        ? duePart(label, order, { dueOn, payable: total - paid }, locale)
        : [[label('paid'), date(paidAt)] as Fact]),
      ...(taxMode === 'voucher' ? [] : [supply]),
    ],
    rows: printed(rows, taxMode),
    total: [label('total'), formatPrice(total)],
    notes: [
      ...paymentNotes(label, 'voucherPaid', {
        ...{ voucher, total },
        way: dueOn ? 'unpaid' : order.transfer ? 'transfer' : (order.paidWith?.source ?? 'paypal'),
      }),
      ...noVat(label, taxMode),
    ],
    ...(eInvoice && { eInvoice: replaced ? { ...eInvoice, precedes: replaced.number } : eInvoice }),
  };
}
