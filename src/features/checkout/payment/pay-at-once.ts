import type { FetchError } from '#src/shared/fetch-json.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isTransfer, keepAttempt, readAttempt, type Attempt } from '../attempt.store.ts';
import { fetchReview, postExpress } from '../checkout-api.ts';
// With another query than the checkout's: an address that both import would be a file that every express buyer loads.
import orderByTransferUrl from './order-by-transfer.ts?shared-chunk-url&express';
import { rememberOpened, shownAgain } from './pay-and-order.ts';
import type { Payment } from './payment.store.ts';

interface Texts {
  cancelled: string;
  failed: string;
}

const refusal = (detail: string): Result<never, FetchError> => fail({ kind: 'paypal_err', status: 409, detail });

/**
 * Redirects to PayPal, which redirects the buyer to the review page. Never in a window: PayPal's script loads after the
 * tap, and Safari blocks a window that opens later. The promise waits until the buyer returns by the browser's Back
 * button, or has nothing to approve; it returns the id of a checkout to review.
 */
export async function payAtOnce(
  payment: Payment,
  attempt: Attempt,
  texts: Texts,
  asPage: 'assign' | 'replace',
): Promise<Result<string, FetchError>> {
  // Already approved: the buyer only has to review and order.
  if (attempt.reviewed && attempt.checkoutId) return ok(attempt.checkoutId);
  const before = readAttempt();
  // The buyer may have ordered the cart in another way, without hearing of it. Its code is loaded only then.
  if (attempt.lines.length > 0 && (before?.maybePaid || isTransfer(before))) {
    const code = await importAnew<typeof import('./order-by-transfer.ts')>(orderByTransferUrl).catch(() => undefined);
    const answered = code ? await code.leadToOrder(attempt) : refusal(texts.failed);
    if (answered) return answered;
  }
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
  // The buyer may have approved before going back: only the server knows.
  if ((await fetchReview(checkoutId)).ok) return ok(checkoutId);
  return refusal(outcome.kind === 'failed' ? texts.failed : texts.cancelled);
}
