import { DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { fittingFor, RELATED_PRODUCTS, relatedTo, type ProductDetail, type ProductSummary } from '../product.ts';
import { findBoughtTogether } from './bought-together.repository.ts';
import * as repository from './catalogue.repository.ts';
import { withBestBefore } from './lots/lots.repository.ts';
import { viewIn, type View } from './product-view.ts';
import { findCategories, findReplacement } from './categories.repository.ts';
import type { Rating } from '../shown-reviews.ts';
import { findRating } from './rating.repository.ts';
import { findSetParts, type SetPart } from './sets.repository.ts';

type NotFound = { kind: 'not_found' };

export interface ProductPage {
  products: ProductSummary[];
  /** Number of products on all pages together. */
  count: number;
}

/**
 * Returns products for sale in the shop's order, one of each family, or `not_found` for an unknown category. A category
 * that left the shop has the products of the one that took them over, as its page has.
 */
export async function listProducts(
  ctx: Context,
  locale: Locale,
  filter: repository.ProductFilter,
  window: repository.Window,
): Promise<Result<ProductPage, NotFound>> {
  const db = ctx.db.read;
  const { categorySlug } = filter;
  if (categorySlug !== undefined && !(await hasCategory(ctx, categorySlug))) {
    const replacement = await findReplacement(db, categorySlug);
    if (!replacement || !('category' in replacement)) return fail({ kind: 'not_found' });
    filter = { ...filter, categorySlug: replacement.category };
  }
  const view = viewIn(ctx, locale);
  const page = await repository.findProductPage(db, view, { ...filter, onePerFamily: true }, window);
  return ok({ ...page, products: await repository.addVariants(db, view, page.products) });
}

/** Returns a product and what goes well with it, otherwise other products of its category. */
export async function showProduct(
  ctx: Context,
  locale: Locale,
  slug: string,
): Promise<
  Result<{ product: ProductDetail; related: ProductSummary[]; parts: SetPart[]; rating: Rating | undefined }, NotFound>
> {
  const view = viewIn(ctx, locale);
  const found = await repository.findProductBySlug(ctx.db.read, view, slug);
  if (!found) return fail({ kind: 'not_found' });
  const [product = found] = await withBestBefore(ctx, [found], [found.id]);
  const first = await repository.findProducts(
    ctx.db.read,
    view,
    { categorySlug: product.categorySlug, inStock: true, onePerFamily: true },
    { limit: RELATED_PRODUCTS + 1, offset: 0 },
  );
  const related = relatedTo(product, [...(await findFitting(ctx, view, product)), ...first]);
  const [shown, ...others] = await repository.addVariants(ctx.db.read, view, [product, ...related]);
  const parts = (await findSetParts(ctx.db.read, view, [product.id])).get(product.id) ?? [];
  const rating = ctx.shop.reviews.offered ? await findRating(ctx.db.read, product.id) : undefined;
  return ok({ product: shown as ProductDetail, related: others, parts, rating });
}

/** What the editor chose for a product, then what buyers bought with it, as far as it is in stock. */
async function findFitting({ db }: Context, view: View, product: ProductDetail): Promise<ProductSummary[]> {
  const together = await findBoughtTogether(db.read, product.code);
  const codes = fittingFor(product, together);
  if (codes.length === 0) return [];
  const found = await repository.findProducts(
    db.read,
    view,
    { codes, inStock: true },
    { limit: codes.length, offset: 0 },
  );
  return found.sort((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
}

async function hasCategory(ctx: Context, slug: string): Promise<boolean> {
  return (await findCategories(ctx.db.read, DEFAULT_LOCALE)).some((category) => category.slug === slug);
}
