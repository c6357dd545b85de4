import type { z } from 'zod';
import { postJson, type FetchError } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import type { Result } from '#src/shared/result.ts';
import type { Cart } from './cart.ts';
import type { CART_PROBLEMS, pricedCartSchema } from './cart.schema.ts';

/** The server's answer to `POST /api/cart/`; money in EUR. */
export interface PricedCart extends Omit<z.output<typeof pricedCartSchema>, 'problems'> {
  problems: { productId: number; code: (typeof CART_PROBLEMS)[number] }[];
}
export type CartProblem = PricedCart['problems'][number];

/** Requests a cart’s current prices. */
export function fetchPricedCart(
  cart: Cart,
  languageLocale: string,
  signal?: AbortSignal,
): Promise<Result<PricedCart, FetchError>> {
  const lines = cart.map(({ productId, quantityInCart, addedPrice }) => ({
    productId,
    quantity: quantityInCart,
    price: addedPrice || undefined,
  }));
  return postJson<PricedCart>(api.cart(), { lines, languageLocale }, signal);
}
