import type { PaypalAuthentication } from '#src/server/gateways/paypal.ts';

/** The bank or the card does not support 3-D Secure. The card may be charged all the same. */
const NOT_POSSIBLE = new Set(['N', 'U', 'B']);

/**
 * Whether the shop may capture after 3-D Secure, by PayPal's table of recommended actions: the bank answers for the
 * payment, or could not be asked at all. Without a result the law wanted no authentication.
 */
export function isAuthenticated(result: PaypalAuthentication | undefined): boolean {
  if (!result) return true;
  const { liabilityShift, enrollment, status } = result;
  if (liabilityShift === 'POSSIBLE' || liabilityShift === 'YES') return true;
  return liabilityShift === 'NO' && status === undefined && NOT_POSSIBLE.has(enrollment ?? '');
}
