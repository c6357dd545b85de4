import type { FetchError } from '#src/shared/fetch-json.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { forgetAttempt, keepAttempt, readAttempt, type Attempt } from './attempt.store.ts';
import { fetchReview, postCancellation, postExpress } from './checkout-api.ts';
import { rememberOpened, shownAgain } from './pay-and-order.ts';
import type { Payment } from './payment.store.ts';

interface Texts {
  cancelled: string;
  closed: string;
  failed: string;
}

const refusal = (detail: string): Result<never, FetchError> => fail({ kind: 'paypal_err', status: 409, detail });

/**
 * Runs from the tap on the PayPal button to the approval; returns the id of the checkout to review. Call it right in
 * the tap's event handler. `asPage`: this page redirects to PayPal, and the promise waits until the buyer returns to
 * it.
 */
export async function payAtOnce(
  payment: Payment,
  attempt: Attempt,
  texts: Texts,
  asPage = false,
): Promise<Result<string, FetchError>> {
  // Already approved: the buyer only has to review and order.
  if (attempt.reviewed && attempt.checkoutId) return ok(attempt.checkoutId);
  const before = readAttempt();
  keepAttempt(attempt);
  let checkoutId = '';
  const createOrder = async () => {
    const opened = rememberOpened(
      attempt,
      before,
      await postExpress({ ...attempt.express!, requestId: attempt.requestId }),
    );
    if (opened.ok) ({ checkoutId } = opened.value);
    return opened;
  };
  const outcome = await payment.start<FetchError>(createOrder, { continues: true, asPage });
  if (outcome.kind === 'redirected') await shownAgain();
  if (outcome.kind === 'not_created') return fail(outcome.error);
  if (!checkoutId) return refusal(texts.failed);
  // The buyer may have approved before the window closed: only the server knows.
  if (outcome.kind === 'approved' || (await fetchReview(checkoutId)).ok) return ok(checkoutId);
  if (outcome.kind !== 'cancelled') return refusal(outcome.kind === 'failed' ? texts.failed : texts.closed);
  forgetAttempt(checkoutId);
  await postCancellation(checkoutId);
  return refusal(texts.cancelled);
}
