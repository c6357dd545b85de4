import { fill } from '#src/i18n/fill.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

type Texts = Pick<CheckoutTexts, 'checkoutError' | 'form'>;

/** These have their own texts: PayPal's failures, a closed shop, and money whose state is unknown. */
const EXPECTED = new Set(['paypal_err', 'maintenance', 'unsettled']);

/**
 * Replaces a lost response or a server error by a message that the checkout failed and why. Other errors stay
 * unchanged.
 */
export function explainUnexpected(error: FetchError, texts: Texts): FetchError {
  const { kind, status, detail } = error;
  if ((status !== 0 && status < 500) || EXPECTED.has(kind)) return error;
  const message = status === 0 ? texts.form.network : (detail ?? texts.form.unknown);
  // With a status, because forms replace the text of a lost response.
  return { ...error, status: status || 503, detail: fill(texts.checkoutError, { message }) };
}
