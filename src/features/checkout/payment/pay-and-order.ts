import { removeBought } from '#src/features/cart/cart.store.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { fail, type Result } from '#src/shared/result.ts';
import {
  attemptFor,
  forgetAttempt,
  keepAttempt,
  rememberMaybePaid,
  rememberReviewed,
  readAttempt,
  type Attempt,
} from '../attempt.store.ts';
import {
  fetchReview,
  postCancellation,
  postCapture,
  postCheckout,
  type Checkout,
  type CheckoutInput,
  type Settled,
} from '../checkout-api.ts';
import type { CheckoutTexts } from '../checkout-texts.ts';
import type { Payment } from './payment.store.ts';
import { forgetAddress } from '../typed-address.ts';
import { explainUnexpected } from '../unexpected-failure.ts';

type Texts = Pick<CheckoutTexts, 'cancelled' | 'closed' | 'failed' | 'unsettled' | 'checkoutError' | 'form'>;

type Outcome = Result<Settled, FetchError>;

const refusal = (kind: string, detail: string): Outcome => fail({ kind, status: 409, detail });

/** No response, or one that does not say whether money moved. */
export const isUnsettled = ({ status }: FetchError): boolean => status === 0 || status >= 500;

/**
 * Runs from the tap on the order button to the placed order. Call it right in the tap's event handler, otherwise the
 * browser blocks PayPal's window. Without a window this page goes to PayPal; the promise then waits for the buyer's
 * Back button.
 */
export async function payAndOrder(
  payment: Payment,
  input: Omit<CheckoutInput, 'requestId'>,
  texts: Texts,
): Promise<Outcome> {
  const before = readAttempt();
  const { lines, shipping, expectedTotal, languageLocale, email, ...wishes } = input;
  const known = attemptFor(
    JSON.stringify([lines, shipping, expectedTotal, languageLocale, email, ...Object.entries(wishes)]),
    lines,
    email !== undefined,
  );
  // A gift voucher has a page of its own, where the buyer may try again.
  const attempt = wishes.giftVoucher ? { ...known, offer: location.pathname } : known;
  return payAttempt(
    payment,
    { attempt, before, open: () => postCheckout({ ...input, requestId: attempt.requestId }) },
    texts,
  );
}

interface Opening {
  attempt: Attempt;
  /** The attempt that was stored before. */
  before: Attempt | undefined;
  /** Asks the shop for the PayPal order. */
  open: () => Promise<Result<Checkout, FetchError>>;
}

/** Pays an attempt; see `payAndOrder`. */
export async function payAttempt(payment: Payment, { attempt, before, open }: Opening, texts: Texts): Promise<Outcome> {
  // PayPal may already have the money: ask the server first, so that the buyer does not approve twice.
  const paid = attempt.maybePaid ? attempt : attempt.lines.length > 0 ? maybePaidCart() : undefined;
  if (paid) return askAgain(paid, texts);
  keepAttempt(attempt);
  let checkoutId = '';
  const outcome = await payment.start<FetchError>(async () => {
    const opened = rememberOpened(attempt, before, await open());
    if (opened.ok) ({ checkoutId } = opened.value);
    return opened;
  });
  if (outcome.kind === 'redirected') await shownAgain();
  if (outcome.kind === 'not_created') return fail(outcome.error);
  if (!checkoutId) return refusal('paypal_err', texts.failed);
  if (outcome.kind === 'approved') rememberMaybePaid(checkoutId, true);
  // The buyer may have approved before the window closed: only the server knows.
  const settled = await finishAttempt({ ...attempt, checkoutId }, texts);
  if (settled.ok || settled.error.kind !== 'payment_not_approved') return settled;
  if (outcome.kind !== 'cancelled')
    return refusal(outcome.kind, outcome.kind === 'failed' ? texts.failed : texts.closed);
  forgetAttempt(checkoutId);
  await postCancellation(checkoutId);
  return refusal('cancelled', texts.cancelled);
}

/** The stored attempt to buy the cart, perhaps in another way or with other data, if PayPal may have its money. */
export function maybePaidCart(): Attempt | undefined {
  const known = readAttempt();
  return known?.maybePaid && known.lines.length > 0 ? known : undefined;
}

