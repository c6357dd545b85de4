import { expect, test } from 'vitest';
import type { KnownProduct } from '#src/features/cart/cart-view.ts';
import { describeFilling, fillCart } from '#src/features/lists/fill-cart.ts';
import { listsTexts } from '#src/features/lists/lists-texts.ts';

const product = (id: number, name: string, more: Partial<KnownProduct> = {}): [number, KnownProduct] => [
  id,
  {
    ...{ id, slug: name, product_name: name, image: '/a.png', price: 2.5, deposit: 0, vat_rate: 7, age_limit: 0 },
    ...{ base_price: null, pack_mark: null, quantity_available: 20, sale_locked: false },
    ...more,
  } as KnownProduct,
];
const PRODUCTS = new Map([
  product(1, 'Mate'),
  product(2, 'Farofa', { quantity_available: 2 }),
  product(3, 'Paçoca', { quantity_available: 0 }),
  product(4, 'Cachaça', { age_limit: 18 }),
  product(5, 'Goiabada', { sale_locked: true, quantity_available: 0 }),
]);
const asked = [1, 2, 3, 4, 5, 6].map((productId) => ({ productId, quantity: 3 }));

test('a list fills the cart within stock and limits, beside what is there', () => {
  const before = [{ productId: 1, quantityInCart: 9, addedPrice: 2 }];
  const { cart, added } = fillCart(before, asked, PRODUCTS);
  expect(cart).toEqual([
    { productId: 1, quantityInCart: 10, addedPrice: 2.5 },
    { productId: 2, quantityInCart: 2, addedPrice: 2.5 },
  ]);
  expect(added).toBe(3);
});

test('a list that fills the cart names everything that is missing', () => {
  const texts = listsTexts('en-US').filled;
  expect(describeFilling(fillCart([], asked, PRODUCTS), texts)).toBe(
    'Added to your cart: 5. Sold out: Paçoca. Fewer than you wanted: Farofa (2 instead of 3). ' +
      'Not available for order at the moment: Cachaça, Goiabada. Products that we no longer sell: 1.',
  );
  expect(describeFilling(fillCart([], [{ productId: 3, quantity: 1 }], PRODUCTS), texts)).toBe(
    'Nothing was added to your cart. Sold out: Paçoca.',
  );
});
