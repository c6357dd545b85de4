import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { ProductSummary } from '../product.ts';
import { joinFamilies } from '../variants/families.ts';
import { findAllDetails, findAllProducts } from './catalogue.repository.ts';
import { viewIn, type View } from './product-view.ts';

/**
 * Caches the products of a language for all kinds of pages until the database changes: reading and digesting them again
 * takes a quarter of a build after one changed price.
 */
function readOnce<P extends ProductSummary>(
  read: (db: Reader, view: View) => Promise<P[]>,
): (ctx: Context, locale: Locale) => Promise<P[]> {
  const known = new WeakMap<object, { state: string; products: Map<Locale, Promise<P[]>> }>();
  return (ctx, locale) => {
    const { db } = ctx;
    const readFamilies = async (view: View) => joinFamilies(await read(db.read, view), translator(locale));
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

export const allProducts = readOnce(findAllProducts);
export const allDetails = readOnce(findAllDetails);
