import type { Writer, Reader } from '#src/server/db/database.ts';
import type {
  NewPriceHistoryRow,
  NewProductRow,
  NewProductTextRow,
  ProductRow,
} from '#src/server/db/tables/catalogue.ts';
import { storedLabels } from '#src/features/catalogue/server/category-label.ts';
import type { PricePoint } from '#src/features/catalogue/price.ts';
import type { Cents } from '#src/shared/money.ts';
import type { CategoryRow } from './product-row.ts';

export type ImportedProduct = Pick<
  ProductRow,
  | 'id'
  | 'cod_catalog'
  | 'slug'
  | 'category_slug'
  | 'digest'
  | 'compiled_of'
  | 'withdrawn_at'
  | 'real_price_cents'
  | 'discount_percent'
  | 'quantity_available'
  | 'file_quantity'
>;

// SQLite takes at most 32,766 parameters a statement, a product row has some 30.
const BATCH = 500;

export function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}

export const findAllForImport = (tx: Writer): Promise<ImportedProduct[]> =>
  tx
    .selectFrom('products')
    .select([
      'id',
      'cod_catalog',
      'slug',
      'category_slug',
      'digest',
      'compiled_of',
      'withdrawn_at',
      'real_price_cents',
      'discount_percent',
      'quantity_available',
      'file_quantity',
    ])
    .execute();

/** The current or last prices of all products, before and after discount, by catalogue code. */
export async function findPrices(db: Reader): Promise<Map<string, { realPrice: Cents; price: Cents }>> {
  const rows = await db
    .selectFrom('products')
    .select(['cod_catalog', 'real_price_cents as realPrice', 'price_cents as price'])
    .execute();
  return new Map(rows.map(({ cod_catalog, ...prices }) => [cod_catalog, prices]));
}

/** Codes of the products for sale. */
export async function findCodesForSale(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('cod_catalog')
    .where('withdrawn_at', 'is', null)
    .orderBy('cod_catalog')
    .execute();
  return rows.map((row) => row.cod_catalog);
}

/** Codes of all current and former products. */
export async function findEveryCode(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('products').select('cod_catalog').execute();
  return new Set(rows.map((row) => row.cod_catalog));
}

/** Former addresses with the catalogue code of their product. */
export const findFormerSlugs = (tx: Writer) =>
  tx
    .selectFrom('former_slugs as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select(['f.slug', 'p.cod_catalog'])
    .execute();

/** Records that a product changed its address. The new address may be a former address of the same product. */
export async function moveSlug(tx: Writer, productId: number, from: string, to: string): Promise<void> {
  await tx.deleteFrom('former_slugs').where('slug', '=', to).execute();
  await tx
    .insertInto('former_slugs')
    .values({ slug: from, product_id: productId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ product_id: productId }))
    .execute();
}

export async function findCategorySlugs(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('categories').select('slug').where('withdrawn_at', 'is', null).execute();
  return new Set(rows.map((row) => row.slug));
}

/** Replaces all categories; returns true if anything changed. */
export async function replaceCategories(tx: Writer, categories: CategoryRow[], now: string): Promise<boolean> {
  const known = new Map((await tx.selectFrom('categories').selectAll().execute()).map((row) => [row.slug, row]));
  let changed = false;
  for (const { slug, group, ...labels } of categories) {
    const row = { slug, group_name: group, ...storedLabels(labels), withdrawn_at: null };
    const old = known.get(slug);
    known.delete(slug);
    if (old && JSON.stringify({ ...old, ...row }) === JSON.stringify(old)) continue;
    changed = true;
    await tx
      .insertInto('categories')
      .values(row)
      .onConflict((c) => c.column('slug').doUpdateSet(row))
      .execute();
  }
  const gone = [...known.values()].filter((row) => row.withdrawn_at === null).map((row) => row.slug);
  if (gone.length) await tx.updateTable('categories').set({ withdrawn_at: now }).where('slug', 'in', gone).execute();
  return changed || gone.length > 0;
}

/** Records the successor of each category without any product for sale. */
export async function recordMovedCategories(tx: Writer, targets: ReadonlyMap<string, string>): Promise<void> {
  const used = new Set((await findCategoriesInUse(tx)).map(({ slug }) => slug));
  for (const [slug, target] of targets)
    if (!used.has(slug))
      await tx.updateTable('categories').set({ moved_to: target }).where('slug', '=', slug).execute();
}

/** Inserts products in batches; returns the new ids by catalogue code. */
export async function insertProducts(
  tx: Writer,
  rows: NewProductRow[],
  onBatch: (count: number) => void,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const batch of batches(rows)) {
    const inserted = await tx.insertInto('products').values(batch).returning(['id', 'cod_catalog']).execute();
    for (const row of inserted) ids.set(row.cod_catalog, row.id);
    onBatch(batch.length);
  }
  return ids;
}

