import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { toEuro } from '#src/shared/money.ts';
import type { Order } from './order.ts';

/** Units of an order that are available again now, at the current price in EUR; a set as a whole. */
export function linesToBuyAgain({ lines }: Pick<Order, 'lines'>, products: ReadonlyMap<number, ProductSummary>) {
  const bought = new Map<number, number>();
  for (const { productId, quantity, set } of lines)
    if (set) bought.set(set.id, set.quantity);
    else bought.set(productId, (bought.get(productId) ?? 0) + quantity);
  return [...bought].flatMap(([id, quantity]) => {
    const product = products.get(id);
    if (!product || product.quantityAvailable <= 0 || product.ageLimit > 0) return [];
    return [{ id, price: toEuro(product.price), available: product.quantityAvailable, quantity }];
  });
}
