import type { ProductSummary } from '#src/features/catalogue/product.ts';
import type { Order } from './order.ts';

/** Limits the page: a weekly buyer would wait for hundreds of products. */
export const MOST_BOUGHT = 60;

/** What somebody bought, the last bought first, each product once; a set as a whole. */
export function boughtBefore(
  orders: readonly Pick<Order, 'lines' | 'status'>[],
  products: ReadonlyMap<number, ProductSummary>,
): { products: ProductSummary[]; /** Names of what the shop no longer sells. */ gone: string[] } {
  const bought = new Map<number, string>();
  for (const { lines, status } of orders) {
    if (status === 'cancelled' || status === 'payment_pending') continue;
    for (const { productId, name, set } of lines) {
      const id = set?.id ?? productId;
      if (!bought.has(id)) bought.set(id, set?.name ?? name);
    }
  }
  const all = [...bought].slice(0, MOST_BOUGHT);
  return {
    products: all.flatMap(([id]) => products.get(id) ?? []),
    gone: [...new Set(all.filter(([id]) => !products.has(id)).map(([, name]) => name))],
  };
}
