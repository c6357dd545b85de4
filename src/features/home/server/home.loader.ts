import type { ProductSummary } from '#src/features/catalogue/product.ts';
import type { Framed } from '#src/features/catalogue/server/catalogue.loader.ts';
import { findProducts } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { HOME_PRODUCTS } from '#src/shared/business.ts';
import { pages } from '#src/shared/paths.ts';
import type { Slide } from '../slide.ts';
import { loadSlides } from './slides.loader.ts';

interface HomeView extends Framed {
  slides: Slide[];
  products: ProductSummary[];
}

export async function loadHome(ctx: Context, locale: Locale): Promise<HomeView> {
  const t = translator(locale);
  const [categories, products, slides] = await Promise.all([
    findCategories(ctx.db.read, locale),
    findProducts(ctx.db.read, locale, {}, { limit: HOME_PRODUCTS, offset: 0 }),
    loadSlides(ctx, locale),
  ]);
  return { head: { title: t('shop.tagline'), description: t('shop.description'), path: pages.home() }, categories, products, slides };
}
