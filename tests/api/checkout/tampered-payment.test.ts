import { beforeEach, describe, expect, it } from 'vitest';
import type { Begun, Buyer } from '../../support/people/buyer.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import {
  changeCheckout,
  checkoutRow,
  mailKindsTo,
  minutesAgo,
  ordersOfCheckout,
  paymentsOfCheckout,
  refundsOfCheckout,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { startApproved } from '../../support/people/start-over.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { valueOf } from '../../support/people/paypal-steps.ts';
import { until } from '../../support/until.ts';

const own = forFile(() => payingShop({ LOG_LEVEL: 'error', PAYPAL_TIMEOUT_MS: '5000' }));
let ana: Buyer;
let begun: Begun;

beforeEach(async () => {
  await own.ctx.db.read.deleteFrom('paypal_events').execute();
  await own.ctx.db.read.deleteFrom('outbox').execute();
  ({ ana, begun } = await startApproved(own, { withdrawn_at: null, age_limit: 0, sale_locked: 0 }));
});

const change = (values: object) => own.paypal.change(begun.paypalOrderId, values);
const atPaypal = () => own.paypal.order(begun.paypalOrderId);
const isLogged = (text: string) =>
  own.server
    .log()
    .split('\n')
    .some((entry) => entry.includes(text) && entry.includes(begun.checkoutId));
const mailsToOwner = () => mailKindsTo(own.ctx, own.ctx.config.shopEmail);
/** Brings the reconcile job's next look at everything forward to now, and runs it. */
const reconcileLater = async () => {
  await letTimePass(own.ctx);
  await reconcileNow(own.ctx);
};
/** The shop's process dies after it claimed the checkout and before PayPal answered. */
const killedWhileCapturing = () =>
  changeCheckout(own.ctx, begun.checkoutId, {
    capture_request_id: 'capture-killed',
    settling_by: 'killed',
    settling_until: minutesAgo(own.ctx, 1),
    hold_expires_at: null,
  });

async function expectRefused(): Promise<void> {
  expect((await atPaypal()).captures).toEqual([]);
  expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
  expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
  expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
    state: 'mismatched',
    hold: 'released',
    check_at: null,
  });
  expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
  expect(await mailsToOwner()).toEqual(['payment_mismatch']);
  expect(await mailKindsTo(own.ctx, ana.email)).toEqual([]);
}

async function expectGivenBack(cents: number): Promise<void> {
  expect((await atPaypal()).refunds).toMatchObject([{ cents, status: 'COMPLETED' }]);
  expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
  expect(await refundsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
    { reason: 'mismatch', status: 'completed', amount_cents: cents, check_at: null },
  ]);
  expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
    { status: 'REFUNDED', refunded_cents: cents },
  ]);
  expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
    state: 'mismatched',
    hold: 'released',
    check_at: null,
  });
  expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
  expect(await mailsToOwner()).toEqual(['payment_mismatch']);
  expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['stray_money']);
}

const CHANGES: [what: string, change: object][] = [
  ['amount', { amount: '0.01' }],
  ['larger amount', { amount: '15.98' }],
  ['currency', { currency: 'USD' }],
  ['checkout', { custom_id: 'another-checkout' }],
  ['invoice', { invoice_id: 'another-invoice' }],
  ['payee', { payee: 'SOMEBODYELSE2' }],
];

