import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAttempt, readAttempt, type Attempt } from '#src/features/checkout/attempt.store.ts';
import { findUnanswered, orderByTransfer } from '#src/features/checkout/payment/order-by-transfer.ts';
import { payAndOrder } from '#src/features/checkout/payment/pay-and-order.ts';
import type { Payment } from '#src/features/checkout/payment/payment.store.ts';

const LINES = [{ productId: 1, quantity: 2 }];
const ORDER = {
  lines: LINES,
  shipping: {
    ...{ name: 'Ana Müller', address: 'Hauptstraße', number: '1', additional_address: '' },
    ...{ postal_code: '10115', city: 'Berlin', country: 'DE' as const },
  },
  expectedTotal: 13.98,
};
const TEXTS = { cancelled: '', closed: 'closed', failed: '', unsettled: '' } as unknown as Parameters<
  typeof payAndOrder
>[2];
const PLACED = { orderId: '1', orderNumber: 'K7QF-3MXA', status: 'success' };
/** PayPal was approved, and the response to its capture was lost. */
const PAID: Attempt = {
  ...{ requestId: 'paypal-1', fingerprint: '[]', lines: LINES, checkoutId: 'c1', maybePaid: true },
};

describe('a buyer whose order lost its response', () => {
  let calls: string[];
  let requestIds: string[];
  let answers: Record<string, [status: number, body: object]>;
  const windows = vi.fn();
  const payment = { start: windows } as unknown as Payment;

  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal('document', { cookie: 'csrftoken=known', documentElement: { lang: 'de-DE' } });
    vi.stubGlobal('dispatchEvent', () => true);
    calls = [];
    requestIds = [];
    answers = {};
    windows.mockReset().mockResolvedValue({ kind: 'closed' });
    vi.stubGlobal('fetch', async (path: string, { body: sent }: { body: string }) => {
      calls.push(path);
      requestIds.push((JSON.parse(sent) as { requestId: string }).requestId);
      const [status, body] = answers[path] ?? [404, { code: 'not_found' }];
      return new Response(JSON.stringify(body), { status });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each(['a card', 'a bank transfer'])('after PayPal’s approval, is led to the order and not to %s', async (way) => {
    keepAttempt(PAID);
    answers['/api/checkout/c1/capture/'] = [200, PLACED];
    const placed =
      way === 'a card'
        ? await payAndOrder(payment, { ...ORDER, paymentSource: 'card' }, TEXTS)
        : await orderByTransfer(ORDER);
    expect(placed).toMatchObject({ ok: true, value: { orderNumber: 'K7QF-3MXA' } });
    expect(calls).toEqual(['/api/checkout/c1/capture/']);
    expect(windows).not.toHaveBeenCalled();
  });

  it('orders by bank transfer once PayPal says that nothing was paid', async () => {
    keepAttempt(PAID);
    answers['/api/checkout/c1/capture/'] = [409, { code: 'payment_declined' }];
    answers['/api/checkout/transfer/'] = [201, { ...PLACED, status: 'pending' }];
    expect(await orderByTransfer(ORDER)).toMatchObject({ ok: true, value: { status: 'pending' } });
  });

  it('keeps the attempt that PayPal may be taking money for when a transfer is refused meanwhile', async () => {
    keepAttempt({ ...PAID, maybePaid: false });
    answers['/api/checkout/transfer/'] = [409, { code: 'payment_in_progress' }];
    expect(await orderByTransfer(ORDER)).toMatchObject({ error: { kind: 'payment_in_progress' } });
    expect(readAttempt()).toMatchObject({ checkoutId: 'c1' });
  });

  it('may try too often without losing track of a transfer’s order', async () => {
    keepAttempt({ requestId: 'transfer-1', fingerprint: JSON.stringify(['transfer', ORDER]), lines: LINES });
    answers['/api/checkout/transfer/find/'] = [429, { code: 'too_many_attempts' }];
    expect(await orderByTransfer({ ...ORDER, reference: 'K-4711' })).toMatchObject({ error: { status: 429 } });
    expect(calls).toEqual(['/api/checkout/transfer/find/']);
    answers['/api/checkout/transfer/find/'] = [200, PLACED];
    expect(await orderByTransfer({ ...ORDER, reference: 'K-4711' })).toMatchObject({ ok: true });
  });

  it('orders no gift voucher with an order of the cart that is found, and says which one it is', async () => {
    keepAttempt({ requestId: 'transfer-1', fingerprint: JSON.stringify(['transfer', ORDER]), lines: LINES });
    answers['/api/checkout/transfer/find/'] = [200, PLACED];
    const voucher = { ...ORDER, lines: [], giftVoucher: { value: 50, from: 'Ana Müller' } };
    expect(await orderByTransfer(voucher)).toMatchObject({ error: { kind: 'ordered_before', detail: 'K7QF-3MXA' } });
    calls = [];
    answers['/api/checkout/transfer/'] = [201, { ...PLACED, orderNumber: '9WER-4TTT' }];
    expect(await orderByTransfer(voucher)).toMatchObject({ ok: true, value: { orderNumber: '9WER-4TTT' } });
    expect(calls).toEqual(['/api/checkout/transfer/']);
  });

  it('orders once by transfer when the session ended after the response was lost', async () => {
    answers['/api/checkout/transfer/'] = [401, { code: 'not_signed_in' }];
    expect(await orderByTransfer(ORDER)).toMatchObject({ error: { status: 401 } });
    const requestId = readAttempt()?.requestId;
    answers['/api/checkout/transfer/find/'] = [200, PLACED];
    calls = [];
    expect(await orderByTransfer({ ...ORDER, email: 'ana@example.org' })).toMatchObject({ ok: true });
    expect(calls).toEqual(['/api/checkout/transfer/find/']);
    expect(requestId).toBeDefined();
    expect(readAttempt()).toBeUndefined();
  });

  it('pays in another tab with the request of a transfer on its way, of which the shop then accepts one', async () => {
    const transfer = { requestId: 'transfer-1', fingerprint: JSON.stringify(['transfer', ORDER]), lines: LINES };
    keepAttempt(transfer);
    windows.mockImplementation(async (open: () => Promise<{ ok: boolean; error: unknown }>) => ({
      kind: 'not_created',
      error: (await open()).error,
    }));
    answers['/api/checkout/'] = [409, { code: 'request_reused' }];
    const refused = await payAndOrder(payment, { ...ORDER, paymentSource: 'card' }, TEXTS);
    expect(refused).toMatchObject({ error: { kind: 'request_reused' } });
    expect(requestIds).toEqual(['transfer-1']);
    // The next tap finds the transfer's order.
    expect(readAttempt()).toEqual(transfer);
    answers['/api/checkout/transfer/find/'] = [200, PLACED];
    expect(await findUnanswered()).toMatchObject({ ok: true });
  });

  it('orders anew by transfer once another way to pay has taken the request', async () => {
    keepAttempt({ requestId: 'card-1', fingerprint: JSON.stringify(['transfer', ORDER]), lines: LINES });
    answers['/api/checkout/transfer/find/'] = [409, { code: 'request_reused' }];
    expect(await orderByTransfer(ORDER)).toMatchObject({ error: { kind: 'request_reused' } });
    answers['/api/checkout/transfer/'] = [201, PLACED];
    expect(await orderByTransfer(ORDER)).toMatchObject({ ok: true });
    expect(requestIds).toEqual(['card-1', expect.not.stringContaining('card-1')]);
  });

  it('asks for its order again with the same request while none is found, whoever has signed in', async () => {
    const requestId = 'b2c5f1f2-6c62-4c1b-9f0e-5d5b8f8d9a10';
    keepAttempt({ requestId, fingerprint: JSON.stringify(['transfer', ORDER]), lines: LINES });
    answers['/api/checkout/transfer/'] = [429, { code: 'too_many_requests' }];
    await orderByTransfer(ORDER);
    expect([...new Set(calls)]).toEqual(['/api/checkout/transfer/find/', '/api/checkout/transfer/']);
    expect(readAttempt()).toMatchObject({ requestId });
  });
});
