import { DEFAULT_LOCALE, localeOfPath, withoutPrefix } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { groupsOf } from '../category-group.ts';
import { findSlugAfter } from './catalogue.repository.ts';
import { findSlugOfOrigin, hasShortDated } from './lots/short-dated.repository.ts';
import { findCategories, findReplacement } from './categories.repository.ts';

/** Returns the path that replaces a decoded path of a product or a list without a page; undefined if there is none. */
export async function movedTo(ctx: Context, path: string): Promise<string | undefined> {
  const [room = '', name = '', page, ...more] = withoutPrefix(path)
    .replace(/^\/|\/$/g, '')
    .split('/');
  if (more.length > 0) return undefined;
  // An object has values of its prototype too, for addresses such as /constructor.
  const find = Object.hasOwn(MOVED, room) ? MOVED[room] : undefined;
  const present = await find?.(ctx, name, page);
  return present === undefined ? undefined : localised(localeOfPath(path), present);
}

type Find = (ctx: Context, name: string, page: string | undefined) => Promise<string | undefined> | string | undefined;

/** A list that shrinks loses its last pages. */
const isPage = (text: string | undefined): boolean => /^[1-9]\d{0,5}$/.test(text ?? '');

const MOVED: Record<string, Find | undefined> = {
  product: async ({ db }, slug, more) => {
    if (more !== undefined) return undefined;
    const present = (await findSlugAfter(db.read, slug)) ?? (await findSlugOfOrigin(db.read, slug));
    return present && pages.product(present);
  },
  category: async ({ db }, slug, page) => {
    if (page !== undefined && !isPage(page)) return undefined;
    const found = await findReplacement(db.read, slug);
    if (found) return 'group' in found ? pages.group(found.group) : pages.category(found.category);
    const isForSale =
      page !== undefined && (await findCategories(db.read, DEFAULT_LOCALE)).some((category) => category.slug === slug);
    return isForSale ? pages.category(slug) : undefined;
  },
  groups: async ({ db }, name, page) => {
    const group = isPage(page)
      ? groupsOf(await findCategories(db.read, DEFAULT_LOCALE)).find((known) => known === name)
      : undefined;
    return group && pages.group(group);
  },
  instock: (_, page, more) => (more === undefined && isPage(page) ? pages.inStock() : undefined),
  offers: (_, page, more) => (more === undefined && isPage(page) ? pages.offers() : undefined),
  'save-me': async ({ db }, page, more) => {
    if (more !== undefined || !(page === '' || isPage(page))) return undefined;
    return page !== '' && (await hasShortDated(db.read)) ? pages.saved() : pages.offers();
  },
};
