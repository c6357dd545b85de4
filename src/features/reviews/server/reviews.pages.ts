/** The `getStaticPaths` entries of the pages with all reviews of a product, of which its own page shows the newest. */
import { allProducts } from '#src/features/catalogue/server/all-products.ts';
import { entry } from '#src/features/catalogue/server/catalogue.pages.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import type { Rating, ShownReview, ShownReviews } from '#src/features/catalogue/shown-reviews.ts';
import { fullName } from '#src/features/catalogue/variants/families.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import { pages, reviewsPath } from '#src/shared/paths.ts';
import { findReviewsByProduct, MOST_ON_PRODUCT_PAGE, ratingOf } from './shown-reviews.repository.ts';

const PAGE_SIZE = 50;

export interface ReviewsView extends Rating {
  head: PageHead;
  /** The product's name. */
  name: string;
  slug: string;
  reviews: ShownReview[];
  page: number;
  pages: number;
}

/** What the products' pages show. */
export async function loadShownReviews(ctx: Context): Promise<Map<number, ShownReviews>> {
  return new Map(
    [...(await findReviewsByProduct(ctx))].map(([productId, reviews]) => [
      productId,
      { ...ratingOf(reviews), newest: reviews.slice(0, MOST_ON_PRODUCT_PAGE) },
    ]),
  );
}

export async function reviewsPages(ctx: Context) {
  const byProduct = await findReviewsByProduct(ctx);
  const perLocale = LOCALE_CODES.map(async (locale) => {
    const [categories, products] = await Promise.all([findCategories(ctx.db.read, locale), allProducts(ctx, locale)]);
    const t = translator(locale);
    return products.flatMap((product) => {
      const all = byProduct.get(product.id) ?? [];
      if (all.length <= MOST_ON_PRODUCT_PAGE) return [];
      const { slug } = product;
      const name = fullName(product);
      const last = Math.ceil(all.length / PAGE_SIZE);
      return Array.from({ length: last }, (_, index) => {
        const page = index + 1;
        const title = t('reviews:page.of', { product: name });
        const view: ReviewsView = {
          head: {
            title: page > 1 ? `${title}, ${t('pagination.page', { page })}` : title,
            description: title,
            path: reviewsPath(slug, page),
            variantOf: pages.product(slug),
          },
          ...ratingOf(all),
          ...{ name, slug, page, pages: last, reviews: all.slice(index * PAGE_SIZE, page * PAGE_SIZE) },
        };
        return entry({ locale, categories }, { slug, page: index === 0 ? undefined : String(page) }, view);
      });
    });
  });
  return (await Promise.all(perLocale)).flat();
}