const WAYS: [way: string, act: () => Promise<unknown>][] = [
  ['the capture call', () => ana.tryCapture(begun.checkoutId)],
  ['the webhook', () => own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED')],
  ['the reconcile job', reconcileLater],
  [
    'the resume after a kill',
    async () => {
      await killedWhileCapturing();
      await reconcileLater();
    },
  ],
];

describe('an approved PayPal order that differs from the checkout', { retry: 0 }, () => {
  it.each(CHANGES)(
    'is refused because of its %s before the capture, and the owner is mailed once',
    async (_what, values) => {
      await change(values);
      for (let call = 0; call < 2; call++) {
        const { status, body } = await ana.tryCapture(begun.checkoutId);
        expect([status, body.code]).toEqual([409, 'payment_mismatch']);
      }
      await until('it is logged', async () => isLogged('payment is not the checkout’s'));
      await expectRefused();
    },
  );

  it.each(WAYS)('is refused by %s', async (_way, act) => {
    await change({ amount: '0.01' });
    await act();
    await expectRefused();
    expect((await ana.tryCapture(begun.checkoutId)).body.code).toBe('payment_mismatch');
  });

  it('is reported to the owner with the expected and the actual values', async () => {
    await change({ amount: '0.01', currency: 'USD' });
    await ana.tryCapture(begun.checkoutId);
    const { text = '' } = await lastMailTo(own.ctx, own.ctx.config.shopEmail);
    for (const told of [begun.checkoutId, begun.paypalOrderId, '14.98 EUR', '0.01 USD']) expect(text).toContain(told);
  });

  it('does not stop its buyer from paying the next checkout', async () => {
    await change({ amount: '0.01' });
    await ana.tryCapture(begun.checkoutId);
    const next = await ana.begin([own.line('AGUA', 2)]);
    await own.paypal.approve(next.paypalOrderId);
    expect((await ana.capture(next.checkoutId)).status).toBe('success');
  });
});

describe('a captured payment that differs from the checkout', { retry: 0 }, () => {
  const CAPTURED: [way: string, act: () => Promise<unknown>][] = [
    ['the capture call', () => ana.tryCapture(begun.checkoutId)],
    ['the webhook of the capture', () => own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED')],
    ...WAYS.slice(1),
  ];

  it.each(CAPTURED)('creates no order and is refunded at once, once, when it is found by %s', async (_way, act) => {
    await change({ amount: '0.01' });
    valueOf(await own.paypal.gateway().captureOrder(begun.paypalOrderId, 'behind-the-shop'));
    await act();
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    await reconcileLater();
    await expectGivenBack(1);
    expect((await ana.tryCapture(begun.checkoutId)).body.code).toBe('payment_mismatch');
  });

  it.each([
    ['amount', { amount: '0.01' }, 1],
    ['currency', { currency: 'USD' }, 1498],
    ['checkout', { custom_id: 'another-checkout' }, 1498],
  ] as const)(
    'is refunded when its %s changed between the check of the order and the capture',
    async (_what, values, cents) => {
      const { capture: before = 0 } = await own.paypal.calls();
      await own.paypal.next({ call: 'capture', fault: 'slow', ms: 1500 });
      const answer = ana.tryCapture(begun.checkoutId);
      await expect.poll(async () => (await own.paypal.calls()).capture ?? 0).toBeGreaterThan(before);
      await change(values);
      const { status, body } = await answer;
      expect([status, body.code]).toEqual([409, 'payment_mismatch']);
      await expectGivenBack(cents);
    },
  );

  it('creates no order while it is pending, and is refunded when it completes', async () => {
    await change({ amount: '0.01' });
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    valueOf(await own.paypal.gateway().captureOrder(begun.paypalOrderId, 'behind-the-shop'));
    expect((await ana.tryCapture(begun.checkoutId)).body.code).toBe('payment_mismatch');
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    await expectGivenBack(1);
  });
});

describe('a product that is withdrawn before its buyer pays', { retry: 0 }, () => {
  it.each([
    ['withdrawn', { withdrawn_at: '2026-01-01T00:00:00.000Z' }],
    ['locked by an age check', { age_limit: 18 }],
    ['locked because facts are missing', { sale_locked: 1 }],
  ])('is not sold after it was %s, and nothing is captured', async (_why, values) => {
    await setProduct(own.ctx, 'AGUA', values);
    for (let call = 0; call < 2; call++) {
      const { status, body } = await ana.tryCapture(begun.checkoutId);
      expect([status, body.code]).toEqual([409, 'sold_out']);
    }
    expect((await atPaypal()).captures).toEqual([]);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
      state: 'sold_out',
      hold: 'released',
      check_at: null,
    });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
  });

  it.each(WAYS)('is not sold by %s', async (_way, act) => {
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: '2026-01-01T00:00:00.000Z' });
    await act();
    expect((await atPaypal()).captures).toEqual([]);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
    expect((await checkoutRow(own.ctx, begun.checkoutId)).state).toBe('sold_out');
  });

  it('is not sold when an earlier capture had no answer, and late money is refunded without a webhook', async () => {
    await own.paypal.next({ call: 'capture', fault: '500', times: 3 });
    expect((await ana.tryCapture(begun.checkoutId)).status).toBe(503);
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: '2026-01-01T00:00:00.000Z' });
    expect((await ana.tryCapture(begun.checkoutId)).body.code).toBe('sold_out');
    await reconcileLater();
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
      state: 'sold_out',
      check_at: expect.any(String),
    });
    valueOf(await own.paypal.gateway().captureOrder(begun.paypalOrderId, 'behind-the-shop'));
    await reconcileLater();
    expect((await atPaypal()).refunds).toMatchObject([{ cents: 1498, status: 'COMPLETED' }]);
    expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([{ status: 'REFUNDED' }]);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({ state: 'sold_out', check_at: null });
  });

  it('is ordered when it was paid before', async () => {
    await own.paypal.next({ call: 'capture', fault: 'reset-after', times: 3 });
    await ana.tryCapture(begun.checkoutId);
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: '2026-01-01T00:00:00.000Z' });
    expect((await ana.capture(begun.checkoutId)).status).toBe('success');
  });
});
