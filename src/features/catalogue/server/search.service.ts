import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ProductSummary } from '../product.ts';
import { findProducts, type Window } from './catalogue.repository.ts';
import type { ProductPage } from './catalogue.service.ts';
import { findIdsSoldOut } from './search.repository.ts';
import type { Entry } from './search/catalogue-index.ts';
import { currentIndex } from './search/follow.ts';

const NEAR_MISSES = 8;

// Reading it takes as long as some searches do, and between two of them it is mostly the same.
const lastSoldOut = new WeakMap<Context, { state: string; ids: ReadonlySet<number> }>();

/** Ids of what is sold out: the database's word, not the index's, for stock changes with every order. It is asked again once anything in it changed. */
export async function soldOutNow(ctx: Context): Promise<ReadonlySet<number>> {
  const state = ctx.db.changes();
  const known = lastSoldOut.get(ctx);
  if (known && known.state === state) return known.ids;
  const ids = await findIdsSoldOut(ctx.db.read);
  if (state !== undefined) lastSoldOut.set(ctx, { state, ids });
  return ids;
}

/** Products in which every word of the term stands, in any of the languages, the best first; all products for an empty term. */
export async function searchProducts(ctx: Context, locale: Locale, term: string, window: Window): Promise<ProductPage> {
  const [index, soldOut] = await Promise.all([currentIndex(ctx), soldOutNow(ctx)]);
  const found = index.find(term, soldOut);
  return { products: await readEntries(ctx, locale, found.slice(window.offset, window.offset + window.limit)), count: found.length };
}

/** What comes nearest to a term that finds nothing; may be empty too. */
export async function nearMisses(ctx: Context, locale: Locale, term: string): Promise<ProductSummary[]> {
  const [index, soldOut] = await Promise.all([currentIndex(ctx), soldOutNow(ctx)]);
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
