import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PaypalGateway } from '#src/server/gateways/paypal.ts';
import { newOrder, startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { accessTokenOf, approvedOrder, errorOf, paidOrder, valueOf } from '../../support/people/paypal-steps.ts';

let emulator: RunningEmulator;
let paypal: PaypalGateway;

beforeAll(async () => {
  emulator = await startEmulator();
  paypal = emulator.gateway();
});
afterAll(() => emulator?.stop());

describe('a payment', () => {
  it('goes from order to approval to capture, in cents', async () => {
    const input = newOrder();
    const order = valueOf(await paypal.createOrder(input));
    expect(order).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{17}$/),
      status: 'PAYER_ACTION_REQUIRED',
      checkoutId: input.checkoutId,
      invoiceId: input.invoiceId,
      payee: 'EMULATEDSHXP2',
      amount: 1448,
      currency: 'EUR',
      captures: [],
      refunds: [],
      approveUrl: `${emulator.url}/checkoutnow?token=${order.id}`,
      address: input.address,
      email: undefined,
    });
    await emulator.approve(order.id);
    const approved = { ...order, status: 'APPROVED', approveUrl: undefined, email: 'buyer@example.com' };
    expect(valueOf(await paypal.getOrder(order.id))).toEqual(approved);

    const { checkoutId, invoiceId, amount, currency } = order;
    const capture = {
      id: expect.any(String),
      status: 'COMPLETED',
      amount,
      currency,
      checkoutId,
      invoiceId,
      orderId: order.id,
    };
    const captured = valueOf(await paypal.captureOrder(order.id, 'capture-1'));
    expect(captured).toEqual({ ...approved, status: 'COMPLETED', captures: [capture] });
    expect(valueOf(await paypal.getOrder(order.id))).toEqual(captured);
    expect(valueOf(await paypal.getCapture(captured.captures[0]!.id))).toEqual(captured.captures[0]);
  });

  it('is not captured before the buyer’s approval', async () => {
    const order = valueOf(await paypal.createOrder(newOrder()));
    expect(errorOf(await paypal.captureOrder(order.id, `c-${order.id}`))).toMatchObject({
      kind: 'not_approved',
      issue: 'ORDER_NOT_APPROVED',
    });
    await emulator.approve(order.id);
    await emulator.cancel(order.id);
    expect(errorOf(await paypal.captureOrder(order.id, `c-${order.id}`)).kind).toBe('not_approved');
    expect((await emulator.order(order.id)).captures).toEqual([]);
  });

  it('may be approved again under a new request id after its funding source was declined', async () => {
    const order = valueOf(await paypal.createOrder(newOrder()));
    await emulator.approve(order.id, 'declined');
    const declined = errorOf(await paypal.captureOrder(order.id, `c1-${order.id}`));
    expect(declined).toEqual({
      kind: 'declined',
      issue: 'INSTRUMENT_DECLINED',
      status: 422,
      debugId: expect.any(String),
    });
    expect(errorOf(await paypal.captureOrder(order.id, `c2-${order.id}`)).kind).toBe('not_approved');
    await emulator.approve(order.id);
    // The key of the declined try brings its answer back, whatever happened since.
    expect(errorOf(await paypal.captureOrder(order.id, `c1-${order.id}`)).kind).toBe('declined');
    expect(valueOf(await paypal.captureOrder(order.id, `c3-${order.id}`)).captures).toHaveLength(1);
  });

  it('is refused permanently after ten declined tries', async () => {
    const order = valueOf(await paypal.createOrder(newOrder()));
    for (let attempt = 0; attempt < 10; attempt++) {
      await emulator.approve(order.id, 'declined');
      expect(errorOf(await paypal.captureOrder(order.id, `c${attempt}-${order.id}`)).kind).toBe('declined');
    }
    await emulator.approve(order.id);
    const { kind, issue } = errorOf(await paypal.captureOrder(order.id, `c10-${order.id}`));
    expect([kind, issue]).toEqual(['refused', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED']);
  });

  it('is captured once by twenty simultaneous calls with one request id', async () => {
    const { id } = await approvedOrder(paypal, emulator);
    const answers = await Promise.all(Array.from({ length: 20 }, () => paypal.captureOrder(id, `c-${id}`)));
    const captures = answers.map((answer) => valueOf(answer).captures.map((capture) => capture.id));
    expect(new Set(captures.flat()).size).toBe(1);
    expect((await emulator.order(id)).captures).toHaveLength(1);
  });

  it('is captured once by twenty simultaneous calls with twenty request ids', async () => {
    const { id } = await approvedOrder(paypal, emulator);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => paypal.captureOrder(id, `c${n}-${id}`)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.error.kind])))).toEqual(
      new Set(['already_captured']),
    );
    expect((await emulator.order(id)).captures).toHaveLength(1);
  });

  it('is pending during a review, and completed or denied by an event', async () => {
    for (const [event, status] of [
      ['PAYMENT.CAPTURE.COMPLETED', 'COMPLETED'],
      ['PAYMENT.CAPTURE.DENIED', 'DECLINED'],
    ] as const) {
      const { id } = await approvedOrder(paypal, emulator);
      await emulator.next({ call: 'capture', fault: 'PENDING' });
      const order = valueOf(await paypal.captureOrder(id, `c-${id}`));
      expect([order.status, order.captures[0]?.status]).toEqual(['COMPLETED', 'PENDING']);
      await emulator.sign({ order: id, event });
      expect(valueOf(await paypal.getOrder(id)).captures[0]?.status).toBe(status);
    }
  });

  it('is gone when its buyer, or then the shop, takes three hours', async () => {
    const [asked, approved] = [valueOf(await paypal.createOrder(newOrder())), await approvedOrder(paypal, emulator)];
    const soon = Date.now() + 3 * 3600_000 - 60_000;
    // Only the emulator's clock: timers run on.
    vi.useFakeTimers({ toFake: ['Date'], now: soon });
    try {
      await emulator.approve(asked.id);
      vi.setSystemTime(soon + 3600_000);
      expect(errorOf(await paypal.captureOrder(approved.id, `c-${approved.id}`)).kind).toBe('not_found');
      expect(valueOf(await paypal.captureOrder(asked.id, `c-${asked.id}`)).captures).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not captured twice for the same invoice', async () => {
    const first = newOrder();
    const second = newOrder({ invoiceId: first.invoiceId });
    const [one, two] = [valueOf(await paypal.createOrder(first)), valueOf(await paypal.createOrder(second))];
    for (const { id } of [one, two]) await emulator.approve(id);
    expect((await paypal.captureOrder(one.id, `c-${one.id}`)).ok).toBe(true);
    for (const refused of [
      await paypal.captureOrder(two.id, `c-${two.id}`),
      await paypal.createOrder(newOrder({ invoiceId: first.invoiceId })),
    ])
      expect(errorOf(refused)).toMatchObject({ kind: 'rejected', issue: 'DUPLICATE_INVOICE_ID' });
  });
});

