import { fill } from '#src/i18n/fill.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

type Texts = Pick<CheckoutTexts, 'checkoutError' | 'form'>;

/** These have texts of their own: PayPal's failures, a closed shop, and money of which nobody knows yet where it is. */
const EXPECTED = new Set(['paypal_err', 'maintenance', 'unsettled']);

/** Says of a lost answer, or of a server's failure, that the checkout failed and why. Every other error stays as it is. */
export function explainUnexpected(error: FetchError, texts: Texts): FetchError {
  const { kind, status, detail } = error;
  if ((status !== 0 && status < 500) || EXPECTED.has(kind)) return error;
  const message = status === 0 ? texts.form.network : (detail ?? texts.form.unknown);
  // With a status, because forms replace the text of a lost answer.
  return { ...error, status: status || 503, detail: fill(texts.checkoutError, { message }) };
}
