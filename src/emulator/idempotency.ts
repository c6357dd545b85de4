import { malformed, unprocessable, type Answer } from './answers.ts';
import type { Store } from './store.ts';

const HOUR_MS = 60 * 60 * 1000;
/** How long PayPal stores a PayPal-Request-Id. */
const KEPT_MS = { create: 6 * HOUR_MS, capture: 6 * HOUR_MS, refund: 45 * 24 * HOUR_MS, track: 6 * HOUR_MS };

interface Attempt {
  call: keyof typeof KEPT_MS;
  requestId: string | undefined;
  /** Call, target and body of the request. */
  what: string;
}

/**
 * Runs the work once for each PayPal-Request-Id: a repeated request gets the first decline again, or what was made as
 * it is now. A request that was refused before any payment was attempted may be corrected and sent again.
 */
export function once(
  store: Store,
  { call, requestId, what }: Attempt,
  work: () => Answer,
  asItIsNow: (answer: Answer) => Answer,
): Answer {
  if (requestId === undefined) return call === 'create' ? malformed({ issue: 'PAYPAL_REQUEST_ID_REQUIRED' }) : work();
  if (requestId.length > 108) return malformed({ issue: 'INVALID_STRING_LENGTH', field: 'PayPal-Request-Id' });
  return store.transaction(() => {
    const known = store.remembered(requestId);
    if (known && Date.now() < known.at + KEPT_MS[call]) {
      // PayPal documents no answer to another request under a known id; refusing it shows such a mistake in tests.
      if (known.what !== what) return unprocessable({ issue: 'DUPLICATE_REQUEST_ID' });
      return known.answer.status < 300 ? { ...asItIsNow(known.answer), status: 200 } : known.answer;
    }
    const answer = work();
    if (isFinal(call, answer)) store.remember(requestId, { what, answer, at: Date.now() });
    return answer;
  });
}

const NOT_TRIED = new Set(['ORDER_NOT_APPROVED', 'DUPLICATE_INVOICE_ID']);

function isFinal(call: Attempt['call'], { status, body }: Answer): boolean {
  if (status < 300) return true;
  const { details = [] } = body as { details?: { issue: string }[] };
  return call !== 'create' && status === 422 && !details.some(({ issue }) => NOT_TRIED.has(issue));
}
