import { FALLBACK_WIDTH, fallbackImage, SLIDE_SHAPE } from '#src/features/catalogue/picture.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { findProducts } from '#src/features/catalogue/server/catalogue.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { HOME_PRODUCTS } from '#src/shared/business.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import { pages } from '#src/shared/paths.ts';
import type { Slide } from '../slide.ts';
import { loadSlides } from './slides.loader.ts';

interface HomeView {
  head: PageHead;
  slides: Slide[];
  products: ProductSummary[];
}

export async function loadHome(ctx: Context, locale: Locale): Promise<HomeView> {
  const t = translator(locale);
  const [products, slides] = await Promise.all([
    findProducts(ctx.db.read, locale, {}, { limit: HOME_PRODUCTS, offset: 0 }),
    loadSlides(ctx, locale),
  ]);
  const [slide] = slides;
  const image = slide && {
    path: fallbackImage(slide.picture),
    width: FALLBACK_WIDTH,
    height: FALLBACK_WIDTH * SLIDE_SHAPE,
    alt: slide.alt,
  };
  return { head: { title: t('shop.tagline'), description: t('shop.description'), path: pages.home(), image }, products, slides };
}
