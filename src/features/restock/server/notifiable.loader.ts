import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { findProductBySlug, findSlugAfter } from '#src/features/catalogue/server/catalogue.repository.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { isNotifiable } from './restock.service.ts';

/** The product of this address, if it has restock notices. `moved`: it has another address now. */
export async function loadNotifiable(
  ctx: Context,
  locale: Locale,
  slug: string,
): Promise<{ product?: ProductSummary | undefined; moved?: string | undefined }> {
  const product = await findProductBySlug(ctx.db.read, viewIn(ctx, locale), slug);
  if (!product) return { moved: await findSlugAfter(ctx.db.read, slug) };
  return { product: isNotifiable(product) ? product : undefined };
}
