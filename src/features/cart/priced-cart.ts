import type { z } from 'zod';
import { postJson, type FetchError } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { ok, type Result } from '#src/shared/result.ts';
import type { Cart } from './cart.ts';
import type { CART_PROBLEMS, pricedCartSchema } from './cart.schema.ts';

/** The server's answer to `POST /api/cart/`; money in EUR. */
export interface PricedCart extends Omit<z.output<typeof pricedCartSchema>, 'problems'> {
  problems: { productId: number; code: (typeof CART_PROBLEMS)[number] }[];
  /** Why the discount code takes nothing off, in words. */
  codeProblem?: string | undefined;
}
export type CartProblem = PricedCart['problems'][number];

/** Requests a cart’s current prices. */
export async function fetchPricedCart(
  cart: Cart,
  languageLocale: string,
  signal?: AbortSignal,
  code?: string,
): Promise<Result<PricedCart, FetchError>> {
  const lines = cart.map(({ productId, quantityInCart, addedPrice }) => ({
    productId,
    quantity: quantityInCart,
    price: addedPrice || undefined,
  }));
  const answer = await postJson<PricedCart>(api.cart(), { lines, languageLocale, ...(code && { code }) }, signal);
  return answer.ok && code ? ok(withCodeProblem(answer.value)) : answer;
}

/** A problem with the code belongs to no line of the cart. */
function withCodeProblem(priced: PricedCart): PricedCart {
  const problems: (CartProblem & { detail?: string })[] = priced.problems;
  return {
    ...priced,
    problems: problems.filter(({ productId }) => productId),
    codeProblem: problems.find(({ productId }) => !productId)?.detail,
  };
}
