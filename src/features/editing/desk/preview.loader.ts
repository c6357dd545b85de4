import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { fail, type Result } from '#src/shared/result.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { Fields } from '../server/catalogue-fields.ts';
import { findDraft, readTyped } from '../server/drafts.service.ts';
import { previewProduct, type ProductPreview } from '../server/preview-product.ts';
import { productKey } from './product.actions.ts';

/**
 * A product as its page will show it after the publication, or why it cannot be published; undefined without a draft.
 * `typed` adds unsaved changes to the draft.
 */
export async function loadPreview(
  ctx: Context,
  code: string,
  locale: Locale,
  typed: (draft: Fields) => Fields = (draft) => draft,
): Promise<Result<ProductPreview, Mistake[]> | undefined> {
  const product = await findDraft(ctx, productKey(code));
  if (!product?.draft) return undefined;
  const read = readTyped(product, typed(product.draft));
  return read.ok ? previewProduct(ctx, product.row, read.value, locale) : fail(read.error);
}
