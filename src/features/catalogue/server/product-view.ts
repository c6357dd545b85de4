/** Makes products from their rows. */
import { FALLBACK_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ProductRow } from '#src/server/db/tables/catalogue.ts';
import { packMarkOf } from '../derived-duties.ts';
import type { FacetName } from '../facets.ts';
import type { Kind, ProductFacts } from '../facts.ts';
import { basePrice, type BasePrice, type NetUnit } from '../price.ts';
import type { ProductDetail, ProductSummary, Withdrawal } from '../product.ts';
import { headWordsIn } from './head-words.ts';

/** The inputs for building a product view from its row. */
export interface View {
  locale: Locale;
  /** False for a small business (§ 19 UStG). */
  hasVat: boolean;
}

export const viewIn = ({ shop }: Pick<Context, 'shop'>, locale: Locale): View => ({
  locale,
  hasVat: shop.tax.mode === 'regular',
});

export const SUMMARY_COLUMNS = [
  'p.id',
  'p.slug',
  'p.product_name',
  'p.cod_catalog',
  'p.brand',
  'p.category_slug',
  'p.kind',
  'p.real_price_cents',
  'p.discount_percent',
  'p.price_cents',
  'p.reference_price_cents',
  'p.vat_rate',
  'p.deposit_cents',
  'p.age_limit',
  'p.withdrawal',
  'p.quantity_available',
  'p.sale_locked',
  'p.recalled',
  'p.net_quantity',
  'p.net_unit',
  'p.drained_weight_g',
  'p.base_price_exempt',
  'p.picture',
  'p.variant_of',
  'p.variant_labels',
  'p.sold_until',
  'p.listed',
] as const;

/** The columns of the base price. */
export const CONTENT_COLUMNS = ['net_quantity', 'net_unit', 'drained_weight_g', 'base_price_exempt'] as const;

type SummaryRow = Pick<
  ProductRow,
  (typeof SUMMARY_COLUMNS)[number] extends `p.${infer Name}` ? Name & keyof ProductRow : never
> & {
  subtitle: string;
};

/** A product with its texts in one language. */
export type DetailRow = SummaryRow &
  Pick<ProductDetail, 'ean' | 'subtitleLocale' | 'info' | 'infoLocale'> & {
    facts: string;
    more_pictures: string;
    picture_alts: string | null;
    head_words: string;
  };

export const toDetail = (row: DetailRow, view: View): ProductDetail => ({
  ...toSummary(row, view),
  ean: row.ean,
  morePictures: JSON.parse(row.more_pictures) as string[],
  pictureAlts: JSON.parse(row.picture_alts ?? '[]') as string[],
  subtitleLocale: row.subtitleLocale,
  info: row.info,
  infoLocale: row.infoLocale,
  facts: JSON.parse(row.facts) as ProductFacts,
  ...headWordsOf(row, view),
});

function headWordsOf({ head_words }: DetailRow, { locale }: View): Pick<ProductDetail, 'headWords'> {
  const headWords = headWordsIn(head_words, locale);
  return headWords ? { headWords } : {};
}

/** A locked product counts as sold out everywhere. */
export const orderableUnits = (row: Pick<ProductRow, 'quantity_available' | 'sale_locked'>): number =>
  row.sale_locked === 1 ? 0 : row.quantity_available;

export const basePriceOfRow = (
  row: Pick<ProductRow, 'price_cents' | (typeof CONTENT_COLUMNS)[number]>,
): BasePrice | undefined =>
  basePrice({
    price: row.price_cents,
    netQuantity: row.net_quantity,
    netUnit: row.net_unit as NetUnit,
    drainedWeight: row.drained_weight_g,
    exempt: row.base_price_exempt === 1,
  });

/** Chosen like the texts: the requested language, otherwise English, otherwise Portuguese. */
export function labelIn(labels: string, locale: Locale): string {
  if (labels === '{}') return '';
  const byLocale = JSON.parse(labels) as Partial<Record<Locale, string>>;
  return byLocale[locale] ?? byLocale[FALLBACK_LOCALE] ?? Object.values(byLocale)[0] ?? '';
}

export function toSummary(row: SummaryRow, { hasVat, locale }: View): ProductSummary {
  const listed = row.listed.split(' ').filter(Boolean) as FacetName[];
  return {
    id: row.id,
    slug: row.slug,
    name: row.product_name,
    code: row.cod_catalog,
    brand: row.brand,
    categorySlug: row.category_slug,
    kind: row.kind as Kind,
    realPrice: row.real_price_cents,
    discount: row.discount_percent,
    price: row.price_cents,
    referencePrice: row.reference_price_cents,
    vatRate: hasVat ? row.vat_rate : 0,
    deposit: row.deposit_cents,
    packMark: packMarkOf(row.deposit_cents, listed.includes('reusable')),
    listed,
    ageLimit: row.age_limit,
    withdrawal: row.withdrawal as Withdrawal,
    quantityAvailable: orderableUnits(row),
    saleLocked: row.sale_locked === 1,
    recalled: row.recalled === 1,
    netQuantity: { value: row.net_quantity, unit: row.net_unit as NetUnit },
    drainedWeight: row.drained_weight_g,
    basePrice: basePriceOfRow(row),
    picture: row.picture,
    subtitle: row.subtitle,
    variantOf: row.variant_of,
    variantLabel: labelIn(row.variant_labels, locale),
    ...(row.sold_until && { soldUntil: row.sold_until }),
  };
}
