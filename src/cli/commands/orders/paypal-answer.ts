import type { Context } from '#src/server/context.ts';
import type { PaypalError } from '#src/server/gateways/paypal.ts';

/** Explains why a PayPal call failed, and what to do. */
export function noAnswer({ config }: Context, { issue, status }: PaypalError): string {
  if (status === 401)
    return `PayPal refuses the client id or the secret (${issue}). Check PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.`;
  if (status === 403)
    return (
      `PayPal does not allow this (${issue}). Allow "Transaction Search" for the app in PayPal’s developer ` +
      'dashboard; it may take nine hours.'
    );
  const again =
    config.paypal.apiBase === undefined
      ? 'The emulator runs inside the shop, so start the shop first.'
      : 'Try again later.';
  return `PayPal did not answer (${issue}). ${again}`;
}
