import { groupsOf } from '#src/features/catalogue/category-group.ts';
import { FALLBACK_WIDTH, fallbackImage, SLIDE_SHAPE } from '#src/features/catalogue/pictures/picture.ts';
import { isSoldOut, type Category, type ProductSummary } from '#src/features/catalogue/product.ts';
import { allProducts } from '#src/features/catalogue/server/all-products.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import { pages } from '#src/shared/paths.ts';
import { shelvesOf, type Shelf } from '../shelves.ts';
import type { Slide } from '../slide.ts';
import type { Tile } from '../tile.ts';
import { loadSlides } from './slides.loader.ts';

interface HomeView {
  head: PageHead;
  slides: Slide[];
  shelves: Shelf[];
  groups: Tile[];
}

export async function loadHome(ctx: Context, locale: Locale): Promise<HomeView> {
  const t = translator(locale);
  const [categories, all, slides] = await Promise.all([
    findCategories(ctx.db.read, locale),
    allProducts(ctx, locale),
    loadSlides(ctx, locale),
  ]);
  const groups = new Map(categories.map(({ slug, group }) => [slug, group]));
  const pictures = picturesOf(all);
  return {
    head: {
      title: t('shop.tagline'),
      description: t('shop.description'),
      path: pages.home(),
      image: previewOf(slides[0]),
    },
    slides,
    shelves: shelvesOf(all, ({ categorySlug }) => groups.get(categorySlug)),
    groups: groupsOf(categories).map((group) => ({
      path: pages.group(group),
      label: t(`catalogue:groups.${group}.label`),
      picture: firstPicture(
        categories.filter((category) => category.group === group),
        pictures,
      ),
    })),
  };
}

const previewOf = (slide: Slide | undefined): PageHead['image'] =>
  slide && {
    path: fallbackImage(slide.picture),
    width: FALLBACK_WIDTH,
    height: FALLBACK_WIDTH * SLIDE_SHAPE,
    alt: slide.alt,
  };

/** The picture of each category's first product that is in stock, by the category's slug. */
function picturesOf(products: readonly ProductSummary[]): Map<string, string> {
  const pictures = new Map<string, string>();
  for (const product of products)
    if (product.picture && !isSoldOut(product) && !pictures.has(product.categorySlug))
      pictures.set(product.categorySlug, product.picture);
  return pictures;
}

const firstPicture = (categories: readonly Category[], pictures: ReadonlyMap<string, string>): string | null =>
  categories.map(({ slug }) => pictures.get(slug)).find(Boolean) ?? null;