describe('an order', () => {
  it('is created once for each request id', async () => {
    const input = newOrder();
    const answers = await Promise.all(Array.from({ length: 20 }, () => paypal.createOrder(input)));
    expect(new Set(answers.map((answer) => valueOf(answer).id)).size).toBe(1);
    expect(errorOf(await paypal.createOrder({ ...input, shipping: 600 }))).toMatchObject({
      kind: 'rejected',
      issue: 'DUPLICATE_REQUEST_ID',
    });
    await emulator.forgetRequests();
    expect(valueOf(await paypal.createOrder(input)).id).not.toBe(valueOf(answers[0]!).id);
  });

  it('is not found when it is unknown, nor is a capture', async () => {
    const order = valueOf(await paypal.createOrder(newOrder()));
    await emulator.expire(order.id);
    for (const answer of [
      await paypal.getOrder(order.id),
      await paypal.captureOrder(order.id, 'x1'),
      await paypal.getOrder('../../emulator/orders'),
      await paypal.getCapture('NOSUCHCAPTURE'),
      await paypal.refundCapture('NOSUCHCAPTURE', 'x2'),
    ])
      expect(errorOf(answer).kind).toBe('not_found');
  });
});

describe('a refund', () => {
  it('returns a part, then the rest, and never more', async () => {
    const { order, capture } = await paidOrder(paypal, emulator);
    const part = valueOf(await paypal.refundCapture(capture.id, `r1-${order.id}`, 448));
    expect(part).toEqual({ id: expect.any(String), status: 'COMPLETED', amount: 448, captureId: capture.id });
    expect(valueOf(await paypal.getCapture(capture.id)).status).toBe('PARTIALLY_REFUNDED');
    expect(errorOf(await paypal.refundCapture(capture.id, `r2-${order.id}`, 1001))).toMatchObject({
      kind: 'already_refunded',
      issue: 'REFUND_AMOUNT_EXCEEDED',
    });
    expect(valueOf(await paypal.refundCapture(capture.id, `r3-${order.id}`)).amount).toBe(1000);
    expect(errorOf(await paypal.refundCapture(capture.id, `r4-${order.id}`))).toMatchObject({
      kind: 'already_refunded',
      issue: 'CAPTURE_FULLY_REFUNDED',
    });
    const { captures, refunds } = valueOf(await paypal.getOrder(order.id));
    expect([captures[0]?.status, refunds.map(({ amount }) => amount)]).toEqual(['REFUNDED', [448, 1000]]);
  });

  it('is made once by twenty simultaneous calls with one request id', async () => {
    const { order, capture } = await paidOrder(paypal, emulator);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => paypal.refundCapture(capture.id, `r-${order.id}`, 100)),
    );
    expect(new Set(answers.map((answer) => valueOf(answer).id)).size).toBe(1);
    expect((await emulator.order(order.id)).refunds).toHaveLength(1);
  });

  it('waits for a capture that is pending', async () => {
    const { id } = await approvedOrder(paypal, emulator);
    await emulator.next({ call: 'capture', fault: 'PENDING' });
    const [capture] = valueOf(await paypal.captureOrder(id, `c-${id}`)).captures;
    expect(errorOf(await paypal.refundCapture(capture!.id, `r-${id}`))).toMatchObject({
      kind: 'not_now',
      issue: 'PENDING_CAPTURE',
    });
  });

  it('is reported with its current status, on look-up and on a repeated request', async () => {
    const { order, capture } = await paidOrder(paypal, emulator);
    await emulator.next({ call: 'refund', fault: 'PENDING' });
    const send = () => paypal.refundCapture(capture.id, `r-${order.id}`, 100);
    const { id } = valueOf(await send());
    expect(valueOf(await paypal.getRefund(id))).toEqual({ id, status: 'PENDING', amount: 100, captureId: capture.id });
    await emulator.sign({ order: order.id, event: 'PAYMENT.CAPTURE.REFUNDED' });
    expect(valueOf(await send())).toMatchObject({ id, status: 'COMPLETED' });
    expect(valueOf(await paypal.getRefund(id)).status).toBe('COMPLETED');
    expect(errorOf(await paypal.getRefund('NOSUCHREFUND')).kind).toBe('not_found');
  });

  it('is returned in full only to a caller who asks for that', async () => {
    const { capture } = await paidOrder(paypal, emulator);
    const token = await accessTokenOf(emulator);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'paypal-request-id': `r-${capture.id}`,
    };
    const refund = async (more = {}) => {
      const answer = await fetch(`${emulator.url}/v2/payments/captures/${capture.id}/refund`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: '{}',
      });
      return Object.keys((await answer.json()) as object);
    };
    expect(await refund()).toEqual(['id', 'status', 'links']);
    expect(await refund({ prefer: 'return=representation' })).toContain('amount');
  });
});
