import { DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { pages } from '#src/shared/paths.ts';
import { groupsOf } from '../category-group.ts';
import { fallbackImage } from '../pictures/picture.ts';
import { hasShortDated } from './lots/short-dated.repository.ts';
import * as repository from './catalogue.repository.ts';
import { findCategories } from './categories.repository.ts';

export interface SitemapEntry {
  /** Path without language prefix. */
  path: string;
  /** The languages that the page is written in; undefined for all of the shop's. */
  languages?: readonly Locale[];
  /** ISO-8601 time of the last change of the page's content; undefined if that time is not recorded. */
  changedAt?: string | undefined;
  /** Paths of the pictures on the page. */
  pictures?: string[];
}

/** All prerendered pages of the catalogue that search engines may index. */
export async function sitemapEntries(ctx: Context): Promise<SitemapEntry[]> {
  const [products, categories, hasSaved] = await Promise.all([
    repository.findAddresses(ctx.db.read),
    findCategories(ctx.db.read, DEFAULT_LOCALE),
    hasShortDated(ctx.db.read),
  ]);
  const latest = (of: typeof products) =>
    of.map(({ changedAt }) => changedAt).reduce((a, b) => (a > b ? a : b), '') || undefined;
  return [
    { path: pages.home(), changedAt: latest(products) },
    { path: pages.inStock(), changedAt: latest(products) },
    { path: pages.offers(), changedAt: latest(products) },
    ...(hasSaved ? [{ path: pages.saved(), changedAt: latest(products) }] : []),
    ...groupsOf(categories).map((group) => ({
      path: pages.group(group),
      changedAt: latest(
        products.filter(({ categorySlug }) => categories.find(({ slug }) => slug === categorySlug)?.group === group),
      ),
    })),
    ...categories.map(({ slug }) => ({
      path: pages.category(slug),
      changedAt: latest(products.filter(({ categorySlug }) => categorySlug === slug)),
    })),
    ...products.map(({ slug, changedAt, pictures }) => ({
      path: pages.product(slug),
      changedAt,
      pictures: pictures.map(fallbackImage),
    })),
  ];
}

/** The categories of the shop, as a form offers them. */
export const loadCategoryOptions = async (
  { db }: Context,
  locale: Locale,
): Promise<{ value: string; label: string }[]> =>
  (await findCategories(db.read, locale)).map(({ slug, label }) => ({ value: slug, label }));
