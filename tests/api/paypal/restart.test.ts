import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emulatorProcess, newOrder, type EmulatorProcess } from '../../support/outside/emulator.ts';
import { approvedOrder, errorOf, paidOrder, valueOf } from '../../support/people/paypal-steps.ts';

let emulator: EmulatorProcess;

beforeEach(async () => {
  emulator = await emulatorProcess();
});
afterEach(() => emulator?.stop());

describe.each(['SIGTERM', 'SIGKILL'] as const)('an emulator stopped by %s and restarted', (signal) => {
  it('keeps its orders, request ids, events, faults and signatures', async () => {
    const paypal = emulator.gateway();
    const input = newOrder();
    const created = valueOf(await paypal.createOrder(input));
    const approved = await approvedOrder(paypal, emulator);
    const { order, capture } = await paidOrder(paypal, emulator);
    const refund = valueOf(await paypal.refundCapture(capture.id, 'refund-1', 100));
    const event = await emulator.sign({ order: order.id, event: 'PAYMENT.CAPTURE.COMPLETED' });
    await emulator.next({ call: 'get', fault: 'INVALID_RESOURCE_STATE' });
    const before = await emulator.orders();

    await emulator.restart(signal);
    expect(await emulator.orders()).toEqual(before);
    // The gateway's token is still good.
    expect(errorOf(await paypal.getOrder(order.id)).issue).toBe('INVALID_RESOURCE_STATE');
    expect(valueOf(await paypal.createOrder(input)).id).toBe(created.id);
    expect(valueOf(await paypal.refundCapture(capture.id, 'refund-1', 100)).id).toBe(refund.id);
    expect(valueOf(await paypal.captureOrder(approved.id, 'capture-1')).status).toBe('COMPLETED');
    expect(valueOf(await paypal.verifyWebhook(new Headers(event.headers), Buffer.from(event.body)))).toBe(true);
    expect((await emulator.order(order.id)).refunds).toHaveLength(1);
  });
});

describe('an emulator that is killed during captures', () => {
  it('has captured each acknowledged payment, and none twice', async () => {
    const paypal = emulator.gateway({ retryDelaysMs: [] });
    const ids = await Promise.all(Array.from({ length: 60 }, async () => (await approvedOrder(paypal, emulator)).id));
    const answered: string[] = [];
    const captures = ids.map(async (id) => {
      const answer = await paypal.captureOrder(id, `c-${id}`);
      if (!answer.ok) return;
      answered.push(id);
      if (answered.length === 5) emulator.kill();
    });
    await Promise.all(captures);
    expect(answered.length).toBeGreaterThanOrEqual(5);
    expect(answered.length).toBeLessThan(ids.length);

    await emulator.restart('SIGKILL');
    const capturesOf = async () => new Map((await emulator.orders()).map((order) => [order.id, order.captures]));
    const afterKill = await capturesOf();
    for (const id of answered) expect(afterKill.get(id)).toHaveLength(1);
    for (const id of ids) expect((await paypal.captureOrder(id, `c-${id}`)).ok).toBe(true);
    const afterAll = await capturesOf();
    for (const id of ids) {
      expect(afterAll.get(id)).toHaveLength(1);
      if (afterKill.get(id)?.length) expect(afterAll.get(id)).toEqual(afterKill.get(id));
    }
  });
});
