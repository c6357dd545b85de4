import type { Category, ProductDetail } from '#src/features/catalogue/product.ts';
import { findProductBySlug } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { findSlugOf } from '../server/catalogue-write.repository.ts';
import { lookAhead } from '../server/publish.service.ts';
import { findSource } from '../server/sources.repository.ts';

/** A product as its page will show it after the publication; undefined where its draft cannot be published. */
export async function loadPreview(
  ctx: Context,
  code: string,
  locale: Locale,
): Promise<{ product: ProductDetail; category: Category } | undefined> {
  const row = await findSource(ctx.db.read, 'product', code);
  if (!row?.draft) return undefined;
  const seen = await lookAhead(ctx, row, async (tx) => {
    const slug = await findSlugOf(tx, code);
    const product = slug && (await findProductBySlug(tx, locale, slug));
    const category = product && (await findCategories(tx, locale)).find((known) => known.slug === product.categorySlug);
    return product && category ? { product, category } : undefined;
  });
  return seen.ok ? seen.value : undefined;
}
