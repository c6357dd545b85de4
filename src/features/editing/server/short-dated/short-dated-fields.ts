/** The variant that sells units of a product shortly before their date. Pure rules. */
import { discountedPrice, type NetUnit } from '#src/features/catalogue/price.ts';
import { headTitleColumn } from '#src/features/catalogue/server/head-words.ts';
import { labelIn } from '#src/features/catalogue/server/product-view.ts';
import { contentText } from '#src/features/catalogue/variants/families.ts';
import { formatDay } from '#src/i18n/format.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Cents } from '#src/shared/money.ts';
import { OWN_DISCOUNT, type Fields } from '../catalogue-fields.ts';
import { carryOver } from '../plan-rules.ts';
import { LENGTHS, RANGES, variantColumn } from '../product-row.ts';

/** What belongs to each of both itself: its bar code, its address, its place in lists, its title for search engines. */
const OWN = ['ean', 'slug', 'rank', 'goes_with', ...LOCALE_CODES.map(headTitleColumn)];
/** The variant has no parts: its units are in its own stock. */
const LEFT_OUT = [...OWN, 'parts'];

const PERCENTS = [10, 20, 25, 30, 40, 50, 60, 70, 80, 90] as const;
/** Closer to their date, goods need a lower price. */
const SOON_DAYS = 14;
const [SOON_PERCENT, LATER_PERCENT] = [50, 30];

export interface PriceChoice {
  percent: number;
  price: Cents;
}

/** The prices that are lower than the present one. */
export const priceChoices = (realPrice: Cents, discount: number): PriceChoice[] =>
  PERCENTS.map((percent) => ({ percent, price: discountedPrice(realPrice, percent) })).filter(
    ({ percent, price }) => percent > discount && price > 0,
  );

/** The proposal for goods that have so many days left. */
export function proposedPercent(choices: readonly PriceChoice[], daysLeft: number): number | undefined {
  const usual = daysLeft <= SOON_DAYS ? SOON_PERCENT : LATER_PERCENT;
  return (choices.find(({ percent }) => percent >= usual) ?? choices.at(-1))?.percent;
}

/** The label of a variant, such as "Lata, MHD 12.12.2026": how the product differs from its family, then the date. */
export function shortDatedLabel(locale: Locale, bestBefore: string, apart: string): string {
  const date = translator(locale)('catalogue:saved.label', { date: formatDay(bestBefore, locale) });
  const room = LENGTHS.variant - date.length - 2;
  // Stored cells have plain spaces.
  return [apart.slice(0, room).trim(), date].filter(Boolean).join(', ').replaceAll('\u00a0', ' ');
}

interface Saved {
  /** The code of the full-dated product. */
  code: string;
  bestBefore: string;
  percent: number;
  label: (locale: Locale) => string;
}

/** The variant's record, made from that of the product; `before`: its last one, of which it keeps its own fields. */
export function shortDatedFields(
  product: Fields,
  { code, bestBefore, percent, label }: Saved,
  before: Fields = {},
): Fields {
  return {
    ...Object.fromEntries(Object.entries(product).filter(([field]) => !LEFT_OUT.includes(field))),
    ...Object.fromEntries(Object.entries(before).filter(([field]) => OWN.includes(field))),
    variant_of: product.variant_of ?? code,
    discount: String(percent),
    sold_until: bestBefore,
    ...Object.fromEntries(LOCALE_CODES.map((locale) => [variantColumn(locale), label(locale)])),
  };
}

/** A product's record before and after a change. */
export interface ProductChange {
  code: string;
  before: Fields | undefined;
  after: Fields;
}

/** What the law wants to know of the goods. Only who changed a statement of the product meant another one. */
const LAWFUL = [
  ...['food_name_de', 'ingredients_de', 'inci', 'allergens', 'traces', 'alcohol_percent', 'quid_de', 'statements_de'],
  'warnings_de',
];

/**
 * The record of a variant after its product has changed: the change, except in fields in which a person gave the
 * variant another value than its product had. It never costs more than the product, and has its own percentage again
 * when the product becomes dearer.
 */
export function followedFields({ code, before, after }: ProductChange, variant: Fields): Fields {
  const labels = LOCALE_CODES.map(variantColumn);
  const apart = new Set<string>([...LEFT_OUT, ...labels, 'variant_of', 'sold_until', 'discount', OWN_DISCOUNT]);
  const shared = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([field]) => !apart.has(field)));
  const lawful = LAWFUL.filter((field) => after[field] && !(variant[field] && before?.[field]));
  const merged = carryOver(variant, shared(before ?? {}), shared(after), { overwrites: false });
  const own = ownPercent(variant, before);
  const percent = percentBelow(own, merged.real_price, after);
  // A person may have written another label.
  const label = (locale: Locale): string => {
    const written = variant[variantColumn(locale)] ?? '';
    const isProposed = before && written === shortDatedLabel(locale, variant.sold_until!, apartIn(before, locale));
    return isProposed ? shortDatedLabel(locale, variant.sold_until!, apartIn(after, locale)) : written;
  };
  const fields: Fields = {
    ...merged,
    ...Object.fromEntries(lawful.map((field) => [field, after[field]!])),
    variant_of: after.variant_of ?? code,
    discount: percent === 0 ? '' : String(percent),
    [OWN_DISCOUNT]: percent === own ? '' : String(own),
    ...Object.fromEntries(LOCALE_CODES.map((locale) => [variantColumn(locale), label(locale)])),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The percentage that a person chose for the variant, though it costs what its product costs meanwhile. */
function ownPercent({ discount = '0', [OWN_DISCOUNT]: chosen }: Fields, before: Fields | undefined): number {
  // A discount that is not the product's was typed since.
  return Number(chosen !== undefined && discount === (before?.discount ?? '0') ? chosen : discount);
}

/** The smallest percentage from `own` at which the variant costs no more than its product. */
function percentBelow(own: number, realPrice: string | undefined, product: Fields): number {
  const inProduct = Number(product.discount ?? 0);
  if (realPrice === product.real_price) return Math.max(own, inProduct);
  const cents = (price = '0') => Math.round(Number(price) * 100);
  const most = discountedPrice(cents(product.real_price), inProduct);
  let percent = own;
  while (percent < RANGES.discount.max && discountedPrice(cents(realPrice), percent) > most) percent++;
  return percent;
}

/** What distinguishes a product of a family, by its record. */
function apartIn(fields: Fields, locale: Locale): string {
  const content = { value: Number(fields.net_quantity), unit: fields.net_unit as NetUnit };
  const labels = LOCALE_CODES.flatMap((code) => {
    const label = fields[variantColumn(code)];
    return label ? [[code, label]] : [];
  });
  return labelIn(JSON.stringify(Object.fromEntries(labels)), locale) || contentText(translator(locale), content);
}

const LONGEST_CODE = 20;

/** `BEB-001-261212`; `BEB-001-2-261212` for number 2, where another product has the first. */
export function shortDatedCode(code: string, bestBefore: string, number = 1): string {
  const end = `${number > 1 ? `-${number}` : ''}-${bestBefore.slice(2).replaceAll('-', '')}`;
  return code.slice(0, LONGEST_CODE - end.length).replace(/-+$/, '') + end;
}
