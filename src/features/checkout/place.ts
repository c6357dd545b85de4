import { removeBought } from '#src/features/cart/cart.store.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { attemptFor, forgetAttempt, keepAttempt, readAttempt, type Attempt } from './attempt.store.ts';
import { beginCheckout, cancelCheckout, captureCheckout, type CheckoutInput, type Settled } from './checkout-api.ts';
import type { Payment } from './payment.store.ts';

export interface PlaceTexts {
  cancelled: string;
  closed: string;
  failed: string;
}

type Outcome = Result<Settled, FetchError>;

const refusal = (kind: string, detail: string): Outcome => fail({ kind, status: 409, detail });

/**
 * From the tap on the order button to the placed order. The payment window is opened within the tap, or browsers block it:
 * call it right in the event's handler. Never resolves when the page goes to PayPal instead.
 */
export async function placeOrder(payment: Payment, input: Omit<CheckoutInput, 'requestId'>, texts: PlaceTexts): Promise<Outcome> {
  const attempt = attemptFor(JSON.stringify([input.lines, input.shipping, input.expectedTotal]), input.lines);
  keepAttempt(attempt);
  let checkoutId = '';
  const outcome = await payment.start<FetchError>(async () => {
    const opened = await beginCheckout({ ...input, requestId: attempt.requestId });
    if (opened.ok) ({ checkoutId } = opened.value);
    if (opened.ok) keepAttempt({ ...attempt, checkoutId });
    // Without an answer the checkout may exist: the same attempt finds it again.
    else if (opened.error.status !== 0 && opened.error.status < 500) forgetAttempt();
    return opened;
  });
  if (outcome.kind === 'redirected') return new Promise(() => {});
  if (outcome.kind === 'not_created') return fail(outcome.error);
  if (!checkoutId) return refusal('paypal_err', texts.failed);
  // However the window ended, the approval may have come before: the server knows.
  const settled = await finishAttempt({ ...attempt, checkoutId });
  if (settled.ok || settled.error.kind !== 'payment_not_approved') return settled;
  if (outcome.kind !== 'cancelled') return refusal(outcome.kind, outcome.kind === 'closed' ? texts.closed : texts.failed);
  forgetAttempt();
  await cancelCheckout(checkoutId);
  return refusal('cancelled', texts.cancelled);
}

/** Asks for what a checkout has come to; once it is ordered, what was bought leaves the cart. */
export async function finishAttempt({ checkoutId = '', lines }: Pick<Attempt, 'checkoutId' | 'lines'>): Promise<Outcome> {
  const settled = await captureCheckout(checkoutId);
  if (settled.ok) {
    removeBought(lines);
    forgetAttempt();
    return ok(settled.value);
  }
  if (['checkout_closed', 'sold_out', 'not_found'].includes(settled.error.kind)) forgetAttempt();
  return settled;
}

/** The way back after a reload or a closed tab: an attempt that got as far as PayPal is asked after once. */
export async function resumeAttempt(): Promise<Settled | undefined> {
  const attempt = readAttempt();
  if (!attempt?.checkoutId) return undefined;
  const settled = await finishAttempt(attempt);
  return settled.ok ? settled.value : undefined;
}
