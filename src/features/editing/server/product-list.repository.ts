import { hasInNameOrCode } from '#src/features/catalogue/server/product-search.repository.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { PRODUCT_STATES } from '../product-states.ts';

export interface ProductListFilter {
  /** Part of the name or the code; '' for all. */
  text: string;
  category: string;
  state: (typeof PRODUCT_STATES)[number] | undefined;
}

/** The live version of a product, beside its draft. */
export interface ListedProduct {
  code: string;
  name: string;
  quantity: number;
  locked: boolean;
  /** The number of variants that name the product as their first one. */
  variants: number;
  /** Name of the stored picture. */
  picture: string | null;
  /** Digests; undefined when an earlier release imported the product. */
  draft: string | null | undefined;
  published: string | null | undefined;
}

const selectProducts = (db: Reader, { text, category, state }: ProductListFilter) =>
  db
    .selectFrom('products as p')
    .leftJoin('catalogue_sources as s', (join) =>
      join.on('s.kind', '=', 'product').onRef('s.key', '=', 'p.cod_catalog'),
    )
    .where('p.withdrawn_at', 'is', null)
    .$if(category !== '', (query) => query.where('p.category_slug', '=', category))
    .$if(state === 'waiting', (query) => query.whereRef('s.draft', 'is distinct from', 's.published'))
    .$if(state === 'locked', (query) => query.where('p.sale_locked', '=', 1))
    .$if(state === 'soldOut', (query) => query.where('p.quantity_available', '<=', 0))
    .$if(state === 'reduced', (query) => query.where('p.discount_percent', '>', 0))
    .$if(text !== '', (query) => query.where(hasInNameOrCode(text)));

/** Products by name, and their total number. */
export async function pageOfProducts(
  db: Reader,
  filter: ProductListFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ListedProduct[]; total: number }> {
  const { total } = await selectProducts(db, filter)
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectProducts(db, filter)
    .select([
      'p.cod_catalog',
      'p.product_name',
      'p.quantity_available',
      'p.sale_locked',
      'p.picture',
      's.draft',
      's.published',
      's.version',
    ])
    .select((row) =>
      row
        .selectFrom('products as v')
        .select(({ fn }) => fn.countAll().as('variants'))
        .whereRef('v.variant_of', '=', 'p.cod_catalog')
        .where('v.withdrawn_at', 'is', null)
        .as('variants'),
    )
    .orderBy('p.sort_name')
    .orderBy('p.cod_catalog')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      code: row.cod_catalog,
      name: row.product_name,
      quantity: row.quantity_available,
      locked: row.sale_locked === 1,
      variants: Number(row.variants),
      picture: row.picture,
      // The join also returns null for a missing row.
      draft: row.version === null ? undefined : row.draft,
      published: row.version === null ? undefined : row.published,
    })),
  };
}

/** Products that were never published, or not since they were withdrawn. */
export const findNewDrafts = (db: Reader) =>
  db
    .selectFrom('catalogue_sources')
    .selectAll()
    .where('kind', '=', 'product')
    .where('published', 'is', null)
    .where('draft', 'is not', null)
    .orderBy('key')
    .execute();

/** New products in plans, with the version that becomes live. Their drafts are empty until then. */
export const findPlannedProducts = (db: Reader): Promise<{ key: string; after: string | null }[]> =>
  db
    .selectFrom('plan_changes as c')
    .innerJoin('catalogue_sources as s', (join) => join.onRef('s.kind', '=', 'c.kind').onRef('s.key', '=', 'c.key'))
    .select(['c.key', 'c.after'])
    .distinct()
    .where('c.kind', '=', 'product')
    .where('c.before', 'is', null)
    .where('s.draft', 'is', null)
    .where('s.published', 'is', null)
    .orderBy('c.key')
    .execute();

/** The codes of all current and former products and of drafts. Drafts that were never published have no category. */
export async function findCodes(
  db: Reader,
): Promise<{ code: string; category: string | null; soldUntil: string | null }[]> {
  const products = await db
    .selectFrom('products')
    .select(['cod_catalog as code', 'category_slug as category', 'sold_until as soldUntil'])
    .orderBy('cod_catalog')
    .execute();
  const drafts = await db.selectFrom('catalogue_sources').select('key').where('kind', '=', 'product').execute();
  const known = new Set(products.map(({ code }) => code));
  return [
    ...products,
    ...drafts.filter(({ key }) => !known.has(key)).map(({ key: code }) => ({ code, category: null, soldUntil: null })),
  ];
}
