import type { CheckoutRow } from '#src/server/db/schema.ts';
import type { PaypalCapture, PaypalOrder } from '#src/server/gateways/paypal.ts';

/** What PayPal has where the checkout has something else; both as text, for the log and the owner's mail. */
export interface Mismatch {
  field: 'amount' | 'checkout' | 'invoice' | 'payee';
  expected: string;
  found: string;
}

type Claim = [field: Mismatch['field'], expected: string, found: string | undefined];

const moneyText = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

/**
 * Where PayPal's order, and the money taken for it, is not the checkout's; empty when all of it is. Otherwise an order that
 * was changed at PayPal could pay a cent for a cart, or another order's payment could count for this checkout.
 */
export function findMismatches(
  { id, total_cents, paypal_payee }: Pick<CheckoutRow, 'id' | 'total_cents' | 'paypal_payee'>,
  order: PaypalOrder,
  capture?: PaypalCapture,
): Mismatch[] {
  const claims = (capture ? [order, capture] : [order]).flatMap((source): Claim[] => [
    ['amount', moneyText(total_cents, 'EUR'), moneyText(source.amount, source.currency)],
    ['checkout', id, source.checkoutId],
    ['invoice', id, source.invoiceId],
  ]);
  if (paypal_payee && order.payee) claims.push(['payee', paypal_payee, order.payee]);
  // Money that was taken is only sent back for what PayPal says, not for an id that an answer leaves out.
  const wrong = claims.filter(([, expected, found]) => found !== expected && (found !== undefined || !capture));
  const byText = new Map(wrong.map(([field, expected, found = '–']) => [`${field} ${found}`, { field, expected, found }]));
  return [...byText.values()];
}
