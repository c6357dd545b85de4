import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { toEuro } from '#src/shared/money.ts';
import type { Order } from './order.ts';

/** Units of an order that are available again now, at the current price in EUR. */
export function linesToBuyAgain({ lines }: Pick<Order, 'lines'>, products: ReadonlyMap<number, ProductSummary>) {
  return lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId);
    if (!product || product.quantityAvailable <= 0 || product.ageLimit > 0) return [];
    return [{ id: productId, price: toEuro(product.price), available: product.quantityAvailable, quantity }];
  });
}
