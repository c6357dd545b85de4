import type { FetchError } from '#src/shared/fetch-json.ts';
import type { Result } from '#src/shared/result.ts';
import { attemptFor, readAttempt } from '../attempt.store.ts';
import { postOffer, type Settled } from '../checkout-api.ts';
import type { CheckoutTexts } from '../checkout-texts.ts';
import { payAttempt } from './pay-and-order.ts';
import type { Payment } from './payment.store.ts';

interface OfferInput {
  key: string;
  /** EUR */
  expectedTotal: number;
  languageLocale: string;
}

/** From the tap on an offer's order button to the placed order; see `payAndOrder`. */
export function payOffer(
  payment: Payment,
  input: OfferInput,
  texts: CheckoutTexts,
): Promise<Result<Settled, FetchError>> {
  const before = readAttempt();
  const offer = location.pathname + location.search;
  const attempt = { ...attemptFor(JSON.stringify(['offer', input.key]), [], true), offer };
  return payAttempt(payment, { attempt, before, open: () => postOffer(input) }, texts);
}
