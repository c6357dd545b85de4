import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { findProducts } from '#src/features/catalogue/server/catalogue.repository.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Order } from '../order.ts';

/** By id: the ordered products that the shop still sells, with the texts of the page's language. */
export type OrderedProducts = ReadonlyMap<number, ProductSummary>;

export async function loadOrderedProducts(
  ctx: Pick<Context, 'db' | 'shop'>,
  locale: Locale,
  orders: readonly Order[],
): Promise<OrderedProducts> {
  const ids = [
    ...new Set(
      orders.flatMap(({ lines }) => lines.flatMap(({ productId, set }) => [productId, ...(set ? [set.id] : [])])),
    ),
  ];
  const products =
    ids.length > 0
      ? await findProducts(ctx.db.read, viewIn(ctx, locale), { ids }, { limit: ids.length, offset: 0 })
      : [];
  return new Map(products.map((product) => [product.id, product]));
}
