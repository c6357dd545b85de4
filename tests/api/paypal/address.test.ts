import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrder, startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { accessTokenOf, errorOf, valueOf } from '../../support/people/paypal-steps.ts';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator?.stop());

const newExpressOrder = async () => valueOf(await emulator.gateway().createOrder(newOrder({ address: undefined })));
const LEIPZIG = {
  name: 'Ana Müller',
  line1: 'Rosenweg 7a',
  postalCode: '04109',
  city: 'Leipzig',
  countryCode: 'DE',
} as const;

/** An update as PayPal's API has it, without the gateway. */
async function patch(id: string, body: unknown): Promise<number> {
  const token = await accessTokenOf(emulator);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (
    await fetch(`${emulator.url}/v2/checkout/orders/${id}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
  ).status;
}

describe('an order without an address', () => {
  it('gets the buyer’s address and email at the approval, and the last choice counts', async () => {
    const { id, address } = await newExpressOrder();
    expect(address).toBeUndefined();
    await emulator.approve(id);
    const order = valueOf(await emulator.gateway().getOrder(id));
    expect([order.address, order.email]).toEqual([{ ...LEIPZIG, line2: undefined }, 'buyer@example.com']);
    await emulator.approve(id, 'good', { address: 'packstation', email: 'eva@kunde.example' });
    await emulator.approve(id);
    const again = valueOf(await emulator.gateway().getOrder(id));
    expect(again).toMatchObject({
      address: { line1: 'Packstation 123', line2: '1234567890' },
      email: 'eva@kunde.example',
    });
  });

  it('accepts another address from the shop until it is paid', async () => {
    const paypal = emulator.gateway();
    const { id } = await newExpressOrder();
    await emulator.approve(id, 'good', { address: 'elsewhere' });
    valueOf(await paypal.updateAddress(valueOf(await paypal.getOrder(id)), LEIPZIG));
    expect(valueOf(await paypal.getOrder(id)).address).toEqual({ ...LEIPZIG, line2: undefined });
    valueOf(await paypal.captureOrder(id, `capture-${id}`));
    const paid = valueOf(await paypal.getOrder(id));
    expect(errorOf(await paypal.updateAddress(paid, LEIPZIG))).toMatchObject({
      kind: 'already_captured',
      issue: 'ORDER_ALREADY_COMPLETED',
    });
    expect(errorOf(await paypal.updateAddress({ ...paid, id: 'UNKNOWN0000000000' }, LEIPZIG)).kind).toBe('not_found');
  });

  it('lets the shop add only missing fields and replace only existing ones', async () => {
    const { id } = await newExpressOrder();
    const unit = "/purchase_units/@reference_id=='default'";
    const name = (op: string) => [{ op, path: `${unit}/shipping/name`, value: { full_name: 'Ana Lima' } }];
    const amount = (value: string, shipping: string, op = 'replace') => {
      const breakdown = {
        item_total: { currency_code: 'EUR', value: '9.48' },
        shipping: { currency_code: 'EUR', value: shipping },
      };
      return [{ op, path: `${unit}/amount`, value: { currency_code: 'EUR', value, breakdown } }];
    };
    expect(await patch(id, name('add'))).toBe(422); // not approved yet
    await emulator.approve(id);
    expect(await patch(id, name('add'))).toBe(400);
    expect(await patch(id, name('replace'))).toBe(204);
    expect(await patch(id, amount('14.48', '5.00', 'add'))).toBe(400);
    expect(await patch(id, amount('14.48', '4.00'))).toBe(422);
    expect(await patch(id, amount('9.48', '0.00'))).toBe(422); // the buyer approved another total
    expect(await patch(id, amount('14.48', '5.00'))).toBe(204);
    expect(await patch(id, [{ op: 'replace', path: '/intent', value: 'AUTHORIZE' }])).toBe(400);
    expect((await emulator.order(id)).cents).toBe(1448);
    // Texts of the order may change, and those that are not required may go.
    const text = (op: string, name: string, value?: string) => [{ op, path: `${unit}/${name}`, value }];
    expect(await patch(id, text('add', 'description', 'Drinks'))).toBe(204);
    expect(await patch(id, text('add', 'description', 'Food'))).toBe(400);
    expect(await patch(id, text('replace', 'description', 'x'.repeat(128)))).toBe(400);
    expect(await patch(id, text('remove', 'description'))).toBe(204);
    expect(await patch(id, text('remove', 'description'))).toBe(400);
    expect(await patch(id, text('remove', 'amount'))).toBe(400);
    expect(await patch(id, text('replace', 'custom_id', 'another'))).toBe(204);
  });

  it('gets missing fields added and the others replaced by the gateway', async () => {
    const paypal = emulator.gateway();
    const { id } = await newExpressOrder();
    const { name: _, ...address } = LEIPZIG;
    await emulator.approve(id, 'good', { address: 'elsewhere' });
    const order = valueOf(await paypal.getOrder(id));
    expect(errorOf(await paypal.updateAddress({ ...order, address: undefined }, LEIPZIG)).issue).toBe(
      'INVALID_PATCH_OPERATION',
    );
    expect(errorOf(await paypal.updateAddress({ ...order, address }, LEIPZIG)).issue).toBe('INVALID_PATCH_OPERATION');
    valueOf(await paypal.updateAddress(order, LEIPZIG));
    expect(valueOf(await paypal.getOrder(id)).address).toEqual({ ...LEIPZIG, line2: undefined });
  });
});
