import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { fold } from '#src/shared/fold.ts';
import type { ProductSummary } from '../product.ts';
import { findCatalogueVersion, findProducts, findSearchTexts, type Window } from './catalogue.repository.ts';

interface Index {
  version: number;
  entries: { id: number; name: string; text: string }[];
}

// One per process and database: it follows the catalogue by its version.
const indexes = new WeakMap<Context, Index>();

async function currentIndex(ctx: Context): Promise<Index> {
  const version = await findCatalogueVersion(ctx.db.read);
  const known = indexes.get(ctx);
  if (known?.version === version) return known;
  const texts = await findSearchTexts(ctx.db.read);
  const index = { version, entries: texts.map(({ id, name, rest }) => ({ id, name: fold(name), text: fold(`${name} ${rest}`) })) };
  indexes.set(ctx, index);
  return index;
}

/** Products whose texts hold every word of the term, case and accents aside; names that begin with it come first. */
export async function searchProducts(
  ctx: Context,
  locale: Locale,
  term: string,
  window: Window,
): Promise<{ products: ProductSummary[]; count: number }> {
  const { entries } = await currentIndex(ctx);
  const wanted = fold(term.trim());
  const words = wanted.split(/\s+/).filter(Boolean);
  const found = entries.filter(({ text }) => words.every((word) => text.includes(word)));
  const score = ({ name }: { name: string }) => (name.startsWith(wanted) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2);
  const ids = found
    .toSorted((a, b) => score(a) - score(b))
    .slice(window.offset, window.offset + window.limit)
    .map(({ id }) => id);
  if (ids.length === 0) return { products: [], count: found.length };
  const byId = new Map(
    (await findProducts(ctx.db.read, locale, { ids }, { limit: ids.length, offset: 0 })).map((product) => [product.id, product]),
  );
  return { products: ids.flatMap((id) => byId.get(id) ?? []), count: found.length };
}
