import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { PaypalCapture, PaypalOrder } from '#src/server/gateways/paypal.ts';

/** A field that differs between PayPal and the checkout; both values as text, for the log and the owner's mail. */
export interface Mismatch {
  field: 'amount' | 'checkout' | 'invoice' | 'payee';
  expected: string;
  found: string;
}

type Claim = [field: Mismatch['field'], expected: string, found: string | undefined];

const moneyText = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

/**
 * Compares PayPal's order and capture with the checkout; empty when they match. Without this check an order that was
 * changed at PayPal could pay a cent for a whole cart, or another order's payment could count for this checkout.
 */
export function findMismatches(
  { id, paypal_payee, ...row }: Pick<CheckoutRow, 'id' | 'total_cents' | 'voucher_cents' | 'paypal_payee'>,
  order: PaypalOrder,
  capture?: PaypalCapture,
): Mismatch[] {
  const claims = (capture ? [order, capture] : [order]).flatMap((source): Claim[] => [
    ['amount', moneyText(dueOfCheckout(row), 'EUR'), moneyText(source.amount, source.currency)],
    ['checkout', id, source.checkoutId],
    ['invoice', id, source.invoiceId],
  ]);
  if (paypal_payee && order.payee) claims.push(['payee', paypal_payee, order.payee]);
  // After a capture, refund only because of a wrong value, never because PayPal's response omits an id.
  const wrong = claims.filter(([, expected, found]) => found !== expected && (found !== undefined || !capture));
  const byText = new Map(
    wrong.map(([field, expected, found = '–']) => [`${field} ${found}`, { field, expected, found }]),
  );
  return [...byText.values()];
}
