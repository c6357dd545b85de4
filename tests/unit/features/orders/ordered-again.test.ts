import { expect, it } from 'vitest';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import type { Order } from '#src/features/orders/order.ts';
import { linesToBuyAgain } from '#src/features/orders/ordered-again.ts';

it('buying again adds the products that are still sold and in stock, at the current price', () => {
  const lines = [1, 2, 3, 4].map((productId) => ({ productId, quantity: 2 })) as Order['lines'];
  const products = [
    { id: 1, price: 525, quantityAvailable: 1, ageLimit: 0 },
    { id: 2, price: 449, quantityAvailable: 0, ageLimit: 0 },
    { id: 3, price: 1790, quantityAvailable: 9, ageLimit: 18 },
  ] as ProductSummary[];
  const again = linesToBuyAgain({ lines }, new Map(products.map((product) => [product.id, product])));
  expect(again).toEqual([{ id: 1, price: 5.25, available: 1, quantity: 2 }]);
});
