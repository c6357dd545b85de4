import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaypalGateway } from '#src/server/gateways/paypal.ts';
import { readPaypalEvent } from '#src/server/gateways/paypal/webhook.ts';
import { EMULATOR_ACCOUNT } from '#src/settings/environment/paypal-config.ts';
import { newOrder, startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { errorOf, paidOrder, valueOf } from '../../support/people/paypal-steps.ts';

let emulator: RunningEmulator;
let paypal: PaypalGateway;
let orderId: string;

beforeAll(async () => {
  emulator = await startEmulator();
  paypal = emulator.gateway();
  orderId = valueOf(await paypal.createOrder(newOrder())).id;
});
afterAll(() => emulator?.stop());

const signed = (event = 'CHECKOUT.ORDER.APPROVED') => emulator.sign({ order: orderId, event });
const isGood = async (headers: Record<string, string>, body: string | Uint8Array, from = paypal) =>
  valueOf(await from.verifyWebhook(new Headers(headers), Buffer.from(body)));

describe('the signature of a webhook event', () => {
  it('is valid for the bytes that PayPal sent', async () => {
    const { headers, body } = await signed();
    expect(await isGood(headers, body)).toBe(true);
  });

  it('is invalid for the same event serialized again', async () => {
    const { headers, body } = await signed();
    expect(await isGood(headers, JSON.stringify(JSON.parse(body)))).toBe(false);
  });

  it.each([
    ['another amount', (body: string) => body.replace('14.48', '14.49')],
    ['a space more', (body: string) => body.replace('{', '{ ')],
    ['a byte less', (body: string) => body.slice(0, -1)],
    ['another member behind it', (body: string) => `${body},"webhook_id":"OTHER"`],
    ['nothing', () => ''],
  ])('is invalid for %s', async (_what, change) => {
    const { headers, body } = await signed();
    expect(change(body)).not.toBe(body);
    expect(await isGood(headers, change(body))).toBe(false);
  });

  it.each(['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'])(
    'is invalid without paypal-%s, and with that of another event',
    async (name) => {
      const [{ headers, body }, other] = [await signed(), await signed()];
      const header = `paypal-${name}`;
      expect(await isGood({ ...headers, [header]: '' }, body)).toBe(false);
      // The algorithm is always the same, and the emulator has one certificate.
      if (headers[header] !== other.headers[header])
        expect(await isGood({ ...headers, [header]: other.headers[header] ?? '' }, body)).toBe(false);
    },
  );

  it('is invalid for another webhook of the same account', async () => {
    const { headers, body } = await signed();
    const other = emulator.gateway({ account: { ...EMULATOR_ACCOUNT, webhookId: 'OTHER' } });
    expect(await isGood(headers, body, other)).toBe(false);
  });

  it('is invalid when PayPal says so', async () => {
    const { headers, body } = await signed();
    await emulator.next({ call: 'verify', fault: 'FAILURE' });
    expect(await isGood(headers, body)).toBe(false);
  });

  it('is neither valid nor invalid while PayPal does not answer', async () => {
    const { headers, body } = await signed();
    await emulator.next({ call: 'verify', fault: '500', times: 3 });
    expect(errorOf(await paypal.verifyWebhook(new Headers(headers), Buffer.from(body))).kind).toBe('provider_down');
  });
});

describe('a delivered event', () => {
  it('arrives as often as requested under one id, and again by its id, signed each time', async () => {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const shop = createServer(async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      received.push({ headers: req.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
      res.writeHead(received.length === 2 ? 500 : 200).end();
    }).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    const to = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api/paypal/webhook/`;

    const { order, capture } = await paidOrder(paypal, emulator);
    const sent = await emulator.deliver({ order: order.id, event: 'PAYMENT.CAPTURE.COMPLETED', times: 3, to });
    expect(sent.statuses).toEqual([200, 500, 200]);
    expect((await emulator.deliver({ id: sent.id, to })).statuses).toEqual([200]);
    expect(received.map(({ body }) => readPaypalEvent(body))).toEqual(
      Array.from({ length: 4 }, () => ({
        id: sent.id,
        type: 'PAYMENT.CAPTURE.COMPLETED',
        orderId: order.id,
        checkoutId: order.checkoutId,
        capture: { ...capture, status: 'COMPLETED' },
        refund: undefined,
      })),
    );
    for (const { headers, body } of received) {
      const paypalHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('paypal-')));
      expect(await isGood(paypalHeaders, body)).toBe(true);
    }
    shop.closeAllConnections();
    shop.close();
  });

  it('of a refund on PayPal’s site creates that refund, and is sent once more on request', async () => {
    const { order, capture } = await paidOrder(paypal, emulator);
    const part = await emulator.sign({ order: order.id, event: 'PAYMENT.CAPTURE.REFUNDED', cents: 448 });
    const refund = { id: expect.any(String), status: 'COMPLETED', amount: 448, captureId: capture.id };
    expect(readPaypalEvent(part.body)?.refund).toEqual(refund);
    const again = await emulator.sign({ order: order.id, event: 'PAYMENT.CAPTURE.REFUNDED' });
    expect(readPaypalEvent(again.body)?.refund).toEqual(readPaypalEvent(part.body)?.refund);
    expect(again.id).not.toBe(part.id);
    expect((await emulator.order(order.id)).refunds.map(({ cents }) => cents)).toEqual([448]);
    await expect(emulator.sign({ order: order.id, event: 'PAYMENT.CAPTURE.REFUNDED', cents: 1001 })).rejects.toThrow(
      'REFUND_AMOUNT_EXCEEDED',
    );
  });

  it('may arrive late with an outdated state', async () => {
    const { order } = await paidOrder(paypal, emulator);
    const { body } = await emulator.sign({ order: order.id, event: 'PAYMENT.CAPTURE.PENDING' });
    expect(readPaypalEvent(body)?.capture?.status).toBe('PENDING');
    expect((await emulator.order(order.id)).captures[0]?.status).toBe('COMPLETED');
  });

  it('needs an existing payment, and is sent only to this machine', async () => {
    await expect(emulator.deliver({ order: orderId, event: 'PAYMENT.CAPTURE.COMPLETED' })).rejects.toThrow(
      'has no capture',
    );
    await expect(emulator.deliver({ order: 'NOSUCHORDER', event: 'CHECKOUT.ORDER.APPROVED' })).rejects.toThrow('409');
    await expect(emulator.deliver({ id: 'WH-0' })).rejects.toThrow('409');
    await expect(emulator.deliver({ order: orderId, event: 'SOMETHING.ELSE' })).rejects.toThrow('400');
    const to = 'http://192.0.2.1/api/paypal/webhook/';
    await expect(emulator.deliver({ order: orderId, event: 'CHECKOUT.ORDER.APPROVED', to })).rejects.toThrow(
      'on this machine',
    );
  });
});
