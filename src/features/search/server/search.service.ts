import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { keptUntilChange } from '#src/server/db/until-change.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { findProducts, type Window } from '#src/features/catalogue/server/catalogue.repository.ts';
import type { ProductPage } from '#src/features/catalogue/server/catalogue.service.ts';
import { findIdsSoldOut } from './search.repository.ts';
import type { Entry } from './catalogue-index.ts';
import { currentIndex } from './follow.ts';

const NEAR_MISSES = 8;

/** In all languages, of some thousand bytes each. */
const MAX_PRODUCTS = 4000;

// Between two searches it is mostly the same, and reading it takes as long as some of them do.
const readSoFar = keptUntilChange(() => ({
  soldOut: undefined as ReadonlySet<number> | undefined,
  products: new Map<string, ProductSummary>(),
}));

/** Ids of what is sold out: the database's word, not the index's, for stock changes with every order. */
export async function soldOutNow(ctx: Context): Promise<ReadonlySet<number>> {
  const known = readSoFar(ctx.db);
  return (known.soldOut ??= await findIdsSoldOut(ctx.db.read));
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
  const { products } = readSoFar(ctx.db);
  const keyOf = (id: number) => `${locale} ${id}`;
  const known = entries.flatMap(({ id }) => products.get(keyOf(id)) ?? []);
  if (known.length === entries.length) return known;
  // All of them: each number of ids is a query of its own, which the database prepares.
  const ids = entries.map(({ id }) => id);
  const read = await findProducts(ctx.db.read, locale, { ids }, { limit: ids.length, offset: 0 });
  if (products.size + read.length > MAX_PRODUCTS) products.clear();
  for (const product of read) products.set(keyOf(product.id), product);
  const byId = new Map(read.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