/**
 * Whether the shop refuses because of the attempt before: PayPal may be taking its money, or it is an order by transfer
 * with the same requestId.
 */
export const isOfBefore = ({ kind }: FetchError): boolean =>
  kind === 'payment_in_progress' || kind === 'request_reused';

/** Stores the shop's response to the attempt's first call. `before`: the previously stored attempt. */
export function rememberOpened(
  attempt: Attempt,
  before: Attempt | undefined,
  opened: Result<Checkout, FetchError>,
): Result<Checkout, FetchError> {
  if (opened.ok) keepAttempt({ ...attempt, checkoutId: opened.value.checkoutId });
  else if (isOfBefore(opened.error) && before) keepAttempt(before);
  // Without a response the checkout may exist: keep the attempt, because its requestId finds it.
  else if (!isUnsettled(opened.error)) forgetAttempt(attempt.checkoutId);
  return opened;
}

async function askAgain(attempt: Attempt, texts: Texts): Promise<Outcome> {
  const settled = await finishAttempt(attempt, texts);
  return settled.ok || settled.error.kind !== 'payment_not_approved' ? settled : refusal('closed', texts.closed);
}

/** Resolves when the page returns from the back-forward cache. */
export const shownAgain = () => new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));

const ENDED = new Set(['checkout_closed', 'sold_out', 'code_used_up', 'payment_mismatch', 'not_found']);
const NOT_PAID = new Set(['order_not_confirmed', 'payment_not_approved', 'payment_declined', 'address_refused']);

/**
 * Asks the server to settle a checkout; `ask` is the call. After an order it removes the bought units from the cart.
 */
export async function finishAttempt(
  attempt: Pick<Attempt, 'checkoutId' | 'lines' | 'guest'>,
  texts: Texts,
  ask = postCapture,
): Promise<Outcome> {
  const settled = await settleAttempt(attempt, ask);
  // The guest's cookie is gone. The server finishes a paid order by itself; signing in would not help.
  if (attempt.guest && !settled.ok && settled.error.status === 401) return refusal('unsettled', texts.unsettled);
  return settled.ok || !isUnsettled(settled.error) ? settled : fail(unsettled(settled.error, texts));
}

/** Asks without the page's texts. */
export async function settleAttempt(
  { checkoutId = '', lines, guest }: Pick<Attempt, 'checkoutId' | 'lines' | 'guest'>,
  ask = postCapture,
): Promise<Outcome> {
  const settled = await ask(checkoutId);
  if (settled.ok) {
    removeBought(lines);
    forgetAttempt(checkoutId);
    forgetAddress();
    return settled;
  }
  const { error } = settled;
  if (ENDED.has(error.kind) || (guest && error.status === 401)) forgetAttempt(checkoutId);
  if (NOT_PAID.has(error.kind)) rememberMaybePaid(checkoutId, false);
  if (isUnsettled(error)) rememberMaybePaid(checkoutId, true);
  return settled;
}

function unsettled(error: FetchError, texts: Texts): FetchError {
  const reason = explainUnexpected(error, texts).detail ?? texts.failed;
  return { kind: 'unsettled', status: 503, detail: `${reason} ${texts.unsettled}` };
}

/**
 * After a reload or a closed tab: asks the server once about an attempt that reached PayPal. `toReview`: a checkout
 * that the buyer approved but has not reviewed yet.
 */
export async function resumeAttempt(): Promise<{ settled?: Settled; toReview?: string }> {
  const attempt = readAttempt();
  if (!attempt?.checkoutId) return {};
  if (attempt.express && !attempt.maybePaid) return attempt.reviewed ? {} : findApproved(attempt.checkoutId);
  const settled = await settleAttempt(attempt);
  return settled.ok ? { settled: settled.value } : {};
}

async function findApproved(checkoutId: string): Promise<{ toReview?: string }> {
  if (!(await fetchReview(checkoutId)).ok) return {};
  // Only once, so that Back leads from the review to the cart.
  rememberReviewed(checkoutId, true);
  return { toReview: checkoutId };
}
