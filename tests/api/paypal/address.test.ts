import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMULATOR_ACCOUNT } from '#src/server/paypal-config.ts';
import { newOrder, startEmulator, type RunningEmulator } from '../../support/emulator.ts';
import { errorOf, valueOf } from '../../support/paypal-steps.ts';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator?.stop());

const newExpressOrder = async () => valueOf(await emulator.gateway().createOrder(newOrder({ address: undefined })));
const LEIPZIG = { name: 'Ana Müller', line1: 'Rosenweg 7a', postalCode: '04109', city: 'Leipzig', countryCode: 'DE' } as const;

/** An update as PayPal's API has it, without the gateway. */
async function patch(id: string, body: unknown): Promise<number> {
  const credentials = Buffer.from(`${EMULATOR_ACCOUNT.clientId}:${EMULATOR_ACCOUNT.clientSecret}`).toString('base64');
  const answer = await fetch(`${emulator.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (await fetch(`${emulator.url}/v2/checkout/orders/${id}`, { method: 'PATCH', headers, body: JSON.stringify(body) })).status;
}

describe('an order without an address', () => {
  it('gets the buyer’s choice and email by the approval, and the last choice counts', async () => {
    const { id, address } = await newExpressOrder();
    expect(address).toBeUndefined();
    await emulator.approve(id);
    const order = valueOf(await emulator.gateway().getOrder(id));
    expect([order.address, order.email]).toEqual([{ ...LEIPZIG, line2: undefined }, 'buyer@example.com']);
    await emulator.approve(id, 'good', { address: 'packstation', email: 'eva@kunde.example' });
    await emulator.approve(id);
    const again = valueOf(await emulator.gateway().getOrder(id));
    expect(again).toMatchObject({ address: { line1: 'Packstation 123', line2: '1234567890' }, email: 'eva@kunde.example' });
  });

  it('takes another address from the shop until it is paid', async () => {
    const paypal = emulator.gateway();
    const { id } = await newExpressOrder();
    await emulator.approve(id, 'good', { address: 'elsewhere' });
    valueOf(await paypal.updateAddress(id, LEIPZIG));
    expect(valueOf(await paypal.getOrder(id)).address).toEqual({ ...LEIPZIG, line2: undefined });
    valueOf(await paypal.captureOrder(id, `capture-${id}`));
    expect(errorOf(await paypal.updateAddress(id, LEIPZIG))).toMatchObject({ kind: 'rejected', issue: 'ORDER_ALREADY_COMPLETED' });
    expect(errorOf(await paypal.updateAddress('UNKNOWN0000000000', LEIPZIG)).kind).toBe('not_found');
  });

  it('takes another amount only if its items add up to it', async () => {
    const { id } = await newExpressOrder();
    const path = "/purchase_units/@reference_id=='default'/amount";
    const amount = (value: string, shipping: string) => ({
      ...{ currency_code: 'EUR', value },
      breakdown: { item_total: { currency_code: 'EUR', value: '9.48' }, shipping: { currency_code: 'EUR', value: shipping } },
    });
    expect(await patch(id, [{ op: 'replace', path, value: amount('9.48', '0.00') }])).toBe(204);
    expect((await emulator.order(id)).cents).toBe(948);
    expect(await patch(id, [{ op: 'replace', path, value: amount('9.48', '5.00') }])).toBe(422);
    expect(await patch(id, [{ op: 'replace', path: '/intent', value: 'AUTHORIZE' }])).toBe(400);
    expect((await emulator.order(id)).cents).toBe(948);
  });
});
