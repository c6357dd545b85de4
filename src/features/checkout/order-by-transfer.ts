import { removeBought } from '#src/features/cart/cart.store.ts';
import { postJson, type FetchError } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import type { Result } from '#src/shared/result.ts';
import { attemptFor, forgetAttempt, keepAttempt } from './attempt.store.ts';
import { untilAnswered, type CheckoutInput, type Settled } from './checkout-api.ts';
import { isUnsettled } from './pay-and-order.ts';
import { forgetAddress } from './typed-address.ts';

/** Places an order that the buyer pays by bank transfer. A repeated tap with the same order finds the same order. */
export async function orderByTransfer(input: Omit<CheckoutInput, 'requestId'>): Promise<Result<Settled, FetchError>> {
  const attempt = attemptFor(JSON.stringify(['transfer', input]), input.lines, input.email !== undefined);
  keepAttempt(attempt);
  const order = { ...input, requestId: attempt.requestId };
  const placed = await untilAnswered(() => postJson<Settled>(api.transferCheckout(), order), [1000, 2000]);
  if (placed.ok) {
    removeBought(input.lines);
    forgetAddress();
  }
  // Without a response the order may exist: the attempt's requestId finds it again.
  if (placed.ok || !isUnsettled(placed.error)) forgetAttempt(attempt.checkoutId);
  return placed;
}
