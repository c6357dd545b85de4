import type { PaypalGateway, PaypalOrder } from '#src/server/gateways/paypal.ts';
import type { Result } from '#src/shared/result.ts';
import { EMULATOR_ACCOUNT } from '#src/settings/environment/paypal-config.ts';
import { newOrder, type EmulatorControl } from '../outside/emulator.ts';

/** The value of a call; throws when the call fails. */
export function valueOf<T>(result: Result<T, { issue: string }>): T {
  if (!result.ok) throw new Error(`PayPal answered ${result.error.issue}`);
  return result.value;
}

/** The error of a call; throws when the call succeeds. */
export function errorOf<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error(`PayPal did it: ${JSON.stringify(result.value)}`);
  return result.error;
}

/** A new order that its buyer has approved. */
export async function approvedOrder(paypal: PaypalGateway, control: EmulatorControl): Promise<PaypalOrder> {
  const order = valueOf(await paypal.createOrder(newOrder()));
  await control.approve(order.id);
  return order;
}

/** A new paid order; returns its capture. */
export async function paidOrder(paypal: PaypalGateway, control: EmulatorControl) {
  const order = await approvedOrder(paypal, control);
  const [capture] = valueOf(await paypal.captureOrder(order.id, `capture-${order.id}`)).captures;
  return { order, capture: capture! };
}

/** A token for calls that the gateway does not make. */
export async function accessTokenOf({ url }: { url: string }): Promise<string> {
  const credentials = Buffer.from(`${EMULATOR_ACCOUNT.clientId}:${EMULATOR_ACCOUNT.clientSecret}`).toString('base64');
  const answer = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
