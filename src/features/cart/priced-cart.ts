import type { z } from 'zod';
import { postJson, type FetchError } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import type { Result } from '#src/shared/result.ts';
import type { Cart } from './cart.ts';
import type { pricedCartSchema } from './cart.schema.ts';

/** The server's answer to `POST /api/cart/`; money in EUR. */
export type PricedCart = z.output<typeof pricedCartSchema>;
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
