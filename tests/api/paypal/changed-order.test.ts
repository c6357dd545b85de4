import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newOrder, startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { valueOf } from '../../support/people/paypal-steps.ts';

let emulator: RunningEmulator;
let id: string;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator?.stop());
beforeEach(async () => {
  ({ id } = valueOf(await emulator.gateway().createOrder(newOrder())));
});

describe('an order that a test changes at PayPal', () => {
  it.each([
    [{ amount: '0.01' }, { amount: 1 }],
    [{ currency: 'USD' }, { amount: 1448, currency: 'USD' }],
    [{ custom_id: 'another' }, { checkoutId: 'another' }],
    [{ invoice_id: 'another' }, { invoiceId: 'another' }],
    [{ payee: 'SOMEBODYELSE2' }, { payee: 'SOMEBODYELSE2' }],
  ])('keeps the change %o', async (change, expected) => {
    await emulator.change(id, change);
    expect(valueOf(await emulator.gateway().getOrder(id))).toMatchObject(expected);
  });

  it('is captured and refunded with its current amount and currency', async () => {
    await emulator.change(id, { amount: '0.50', currency: 'USD' });
    await emulator.approve(id);
    const [capture] = valueOf(await emulator.gateway().captureOrder(id, 'capture-changed')).captures;
    expect(capture).toMatchObject({ amount: 50, currency: 'USD' });
    expect(valueOf(await emulator.gateway().refundCapture(capture!.id, 'refund-changed'))).toMatchObject({
      amount: 50,
    });
  });

  it.each([
    {},
    { amount: '0.00' },
    { amount: '1' },
    { amount: 1 },
    { currency: 'euro' },
    { custom_id: '' },
    { payee: 'x' },
    { status: 'VOIDED' },
  ])('stays unchanged when %o is invalid', async (change) => {
    const before = await emulator.order(id);
    await expect(emulator.change(id, change)).rejects.toThrow(': 400 ');
    expect(await emulator.order(id)).toEqual(before);
  });
});
