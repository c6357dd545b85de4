import type { Locale } from '#src/i18n/locales.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { keepAttempt, readAttempt, type Attempt } from './attempt.store.ts';
import { fetchReview, postExpress } from './checkout-api.ts';
// With another query than the checkout's: an address that both import would be a file that every express buyer loads.
import orderByTransferUrl from './order-by-transfer.ts?shared-chunk-url&express';
import { maybePaidCart, rememberOpened, shownAgain } from './pay-and-order.ts';
import type { Payment } from './payment.store.ts';

interface Texts {
  cancelled: string;
  failed: string;
}

const refusal = (detail: string): Result<never, FetchError> => fail({ kind: 'paypal_err', status: 409, detail });

/**
 * The buyer may have ordered the cart in another way, and the response was lost: asks, and leads to that order.
 * undefined: there is none. The code is loaded only then.
 */
async function leadToOrder({ express }: Attempt, texts: Texts): Promise<Result<never, FetchError> | undefined> {
  if (!maybePaidCart() && !readAttempt()?.fingerprint.startsWith('["transfer",')) return undefined;
  const code = await importAnew<typeof import('./order-by-transfer.ts')>(orderByTransferUrl).catch(() => undefined);
  if (!code) return fail({ kind: 'network', status: 0 });
  const found = await code.findUnanswered();
  if (!found?.ok) return found;
  location.assign(`${localised(express!.languageLocale as Locale, pages.order(found.value.orderNumber))}?placed`);
  await shownAgain();
  return refusal(texts.cancelled);
}

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
  const answered = attempt.lines.length > 0 ? await leadToOrder(attempt, texts) : undefined;
  if (answered) return answered;
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
  // The buyer may have approved before going back: only the server knows.
  if ((await fetchReview(checkoutId)).ok) return ok(checkoutId);
  return refusal(outcome.kind === 'failed' ? texts.failed : texts.cancelled);
}
