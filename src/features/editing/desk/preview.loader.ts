import type { Category, ProductDetail } from '#src/features/catalogue/product.ts';
import { findProductBySlug } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Result } from '#src/shared/result.ts';
import { findSlugOf } from '../server/catalogue-write.repository.ts';
import type { Mistake } from '../server/mistake.ts';
import { lookAhead } from '../server/publish.service.ts';
import { findSource } from '../server/sources.repository.ts';

interface Preview {
  product: ProductDetail;
  category: Category;
}

/** A product as its page will show it after the publication, or why it cannot be published; undefined without a draft. */
export async function loadPreview(ctx: Context, code: string, locale: Locale): Promise<Result<Preview, Mistake[]> | undefined> {
  const row = await findSource(ctx.db.read, 'product', code);
  if (!row?.draft) return undefined;
  return lookAhead(ctx, row, async (tx) => {
    const product = (await findProductBySlug(tx, locale, await findSlugOf(tx, code)))!;
    const category = (await findCategories(tx, locale)).find(({ slug }) => slug === product.categorySlug)!;
    return { product, category };
  });
}
