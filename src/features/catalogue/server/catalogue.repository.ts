import type { Expression, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { translator } from '#src/i18n/translate.ts';
import { DEFAULT_LOCALE, FALLBACK_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { NetUnit } from '../price.ts';
import type { ProductDetail, ProductSummary } from '../product.ts';
import { variantsOf, withVariants } from '../variants/families.ts';
import { familyOf } from '../variants/variant.ts';
import {
  basePriceOfRow,
  CONTENT_COLUMNS,
  labelIn,
  orderableUnits,
  SUMMARY_COLUMNS,
  toDetail,
  toSummary,
  type View,
} from './product-view.ts';

export interface ProductFilter {
  categorySlug?: string;
  inStock?: boolean;
  ids?: number[];
  codes?: readonly string[];
  /** Only the first of each family, in the shop's order, of those that fit the other conditions. */
  onePerFamily?: boolean;
}

export interface Window {
  limit: number;
  offset: number;
}

/** The shop's order: sold-out products last, then by rank, then by name. */
const IN_ORDER = [
  sql`case when p.quantity_available > 0 and p.sale_locked = 0 then 0 else 1 end`,
  sql.ref('p.rank'),
  sql.ref('p.sort_name'),
  sql.ref('p.id'),
] as const;

/**
 * Products for sale, with the texts of a language, in the shop's order.
 */
function selectProducts(db: Reader, locale: Locale) {
  return db
    .selectFrom('products as p')
    .leftJoin('product_texts as own', (join) => join.onRef('own.product_id', '=', 'p.id').on('own.locale', '=', locale))
    .leftJoin('product_texts as fallback', (join) =>
      join.onRef('fallback.product_id', '=', 'p.id').on('fallback.locale', '=', FALLBACK_LOCALE),
    )
    .leftJoin('product_texts as original', (join) =>
      join.onRef('original.product_id', '=', 'p.id').on('original.locale', '=', DEFAULT_LOCALE),
    )
    .where('p.withdrawn_at', 'is', null)
    .orderBy(IN_ORDER[0])
    .orderBy('p.rank')
    .orderBy('p.sort_name')
    .orderBy('p.id');
}

/** The text in the requested, fallback or original language, whichever exists first; never null. */
const localised = (column: 'subtitle' | 'info_html') =>
  sql<string>`coalesce(nullif(${sql.ref(`own.${column}`)}, ''), nullif(${sql.ref(`fallback.${column}`)}, ''), ${sql.ref(`original.${column}`)}, '')`;

/** The language of the text that `localised` returns. */
const languageOf = (column: 'subtitle' | 'info_html') =>
  sql<Locale>`case when own.${sql.ref(column)} <> '' then own.locale when fallback.${sql.ref(column)} <> '' then fallback.locale else original.locale end`;

const selectSummaries = (db: Reader, locale: Locale, filter: ProductFilter, { limit, offset }: Window) =>
  selectProducts(db, locale)
    .select(SUMMARY_COLUMNS)
    .select([localised('subtitle').as('subtitle')])
    .where((eb) => eb.and(conditions(eb as never, filter)))
    .limit(limit)
    .offset(offset);

export async function findProducts(
  db: Reader,
  view: View,
  filter: ProductFilter,
  window: Window,
): Promise<ProductSummary[]> {
  return (await selectSummaries(db, view.locale, filter, window).execute()).map((row) => toSummary(row, view));
}

/** The columns that may change while a page is open. */
export type Availability = Pick<
  ProductSummary,
  'id' | 'quantityAvailable' | 'price' | 'realPrice' | 'discount' | 'basePrice'
>;

export async function findAvailability(db: Reader, ids: number[]): Promise<Availability[]> {
  const rows = await db
    .selectFrom('products')
    .select([
      'id',
      'quantity_available',
      'sale_locked',
      'price_cents',
      'real_price_cents',
      'discount_percent',
      ...CONTENT_COLUMNS,
    ])
    .where('withdrawn_at', 'is', null)
    .where('id', 'in', ids)
    .orderBy('rank')
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    quantityAvailable: orderableUnits(row),
    price: row.price_cents,
    realPrice: row.real_price_cents,
    discount: row.discount_percent,
    basePrice: basePriceOfRow(row),
  }));
}

const countOfAll = sql<number>`count(*) over ()`.as('count');

/** Reads a window of products and the total in one statement, because an import may end between two statements. */
export async function findProductPage(db: Reader, view: View, filter: ProductFilter, window: Window) {
  const rows = await selectSummaries(db, view.locale, filter, window).select(countOfAll).execute();
  // A window after the last product has no row that could contain the total.
  return {
    products: rows.map((row) => toSummary(row, view)),
    count: rows[0]?.count ?? (window.offset > 0 ? await countProducts(db, filter) : 0),
  };
}

