import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { addVariants, findProducts, type Window } from '#src/features/catalogue/server/catalogue.repository.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import type { ProductPage } from '#src/features/catalogue/server/catalogue.service.ts';
import { frontsOf } from '../apply-filters.ts';
import { findIdsSoldOut } from './search.repository.ts';
import type { Entry } from './catalogue-index.ts';
import { currentIndex } from './follow.ts';

const NEAR_MISSES = 8;

/** Ids of the sold-out products. They are read for each search, because the stock changes with every order. */
export const soldOutNow = (ctx: Context): Promise<ReadonlySet<number>> => findIdsSoldOut(ctx.db.read);

/**
 * Products that contain every word of the term, in any of the languages, ordered by relevance; all products for an
 * empty term.
 */
export async function searchProducts(ctx: Context, locale: Locale, term: string, window: Window): Promise<ProductPage> {
  const [index, soldOut] = await Promise.all([currentIndex(ctx), soldOutNow(ctx)]);
  const found = frontsOf(index.find(term, soldOut));
  return {
    products: await readEntries(ctx, locale, found.slice(window.offset, window.offset + window.limit)),
    count: found.length,
  };
}

/** The products closest to a term without matches; may be empty. */
export async function nearMisses(ctx: Context, locale: Locale, term: string): Promise<ProductSummary[]> {
  const [index, soldOut] = await Promise.all([currentIndex(ctx), soldOutNow(ctx)]);
  return readEntries(ctx, locale, frontsOf(index.findNear(term, soldOut)).slice(0, NEAR_MISSES));
}

/** The current data of products, in the order of the entries. */
export async function readEntries(ctx: Context, locale: Locale, entries: readonly Entry[]): Promise<ProductSummary[]> {
  const ids = entries.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { read } = ctx.db;
  const view = viewIn(ctx, locale);
  const rows = await findProducts(read, view, { ids }, { limit: ids.length, offset: 0 });
  const products = entries.some(({ family }) => family !== undefined) ? await addVariants(read, view, rows) : rows;
  const byId = new Map(products.map((product) => [product.id, product]));
  // A product that was withdrawn after the index was built is missing.
  return ids.flatMap((id) => byId.get(id) ?? []);
}