export async function insertTexts(tx: Writer, rows: NewProductTextRow[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('product_texts').values(batch).execute();
}

export async function updateProduct(tx: Writer, id: number, columns: Partial<NewProductRow>): Promise<void> {
  await tx.updateTable('products').set(columns).where('id', '=', id).execute();
}

/** Records the compile digests of these rows. */
export async function recordCompiled(tx: Writer, rows: { id: number; compiled_of: string }[]): Promise<void> {
  for (const { id, compiled_of } of rows)
    await tx.updateTable('products').set({ compiled_of }).where('id', '=', id).execute();
}

export async function replaceTexts(
  tx: Writer,
  productId: number,
  texts: Omit<NewProductTextRow, 'product_id'>[],
): Promise<void> {
  await tx.deleteFrom('product_texts').where('product_id', '=', productId).execute();
  await insertTexts(
    tx,
    texts.map((text) => ({ product_id: productId, ...text })),
  );
}

export async function withdraw(tx: Writer, ids: number[], now: string): Promise<void> {
  for (const batch of batches(ids))
    await tx.updateTable('products').set({ withdrawn_at: now, updated_at: now }).where('id', 'in', batch).execute();
}

/** Records the files' quantities of these products. */
export async function recordFileQuantity(tx: Writer, ids: number[], units: number): Promise<void> {
  for (const batch of batches(ids))
    await tx.updateTable('products').set({ file_quantity: units }).where('id', 'in', batch).execute();
}

export async function appendPrices(tx: Writer, rows: NewPriceHistoryRow[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('price_history').values(batch).execute();
}

/** Price points in order of time, by product id. */
export async function findPriceHistory(db: Reader, productIds: number[]): Promise<Map<number, PricePoint[]>> {
  const points = new Map<number, PricePoint[]>();
  for (const batch of batches(productIds)) {
    const rows = await db
      .selectFrom('price_history')
      .selectAll()
      .where('product_id', 'in', batch)
      .orderBy('valid_from')
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const point = { validFrom: row.valid_from, discountPercent: row.discount_percent, price: row.price_cents };
      points.set(row.product_id, [...(points.get(row.product_id) ?? []), point]);
    }
  }
  return points;
}

export async function setReferencePrices(
  tx: Writer,
  prices: { id: number; reference: number | null }[],
): Promise<void> {
  for (const { id, reference } of prices)
    await tx
      .updateTable('products')
      .set({ reference_price_cents: reference })
      .where('id', '=', id)
      .where('reference_price_cents', 'is distinct from', reference)
      .execute();
}

/** Increases the catalogue version, so that the search index and the static pages are updated. */
export async function bumpVersion(tx: Writer, now: string): Promise<void> {
  await tx
    .updateTable('catalogue_state')
    .set((eb) => ({ version: eb('version', '+', 1), changed_at: now }))
    .execute();
}

/** Units in stock of products that can be bought, by catalogue code. */
export type StockByCode = Map<string, { id: number; quantity: number }>;

export async function findStockByCode(db: Reader): Promise<StockByCode> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'cod_catalog', 'quantity_available'])
    .where('withdrawn_at', 'is', null)
    .orderBy('cod_catalog')
    .execute();
  return new Map(rows.map((row) => [row.cod_catalog, { id: row.id, quantity: row.quantity_available }]));
}

/** The price history as in price-history.csv, by catalogue code and in order of time. */
export async function findPricesByCode(db: Reader) {
  const rows = await db
    .selectFrom('price_history as h')
    .innerJoin('products as p', 'p.id', 'h.product_id')
    .select(['p.cod_catalog', 'h.valid_from', 'h.real_price_cents', 'h.discount_percent'])
    .where('p.withdrawn_at', 'is', null)
    .orderBy('p.cod_catalog')
    .orderBy('h.valid_from')
    .orderBy('h.id')
    .execute();
  const prices = rows.map((row) => ({
    code: row.cod_catalog,
    valid_from: row.valid_from.replace('T00:00:00.000Z', ''),
    real_price: (row.real_price_cents / 100).toFixed(2),
    discount: String(row.discount_percent),
  }));
  return new Map(
    [...Map.groupBy(prices, ({ code }) => code)].map(
      ([code, own]) => [code, own.map(({ code: _, ...price }) => price)] as const,
    ),
  );
}

/** The products for sale with one of these bar codes. */
export async function findEanOwners(db: Reader, eans: readonly string[]): Promise<{ ean: string; code: string }[]> {
  if (eans.length === 0) return [];
  const owners: { ean: string; code: string }[] = [];
  for (const batch of batches(eans)) {
    const rows = await db
      .selectFrom('products')
      .select(['ean', 'cod_catalog as code'])
      .where('withdrawn_at', 'is', null)
      .where('ean', 'in', batch)
      .execute();
    for (const { ean, code } of rows) if (ean !== null) owners.push({ ean, code });
  }
  return owners;
}

/** The number of products for sale in each category. */
export async function findCategoriesInUse(db: Reader): Promise<{ slug: string; products: number }[]> {
  const rows = await db
    .selectFrom('products')
    .select((row) => ['category_slug as slug', row.fn.countAll().as('products')])
    .where('withdrawn_at', 'is', null)
    .groupBy('category_slug')
    .execute();
  return rows.map(({ slug, products }) => ({ slug, products: Number(products) }));
}

export async function findProductId(db: Reader, code: string): Promise<number | undefined> {
  return (await db.selectFrom('products').select('id').where('cod_catalog', '=', code).executeTakeFirst())?.id;
}

/** The shown or last shown version of a product. */
export const findShown = (db: Reader, code: string) =>
  db
    .selectFrom('products')
    .select(['id', 'slug', 'real_price_cents', 'discount_percent', 'reference_price_cents', 'quantity_available'])
    .where('cod_catalog', '=', code)
    .executeTakeFirst();

/** The current and former slugs with this prefix, with the codes of their products. */
export async function findSlugOwners(db: Reader, begin: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['slug', 'cod_catalog'])
    .where('slug', 'like', `${begin}%`)
    .union(
      db
        .selectFrom('former_slugs as f')
        .innerJoin('products as p', 'p.id', 'f.product_id')
        .select(['f.slug', 'p.cod_catalog'])
        .where('f.slug', 'like', `${begin}%`),
    )
    .execute();
  return new Map(rows.map(({ slug, cod_catalog }) => [slug, cod_catalog]));
}
