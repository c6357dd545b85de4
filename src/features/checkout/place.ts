import { removeBought } from '#src/features/cart/cart.store.ts';
import { fill } from '#src/i18n/fill.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { attemptFor, forgetAttempt, keepAttempt, noteMaybePaid, readAttempt, type Attempt } from './attempt.store.ts';
import { beginCheckout, cancelCheckout, captureCheckout, type CheckoutInput, type Settled } from './checkout-api.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import type { Payment } from './payment.store.ts';
import { forgetAddress } from './typed-address.ts';

type Texts = Pick<CheckoutTexts, 'cancelled' | 'closed' | 'failed' | 'unsettled' | 'checkoutError' | 'form'>;

type Outcome = Result<Settled, FetchError>;

const refusal = (kind: string, detail: string): Outcome => fail({ kind, status: 409, detail });

/** No answer, or one that leaves open whether money moved. */
export const isUnsettled = ({ status }: FetchError): boolean => status === 0 || status >= 500;

/**
 * From the tap on the order button to the placed order. The payment window is opened within the tap, or browsers block it:
 * call it right in the event's handler. While the page is at PayPal instead, this waits for the buyer to come Back.
 */
export async function placeOrder(payment: Payment, input: Omit<CheckoutInput, 'requestId'>, texts: Texts): Promise<Outcome> {
  const before = readAttempt();
  const attempt = attemptFor(JSON.stringify([input.lines, input.shipping, input.expectedTotal, input.languageLocale]), input.lines);
  // Nobody approves twice.
  if (attempt.maybePaid) return askAgain(attempt, texts);
  keepAttempt(attempt);
  let checkoutId = '';
  const outcome = await payment.start<FetchError>(async () => {
    const opened = await beginCheckout({ ...input, requestId: attempt.requestId });
    if (opened.ok) ({ checkoutId } = opened.value);
    if (opened.ok) keepAttempt({ ...attempt, checkoutId });
    else if (opened.error.kind === 'payment_in_progress' && before) keepAttempt(before);
    // Without an answer the checkout may exist: the same attempt finds it again.
    else if (!isUnsettled(opened.error)) forgetAttempt(attempt.checkoutId);
    return opened;
  });
  if (outcome.kind === 'redirected') await shownAgain();
  if (outcome.kind === 'not_created') return fail(outcome.error);
  if (!checkoutId) return refusal('paypal_err', texts.failed);
  if (outcome.kind === 'approved') noteMaybePaid(checkoutId, true);
  // However the window ended, the approval may have come before: the server knows.
  const settled = await finishAttempt({ ...attempt, checkoutId }, texts);
  if (settled.ok || settled.error.kind !== 'payment_not_approved') return settled;
  if (outcome.kind !== 'cancelled') return refusal(outcome.kind, outcome.kind === 'failed' ? texts.failed : texts.closed);
  forgetAttempt(checkoutId);
  await cancelCheckout(checkoutId);
  return refusal('cancelled', texts.cancelled);
}

async function askAgain(attempt: Attempt, texts: Texts): Promise<Outcome> {
  const settled = await finishAttempt(attempt, texts);
  return settled.ok || settled.error.kind !== 'payment_not_approved' ? settled : refusal('closed', texts.closed);
}

/** The page comes out of the back-forward cache, with everything as it was when it left. */
const shownAgain = () => new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));

const ENDED = new Set(['checkout_closed', 'sold_out', 'payment_mismatch', 'not_found']);
const NOT_PAID = new Set(['payment_not_approved', 'payment_declined']);

/** Asks for what a checkout has come to; once it is ordered, what was bought leaves the cart. */
export async function finishAttempt({ checkoutId = '', lines }: Pick<Attempt, 'checkoutId' | 'lines'>, texts: Texts): Promise<Outcome> {
  const settled = await captureCheckout(checkoutId);
  if (settled.ok) {
    removeBought(lines);
    forgetAttempt(checkoutId);
    forgetAddress();
    return settled;
  }
  const { error } = settled;
  if (ENDED.has(error.kind)) forgetAttempt(checkoutId);
  if (NOT_PAID.has(error.kind)) noteMaybePaid(checkoutId, false);
  if (!isUnsettled(error)) return settled;
  noteMaybePaid(checkoutId, true);
  return fail(unsettled(error, texts));
}

function unsettled({ status, detail }: FetchError, texts: Texts): FetchError {
  const reason = status === 0 ? texts.form.network : (detail ?? fill(texts.checkoutError, { message: texts.form.unknown }));
  return { kind: 'unsettled', status: 503, detail: `${reason} ${texts.unsettled}` };
}

/** The way back after a reload or a closed tab: an attempt that got as far as PayPal is asked after once. */
export async function resumeAttempt(texts: Texts): Promise<Settled | undefined> {
  const attempt = readAttempt();
  if (!attempt?.checkoutId) return undefined;
  const settled = await finishAttempt(attempt, texts);
  return settled.ok ? settled.value : undefined;
}
