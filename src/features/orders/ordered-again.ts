import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { toEuro } from '#src/shared/money.ts';
import type { Order } from './order.ts';

/** The units of an order by product; a set as a whole. */
export function unitsOf({ lines }: Pick<Order, 'lines'>): Map<number, number> {
  const bought = new Map<number, number>();
  for (const { productId, quantity, set } of lines)
    if (set) bought.set(set.id, set.quantity);
    else bought.set(productId, (bought.get(productId) ?? 0) + quantity);
  return bought;
}

/** Units of an order that are available again now, at the current price in EUR. */
export function linesToBuyAgain(order: Pick<Order, 'lines'>, products: ReadonlyMap<number, ProductSummary>) {
  return [...unitsOf(order)].flatMap(([id, quantity]) => {
    const product = products.get(id);
    if (!product || product.quantityAvailable <= 0 || product.ageLimit > 0) return [];
    return [{ id, price: toEuro(product.price), available: product.quantityAvailable, quantity }];
  });
}
