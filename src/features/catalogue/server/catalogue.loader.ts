import { DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { HOME_PRODUCTS } from '#src/shared/business.ts';
import { pages } from '#src/shared/paths.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import type { Category, ProductSummary } from '../product.ts';
import * as repository from './catalogue.repository.ts';
import { findCategories } from './categories.repository.ts';
import type { Slide } from '../slide.ts';
import { loadSlides } from './slides.loader.ts';

export interface Framed {
  head: PageHead;
  categories: Category[];
}

/** What a page needs for the frame around it when it shows nothing of the catalogue. */
export const loadFrame = async (ctx: Context, locale: Locale): Promise<Pick<Framed, 'categories'>> => ({
  categories: await findCategories(ctx.db.read, locale),
});

export interface HomeView extends Framed {
  slides: Slide[];
  products: ProductSummary[];
}

export async function loadHome(ctx: Context, locale: Locale): Promise<HomeView> {
  const t = translator(locale);
  const [categories, products, slides] = await Promise.all([
    findCategories(ctx.db.read, locale),
    repository.findProducts(ctx.db.read, locale, {}, { limit: HOME_PRODUCTS, offset: 0 }),
    loadSlides(ctx, locale),
  ]);
  return { head: { title: t('shop.tagline'), description: t('shop.description'), path: pages.home() }, categories, products, slides };
}

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
