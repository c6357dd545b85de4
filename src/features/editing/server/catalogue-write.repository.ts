import { storedLabels } from '#src/features/catalogue/server/category-label.ts';
import { storedHeadWords } from '#src/features/catalogue/server/head-words.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { NewPriceHistoryRow, NewProductRow, NewProductTextRow } from '#src/server/db/tables/catalogue.ts';
import { batches } from './batches.ts';
import { findCategoriesInUse } from './catalogue-read.repository.ts';
import type { CategoryRow } from './product-row.ts';

/** Records that a product changed its address. The new address may be a former address of the same product. */
export async function moveSlug(tx: Writer, productId: number, from: string, to: string): Promise<void> {
  await tx.deleteFrom('former_slugs').where('slug', '=', to).execute();
  await tx
    .insertInto('former_slugs')
    .values({ slug: from, product_id: productId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ product_id: productId }))
    .execute();
}

/** Replaces all categories; returns true if anything changed. */
export async function replaceCategories(tx: Writer, categories: CategoryRow[], now: string): Promise<boolean> {
  const known = new Map((await tx.selectFrom('categories').selectAll().execute()).map((row) => [row.slug, row]));
  let changed = false;
  for (const category of categories) {
    const { slug, group } = category;
    const head_words = storedHeadWords(category);
    const row = { slug, group_name: group, ...storedLabels(category), head_words, withdrawn_at: null };
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
export async function bumpCatalogueVersion(tx: Writer, now: string): Promise<void> {
  await tx
    .updateTable('catalogue_state')
    .set((eb) => ({ version: eb('version', '+', 1), changed_at: now }))
    .execute();
}
