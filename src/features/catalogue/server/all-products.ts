import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { ProductDetail, ProductSummary } from '../product.ts';
import { readParts } from '../sets/parts.ts';
import { joinFamilies } from '../variants/families.ts';
import { gramsOf } from '../weight.ts';
import { findAllDetails, findAllProducts } from './catalogue.repository.ts';
import { withBestBefore } from './lots/lots.repository.ts';
import { viewIn, type View } from './product-view.ts';

/**
 * Caches the products of a language for all kinds of pages until the database changes: reading and digesting them again
 * takes a quarter of a build after one changed price.
 */
function readOnce<P extends ProductSummary>(
  read: (ctx: Context, view: View) => Promise<P[]>,
): (ctx: Context, locale: Locale) => Promise<P[]> {
  const known = new WeakMap<object, { state: string; products: Map<Locale, Promise<P[]>> }>();
  return (ctx, locale) => {
    const { db } = ctx;
    const readFamilies = async (view: View) => joinFamilies(await read(ctx, view), translator(locale));
    const view = viewIn(ctx, locale);
    const state = db.changes();
    if (state === undefined) return readFamilies(view);
    let before = known.get(db);
    if (before?.state !== state) known.set(db, (before = { state, products: new Map() }));
    const products = before.products.get(locale) ?? readFamilies(view);
    before.products.set(locale, products);
    return products;
  };
}

export const allProducts = readOnce(({ db }, view) => findAllProducts(db.read, view));
export const allDetails = readOnce(async (ctx, view) =>
  withBestBefore(ctx, weighSets(await findAllDetails(ctx.db.read, view))),
);

/** A set weighs what its parts weigh, as in the cart: feed and structured data name its shipping price. */
function weighSets(products: readonly ProductDetail[]): ProductDetail[] {
  const byCode = new Map(products.map((product) => [product.code, product]));
  return products.map((product) => {
    const { parts } = product.facts;
    if (parts === undefined) return product;
    const grams = (readParts(parts) ?? []).map(({ code, units }) => {
      const part = byCode.get(code);
      return part ? (gramsOf(part) ?? 0) * units : 0;
    });
    return { ...product, facts: { ...product.facts, grossWeight: grams.reduce((sum, one) => sum + one, 0) } };
  });
}