export async function countProducts(db: Reader, filter: ProductFilter = {}): Promise<number> {
  const row = await db
    .selectFrom('products as p')
    .where('p.withdrawn_at', 'is', null)
    .where((eb) => eb.and(conditions(eb as never, filter)))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

const selectDetails = (db: Reader, locale: Locale) =>
  selectProducts(db, locale)
    .select(SUMMARY_COLUMNS)
    .select(['p.ean', 'p.facts', 'p.more_pictures', 'p.head_words', 'own.picture_alts'])
    .select([localised('subtitle').as('subtitle'), localised('info_html').as('info')])
    .select([languageOf('subtitle').as('subtitleLocale'), languageOf('info_html').as('infoLocale')]);

export async function findProductBySlug(db: Reader, view: View, slug: string): Promise<ProductDetail | undefined> {
  const row = await selectDetails(db, view.locale).where('p.slug', '=', slug).executeTakeFirst();
  return row && toDetail(row, view);
}

/** Which of these codes belong to products for sale. */
export async function findCodes(db: Reader, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('cod_catalog')
    .where('withdrawn_at', 'is', null)
    .where('cod_catalog', 'in', [...new Set(codes)])
    .execute();
  return rows.map((row) => row.cod_catalog);
}

/** All products for sale, in the shop's order. */
export const findAllProducts = (db: Reader, view: View): Promise<ProductSummary[]> =>
  findProducts(db, view, {}, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });

/** All products for sale with all facts, in the shop's order. */
export async function findAllDetails(db: Reader, view: View): Promise<ProductDetail[]> {
  return (await selectDetails(db, view.locale).execute()).map((row) => toDetail(row, view));
}

/** The slug and sitemap data of every product. `changedAt`: when an import last changed the product. */
export async function findAddresses(
  db: Reader,
): Promise<{ slug: string; categorySlug: string; pictures: string[]; changedAt: string }[]> {
  const rows = await db
    .selectFrom('products')
    .select(['slug', 'category_slug', 'picture', 'more_pictures', 'updated_at'])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    slug: row.slug,
    categorySlug: row.category_slug,
    pictures: row.picture === null ? [] : [row.picture, ...(JSON.parse(row.more_pictures) as string[])],
    changedAt: row.updated_at,
  }));
}

/** The current slug of the product for sale that used this slug before. */
export async function findSlugAfter(db: Reader, former: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('former_slugs as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select('p.slug')
    .where('f.slug', '=', former)
    .where('p.withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row?.slug;
}

/**
 * `version` grows with every catalogue change. Two databases may have equal versions, so only version and time identify
 * a catalogue.
 */
export function findCatalogueState(db: Reader): Promise<{ version: number; changed_at: string }> {
  return db.selectFrom('catalogue_state').select(['version', 'changed_at']).executeTakeFirstOrThrow();
}

type FilterBuilder = { (column: string, operator: string, value: unknown): Expression<SqlBool> };

function conditions(eb: FilterBuilder, filter: ProductFilter): Expression<SqlBool>[] {
  const { categorySlug, inStock, ids, codes, onePerFamily } = filter;
  return [
    ...(categorySlug === undefined ? [] : [eb('p.category_slug', '=', categorySlug)]),
    ...(inStock ? [eb('p.quantity_available', '>', 0), eb('p.sale_locked', '=', 0)] : []),
    ...(ids ? [eb('p.id', 'in', ids)] : []),
    ...(codes ? [eb('p.cod_catalog', 'in', codes)] : []),
    ...(onePerFamily ? [isFirstOfFamily(conditions(eb, { ...filter, onePerFamily: false }))] : []),
  ];
}

const FIRSTS = sql`select variant_of from products where variant_of is not null`;

/** Only families are numbered, so that a list of products without variants costs what it did. */
const isFirstOfFamily = (others: Expression<SqlBool>[]) => sql<SqlBool>`(
  p.variant_of is null and p.cod_catalog not in (${FIRSTS})
  or p.id in (
    select id from (
      select p.id, row_number() over (
        partition by coalesce(p.variant_of, p.cod_catalog) order by ${sql.join(IN_ORDER)}
      ) as place
      from products as p
      where (p.variant_of is not null or p.cod_catalog in (${FIRSTS}))
        and ${sql.join([sql`p.withdrawn_at is null`, ...others], sql` and `)}
    ) as families
    where place = 1
  )
)`;

/** Adds their variants to the products of a list. */
export async function addVariants<P extends ProductSummary>(db: Reader, view: View, products: P[]): Promise<P[]> {
  const firsts = [...new Set(products.map(familyOf))];
  if (firsts.length === 0) return products;
  const select = () =>
    db
      .selectFrom('products')
      .select([
        'id',
        'slug',
        'cod_catalog',
        'variant_of',
        'variant_labels',
        'price_cents',
        'net_quantity',
        'net_unit',
        'sold_until',
      ])
      .select(['quantity_available', 'sale_locked'])
      .where('withdrawn_at', 'is', null);
  const rows = await select()
    .where('variant_of', 'in', firsts)
    .unionAll(select().where('cod_catalog', 'in', firsts))
    .execute();
  const members = rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    code: row.cod_catalog,
    variantOf: row.variant_of,
    ...(row.sold_until && { soldUntil: row.sold_until }),
    variantLabel: labelIn(row.variant_labels, view.locale),
    netQuantity: { value: row.net_quantity, unit: row.net_unit as NetUnit },
    price: row.price_cents,
    quantityAvailable: orderableUnits(row),
  }));
  return withVariants(products, variantsOf(members, translator(view.locale)));
}
