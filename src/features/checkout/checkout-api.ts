import type { z } from 'zod';
import { getFreshJson, postJson, type FetchError } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import type { Result } from '#src/shared/result.ts';
import type {
  checkoutInputSchema,
  checkoutSchema,
  confirmInputSchema,
  expressInputSchema,
  guestCheckoutInputSchema,
  reviewSchema,
  settledSchema,
} from './checkout.schema.ts';

export type CheckoutInput = z.input<typeof checkoutInputSchema> &
  Partial<Pick<z.input<typeof guestCheckoutInputSchema>, 'email'>>;
type ExpressInput = z.input<typeof expressInputSchema>;
type ConfirmInput = z.input<typeof confirmInputSchema>;
export type Review = z.output<typeof reviewSchema>;
export type Checkout = z.output<typeof checkoutSchema>;
export type Settled = z.output<typeof settledSchema>;

type Answer<T> = Promise<Result<T, FetchError>>;

const PAUSES_MS = [1000, 2000, 4000, 8000];

/** Repeats a call after a lost response or a 5xx. These calls are idempotent. */
export async function untilAnswered<T>(call: () => Answer<T>, pauses: number[]): Answer<T> {
  for (const pause of pauses) {
    const answer = await call();
    if (answer.ok || (answer.error.status !== 0 && answer.error.status < 500)) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return call();
}

export const postCheckout = (input: CheckoutInput): Answer<Checkout> =>
  untilAnswered(() => postJson<Checkout>(api.checkout(), input), PAUSES_MS.slice(0, 1));

export const postOffer = (input: { key: string; expectedTotal: number; languageLocale: string }): Answer<Checkout> =>
  untilAnswered(() => postJson<Checkout>(api.offer(), input), PAUSES_MS.slice(0, 1));

export const postCapture = (checkoutId: string): Answer<Settled> =>
  untilAnswered(() => postJson<Settled>(api.checkoutCapture(checkoutId), {}), PAUSES_MS);

export const postExpress = (input: ExpressInput): Answer<Checkout> =>
  untilAnswered(() => postJson<Checkout>(api.expressCheckout(), input), PAUSES_MS.slice(0, 1));

export const fetchReview = (checkoutId: string): Answer<Review> =>
  untilAnswered(() => getFreshJson<Review>(api.checkoutReview(checkoutId)), PAUSES_MS.slice(0, 2));

export const postConfirmation = (checkoutId: string, input: ConfirmInput): Answer<Settled> =>
  untilAnswered(() => postJson<Settled>(api.checkoutConfirmation(checkoutId), input), PAUSES_MS);

export const postCancellation = (checkoutId: string): Answer<unknown> =>
  postJson(api.checkoutCancellation(checkoutId), {});
