import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ProductSummary } from '../product.ts';
import { findProducts, type Window } from './catalogue.repository.ts';
import type { ProductPage } from './catalogue.service.ts';
import { findIdsSoldOut } from './search.repository.ts';
import type { Entry } from './search/catalogue-index.ts';
import { currentIndex } from './search/follow.ts';

const NEAR_MISSES = 8;

/** Products in which every word of the term stands, in any of the languages, the best first; all products for an empty term. */
export async function searchProducts(ctx: Context, locale: Locale, term: string, window: Window): Promise<ProductPage> {
  // The database's word, not the index's: stock changes with every order.
  const [index, soldOut] = await Promise.all([currentIndex(ctx), findIdsSoldOut(ctx.db.read)]);
  const found = index.find(term, soldOut);
  return { products: await readEntries(ctx, locale, found.slice(window.offset, window.offset + window.limit)), count: found.length };
}

/** What comes nearest to a term that finds nothing; may be empty too. */
export async function nearMisses(ctx: Context, locale: Locale, term: string): Promise<ProductSummary[]> {
  const [index, soldOut] = await Promise.all([currentIndex(ctx), findIdsSoldOut(ctx.db.read)]);
  return readEntries(ctx, locale, index.findNear(term, soldOut).slice(0, NEAR_MISSES));
}

/** Products as they are now, in the entries' order. */
export async function readEntries(ctx: Context, locale: Locale, entries: readonly Entry[]): Promise<ProductSummary[]> {
  if (entries.length === 0) return [];
  const ids = entries.map(({ id }) => id);
  const products = await findProducts(ctx.db.read, locale, { ids }, { limit: ids.length, offset: 0 });
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
