import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { findAllDetails, findAllProducts } from './catalogue.repository.ts';

/**
 * Reads the products of a language once for all kinds of pages, as long as nothing changes in the database: reading and digesting
 * them again takes a quarter of a build after one changed price.
 */
function readOnce<P>(read: (db: Reader, locale: Locale) => Promise<P[]>): (ctx: Context, locale: Locale) => Promise<P[]> {
  const known = new WeakMap<object, { state: string; products: Map<Locale, Promise<P[]>> }>();
  return ({ db }, locale) => {
    const state = db.changes();
    if (state === undefined) return read(db.read, locale);
    let before = known.get(db);
    if (before?.state !== state) known.set(db, (before = { state, products: new Map() }));
    const products = before.products.get(locale) ?? read(db.read, locale);
    before.products.set(locale, products);
    return products;
  };
}

export const allProducts = readOnce(findAllProducts);
export const allDetails = readOnce(findAllDetails);
