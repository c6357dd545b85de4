import type { Category, ProductDetail } from '#src/features/catalogue/product.ts';
import { findProductBySlug } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { fail, type Result } from '#src/shared/result.ts';
import type { Fields } from '../server/catalogue-fields.ts';
import { findSlugOf } from '../server/catalogue-write.repository.ts';
import type { Mistake } from '../server/mistake.ts';
import { findDraft, readTyped } from '../server/drafts.service.ts';
import { lookAhead } from '../server/publish.service.ts';
import { productKey } from './product.page.ts';

interface Preview {
  product: ProductDetail;
  category: Category;
}

/**
 * A product as its page will show it after the publication, or why it cannot be published; undefined without a draft. `typed` makes
 * of the draft what is not saved yet.
 */
export async function loadPreview(
  ctx: Context,
  code: string,
  locale: Locale,
  typed: (draft: Fields) => Fields = (draft) => draft,
): Promise<Result<Preview, Mistake[]> | undefined> {
  const product = await findDraft(ctx, productKey(code));
  if (!product?.draft) return undefined;
  const read = readTyped(product, typed(product.draft));
  if (!read.ok) return fail(read.error);
  return lookAhead(ctx, product.row, read.value, async (tx) => {
    const product = (await findProductBySlug(tx, locale, await findSlugOf(tx, code)))!;
    const category = (await findCategories(tx, locale)).find(({ slug }) => slug === product.categorySlug)!;
    return { product, category };
  });
}
