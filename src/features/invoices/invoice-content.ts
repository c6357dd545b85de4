import { splitByRate, type PricedLine, type VatShare } from '#src/features/cart/totals.ts';
import { formatDate, formatPercent, formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { texts } from '#locales/en-US/index.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Cents } from '#src/shared/money.ts';
import { grossOf, type InvoiceContent, type InvoiceKind, type InvoiceShare } from './invoice.ts';

/** The facts of shop.yaml that a document names. */
interface Seller {
  company: { name: string; street: string; postalCode: string; city: string; vatId?: string | undefined };
  contact: { email: string; phone: string };
  tax: { mode: 'regular' | 'small_business'; number: string };
}

/** The order that is invoiced. */
export interface InvoicedOrder {
  id: string;
  orderNumber: string;
  orderedAt: string;
  deliveredAt: string | null;
  lines: (PricedLine & { name: string; traits: string; code: string })[];
  shipping: Cents;
  vat: VatShare[];
}

interface Issue {
  number: string;
  locale: Locale;
  seller: Seller;
  /** The buyer's name and address, line by line. */
  buyer: string[];
  /** ISO-8601 */
  at: string;
}

const GERMAN: Locale = 'de-DE';

type Key = Exclude<keyof (typeof texts)['invoice'], 'download'>;
type Label = (key: Key, values?: { number?: string; rate?: string }) => string;

/** A text in the order's language with the German one behind it, because §14 UStG asks for German terms. */
function labels(locale: Locale): Label {
  const languages = [locale, GERMAN].map(translator);
  return (key, values = {}) => [...new Set(languages.map((t) => t(`invoice:${key}`, values)))].join(' / ');
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
function frame(kind: InvoiceKind, { number, locale, seller, buyer }: Issue, shares: InvoiceShare[]) {
  const label = labels(locale);
  const isSmall = seller.tax.mode === 'small_business';
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
    title: label(kind),
    seller: sellerLines(seller, label),
    buyer: [label('buyer'), buyer.join('\n')] as [string, string],
    head: [label('quantity'), label('item'), label('unit'), ...(isSmall ? [] : [label('rate')]), label('sum')],
    vatHead: isSmall ? [] : [label('rate'), label('net'), label('tax'), label('gross')],
    vatRows: isSmall ? [] : shares.map(vatRow),
    shares,
  };
}

type Row = [quantity: number, name: string, each: Cents, rate: number];

const printed = (rows: Row[], { tax }: Seller): string[][] =>
  rows.map(([quantity, name, each, rate]) => [
    String(quantity),
    name,
    formatPrice(each),
    ...(tax.mode === 'small_business' ? [] : [formatPercent(rate, GERMAN)]),
    formatPrice(each * quantity),
  ]);

/** The tax per rate as the order has it; none for a small business (§19 UStG). */
function sharesOf({ lines, shipping, vat }: InvoicedOrder, { tax }: Seller): InvoiceShare[] {
  const shares = splitByRate(lines, shipping);
  if (tax.mode === 'small_business') return [{ rate: 0, gross: shares.reduce((sum, { gross }) => sum + gross, 0), tax: 0 }];
  return shares.map(({ rate, gross }) => ({ rate, gross, tax: vat.find((share) => share.rate === rate)?.amount ?? 0 }));
}

/** An invoice with the content of §14(4) UStG. It is issued once the money is there, mostly before the delivery. */
export function invoiceContent(issue: Issue, order: InvoicedOrder): InvoiceContent {
  const { locale, number, at, seller } = issue;
  const label = labels(locale);
  const shares = sharesOf(order, seller);
  const date = (iso: string) => formatDate(iso, locale);
  const byRate = splitByRate(order.lines, order.shipping).filter(({ shipping }) => shipping > 0);
  const shipping = byRate.map(({ rate, shipping: share }): Row => {
    const name = byRate.length > 1 ? label('shippingShare', { rate: formatPercent(rate, GERMAN) }) : label('shipping');
    return [1, name, share, rate];
  });
  const rows = order.lines.flatMap(({ name, traits, code, quantity, price, deposit, vatRate }): Row[] => [
    [quantity, [`${name} (${code})`, traits].filter(Boolean).join('\n'), price, vatRate],
    ...(deposit > 0 ? [[quantity, `${label('deposit')}: ${name}`, deposit, vatRate] as Row] : []),
  ]);
  const isSmall = seller.tax.mode === 'small_business';
  const whole: Row[] = isSmall && order.shipping > 0 ? [[1, label('shipping'), order.shipping, 0]] : shipping;
  return {
    ...frame('invoice', issue, shares),
    facts: [
      [label('number'), number],
      [label('issued'), date(at)],
      [label('order'), order.orderNumber],
      [label('ordered'), date(order.orderedAt)],
      [label('paid'), date(at)],
      [label('supply'), order.deliveredAt ? date(order.deliveredAt) : label('supplyLater')],
    ],
    rows: printed([...rows, ...whole], seller),
    total: [label('total'), formatPrice(grossOf(shares))],
    notes: [label('paypal'), ...(isSmall ? [label('smallBusiness')] : [])],
  };
}

/** A correction of an invoice after a refund. It is not called "Gutschrift": §14(2) UStG means something else by that. */
export function creditNoteContent(
  issue: Issue,
  order: Pick<InvoicedOrder, 'orderNumber'>,
  { shares, invoice }: { shares: InvoiceShare[]; invoice: { number: string; issuedAt: string } },
): InvoiceContent {
  const { locale, number, at, seller } = issue;
  const label = labels(locale);
  const date = (iso: string) => formatDate(iso, locale);
  return {
    ...frame('credit_note', issue, shares),
    facts: [
      [label('creditNumber'), number],
      [label('issued'), date(at)],
      [label('corrects'), `${invoice.number}, ${date(invoice.issuedAt)}`],
      [label('order'), order.orderNumber],
    ],
    rows: printed(
      shares.map(({ rate, gross }): Row => [1, label('creditItem', { number: invoice.number }), gross, rate]),
      seller,
    ),
    total: [label('creditTotal'), formatPrice(grossOf(shares))],
    notes: [label('refund'), ...(seller.tax.mode === 'small_business' ? [label('smallBusiness')] : [])],
  };
}
