import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { NetUnit } from '#src/features/catalogue/price.ts';
import type { FacetName } from '#src/features/catalogue/facets.ts';
import type { ProductFacts } from '#src/features/catalogue/facts.ts';
import { ownCategoryLabel } from '#src/features/catalogue/server/category-label.ts';
import { labelIn } from '#src/features/catalogue/server/product-view.ts';
import type { IndexedProduct } from './document.ts';

/** Products after an id, by id, with all searched texts; fewer than `limit` are the last. */
export async function findIndexedProducts(db: Reader, afterId: number, limit: number): Promise<IndexedProduct[]> {
  const rows = await db
    .selectFrom('products as p')
    .select([
      'p.id',
      'p.product_name',
      'p.brand',
      'p.cod_catalog',
      'p.ean',
      'p.category_slug',
      'p.price_cents',
      'p.reference_price_cents',
    ])
    .select(['p.rank', 'p.sort_name'])
    .select(['p.net_quantity', 'p.net_unit', 'p.facts', 'p.listed', 'p.variant_of', 'p.variant_labels'])
    .where('p.withdrawn_at', 'is', null)
    .where('p.id', '>', afterId)
    .orderBy('p.id')
    .limit(limit)
    .execute();
  const categories = await findIndexedCategories(db);
  const subtitles = await findSubtitles(db, afterId, rows.at(-1)?.id ?? afterId);
  return rows.map((row) => ({
    id: row.id,
    name: row.product_name,
    brand: row.brand ?? '',
    code: row.cod_catalog,
    ean: row.ean ?? '',
    group: categories.get(row.category_slug)?.group ?? '',
    categorySlug: row.category_slug,
    price: row.price_cents,
    isReduced: row.reference_price_cents !== null && row.reference_price_cents > row.price_cents,
    rank: row.rank,
    variantOf: row.variant_of,
    variantLabels: byLocale((locale) => labelIn(row.variant_labels, locale)),
    sortName: row.sort_name,
    netQuantity: { value: row.net_quantity, unit: row.net_unit as NetUnit },
    listed: row.listed.split(' ').filter(Boolean) as FacetName[],
    foodName: (JSON.parse(row.facts) as ProductFacts).foodName ?? '',
    labels: byLocale((locale) => categories.get(row.category_slug)?.labels[locale]),
    subtitles: byLocale((locale) => subtitles.get(row.id)?.find((text) => text.locale === locale)?.subtitle),
  }));
}

const byLocale = (textIn: (locale: Locale) => string | undefined) =>
  Object.fromEntries(LOCALE_CODES.map((locale) => [locale, textIn(locale) ?? ''])) as Record<Locale, string>;

async function findIndexedCategories(
  db: Reader,
): Promise<Map<string, { group: string; labels: Record<Locale, string> }>> {
  const rows = await db.selectFrom('categories').selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.slug,
      { group: row.group_name, labels: byLocale((locale) => ownCategoryLabel(row, locale)) },
    ]),
  );
}

async function findSubtitles(db: Reader, afterId: number, lastId: number) {
  const rows = await db
    .selectFrom('product_texts')
    .select(['product_id', 'locale', 'subtitle'])
    .where('product_id', '>', afterId)
    .where('product_id', '<=', lastId)
    .execute();
  return Map.groupBy(rows, ({ product_id }) => product_id);
}

/** Ids of the products for sale that are currently sold out. */
export async function findIdsSoldOut(db: Reader): Promise<Set<number>> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where((eb) => eb.or([eb('quantity_available', '<=', 0), eb('sale_locked', '=', 1)]))
    .where('withdrawn_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ids of the products that are currently in stock. */
export async function findIdsInStock(db: Reader): Promise<Set<number>> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('quantity_available', '>', 0)
    .where('sale_locked', '=', 0)
    .where('withdrawn_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
