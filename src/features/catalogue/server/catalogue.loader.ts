import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { pages } from '#src/shared/paths.ts';
import * as repository from './catalogue.repository.ts';
import { findCategories } from './categories.repository.ts';

/** Addresses without language prefix of every prerendered page that search engines may show. */
export async function sitemapPaths(ctx: Context): Promise<string[]> {
  const [addresses, categories] = await Promise.all([repository.findAddresses(ctx.db.read), findCategories(ctx.db.read, DEFAULT_LOCALE)]);
  return [
    pages.home(),
    pages.inStock(),
    ...categories.map(({ slug }) => pages.category(slug)),
    ...addresses.map(({ slug }) => pages.product(slug)),
  ];
}
