import { compileOnce } from '#src/server/db/compile-once.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { NetUnit } from '../price.ts';
import type { ProductFacts } from '../product.ts';
import type { IndexedProduct } from './search/document.ts';

/** Products after an id, by id, with all that search looks through; fewer than `limit` are the last. */
export async function findIndexedProducts(db: Reader, afterId: number, limit: number): Promise<IndexedProduct[]> {
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('categories as c', 'c.slug', 'p.category_slug')
    .leftJoin('product_texts as pt', (join) => join.onRef('pt.product_id', '=', 'p.id').on('pt.locale', '=', 'pt-BR'))
    .leftJoin('product_texts as de', (join) => join.onRef('de.product_id', '=', 'p.id').on('de.locale', '=', 'de-DE'))
    .leftJoin('product_texts as en', (join) => join.onRef('en.product_id', '=', 'p.id').on('en.locale', '=', 'en-US'))
    .select(['p.id', 'p.product_name', 'p.brand', 'p.cod_catalog', 'p.ean', 'p.category_slug', 'p.price_cents', 'p.rank', 'p.sort_name'])
    .select(['p.net_quantity', 'p.net_unit', 'p.facts', 'c.label_pt', 'c.label_de', 'c.label_en'])
    .select(['pt.subtitle as subtitle_pt', 'de.subtitle as subtitle_de', 'en.subtitle as subtitle_en'])
    .where('p.withdrawn_at', 'is', null)
    .where('p.id', '>', afterId)
    .orderBy('p.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.product_name,
    brand: row.brand ?? '',
    code: row.cod_catalog,
    ean: row.ean ?? '',
    categorySlug: row.category_slug,
    price: row.price_cents,
    rank: row.rank,
    sortName: row.sort_name,
    netQuantity: { value: row.net_quantity, unit: row.net_unit as NetUnit },
    foodName: (JSON.parse(row.facts) as ProductFacts).foodName ?? '',
    labels: { pt: row.label_pt, de: row.label_de, en: row.label_en },
    subtitles: { pt: row.subtitle_pt ?? '', de: row.subtitle_de ?? '', en: row.subtitle_en ?? '' },
  }));
}

const inStock = compileOnce((db) =>
  db.selectFrom('products').select('id').where('quantity_available', '>', 0).where('withdrawn_at', 'is', null),
);
const soldOut = compileOnce((db) =>
  db.selectFrom('products').select('id').where('quantity_available', '<=', 0).where('withdrawn_at', 'is', null),
);

/** Ids of everything that can be sold this moment. */
export async function findIdsInStock(db: Reader): Promise<Set<number>> {
  const rows = await inStock(db, {});
  return new Set(rows.map(({ id }) => id));
}

/** Ids of everything that is shown and can't be sold this moment: the fewer of the two, for whoever asks with every search. */
export async function findIdsSoldOut(db: Reader): Promise<Set<number>> {
  const rows = await soldOut(db, {});
  return new Set(rows.map(({ id }) => id));
}
