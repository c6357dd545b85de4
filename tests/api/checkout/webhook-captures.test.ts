import { describe, expect, it } from 'vitest';
import {
  checkoutRow,
  mailKindsTo,
  paymentsOfCheckout,
  refundsOfCheckout,
  stockOf,
} from '../../support/people/order-rows.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { valueOf } from '../../support/people/paypal-steps.ts';
import { webhookShop } from '../../support/shops/webhook-shop.ts';

const at = webhookShop();

/** Money that PayPal took for the checkout, although the shop never asked for it. */
const captureBehindTheShop = async () =>
  valueOf(await at.own.paypal.gateway().captureOrder(at.begun.paypalOrderId, 'behind-the-shop'));

describe('a pending capture', { retry: 0 }, () => {
  async function pending() {
    await at.own.paypal.next({ call: 'capture', fault: 'PENDING' });
    return at.ana.capture(at.begun.checkoutId);
  }

  it('creates an order that is marked as not ready to ship', async () => {
    const { status, orderId } = await pending();
    expect(status).toBe('pending');
    expect(await at.orders()).toMatchObject([{ id: orderId, payment_status: 'pending' }]);
    const { body } = await at.ana.get<{ status: string }[]>(`/api/previous-purchases/${at.ana.clientId}/`);
    expect(body.map((purchase) => purchase.status)).toEqual(['payment_pending']);
    expect((await at.ana.capture(at.begun.checkoutId)).status).toBe('pending');
    expect(await stockOf(at.own.ctx, 'AGUA')).toBe(8);
  });

  it('is marked paid by the event of its completion, with a mail', async () => {
    await pending();
    await at.own.webhook(at.begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED', { times: 3 });
    expect(await at.orders()).toMatchObject([{ payment_status: 'paid' }]);
    expect(await paymentsOfCheckout(at.own.ctx, at.begun.checkoutId)).toMatchObject([
      { status: 'COMPLETED', check_at: null },
    ]);
    expect((await mailKindsTo(at.own.ctx, at.ana.email)).toSorted()).toEqual(['order_confirmation', 'paymentReceived']);
    expect((await at.ana.capture(at.begun.checkoutId)).status).toBe('success');
  });

  it('cancels the order, restocks once and mails once when it is denied', async () => {
    await pending();
    const [first, second] = await Promise.all([
      at.own.paypal.deliver({
        order: at.begun.paypalOrderId,
        event: 'PAYMENT.CAPTURE.DENIED',
        to: at.own.webhookUrl,
        times: 3,
      }),
      at.own.paypal.deliver({
        order: at.begun.paypalOrderId,
        event: 'PAYMENT.CAPTURE.DENIED',
        to: at.own.webhookUrl,
        times: 3,
      }),
    ]);
    expect([...first.statuses, ...second.statuses]).toEqual([200, 200, 200, 200, 200, 200]);
    await expect
      .poll(async () => (await at.events()).map(({ processed_at }) => processed_at !== null))
      .toEqual([true, true]);
    expect(await at.orders()).toMatchObject([{ payment_status: 'cancelled' }]);
    expect(await stockOf(at.own.ctx, 'AGUA')).toBe(10);
    expect((await mailKindsTo(at.own.ctx, at.ana.email)).toSorted()).toEqual(['order_confirmation', 'paymentDenied']);
    expect((await checkoutRow(at.own.ctx, at.begun.checkoutId)).hold).toBe('released');
  });

  it('follows PayPal’s current state, not that of an outdated event', async () => {
    await pending();
    const late = await at.own.paypal.sign({ order: at.begun.paypalOrderId, event: 'PAYMENT.CAPTURE.PENDING' });
    await at.own.webhook(at.begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    expect((await at.send(late.headers, late.body)).status).toBe(200);
    await expect.poll(async () => (await at.events()).every(({ processed_at }) => processed_at !== null)).toBe(true);
    expect(await at.orders()).toMatchObject([{ payment_status: 'paid' }]);
  });

  it('is marked paid when its first event is a partial refund, and buyer and shop are informed', async () => {
    const { orderNumber } = await pending();
    // The event exists but was not sent; PayPal already has the money.
    await at.own.paypal.sign({ order: at.begun.paypalOrderId, event: 'PAYMENT.CAPTURE.COMPLETED' });
    await at.own.webhook(at.begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { cents: 100 });
    expect(await at.orders()).toMatchObject([{ payment_status: 'partially_refunded' }]);
    expect((await mailKindsTo(at.own.ctx, at.ana.email)).toSorted()).toEqual([
      'order_confirmation',
      'paymentReceived',
      'refund',
    ]);
    const news = (await mailsTo(at.own.ctx, at.own.ctx.config.shopEmail)).filter(({ subject }) =>
      subject.includes(orderNumber),
    );
    expect(news.map(({ subject }) => subject).toSorted()).toEqual([
      `Bestellung ${orderNumber} ist jetzt bezahlt`,
      `Neue Bestellung ${orderNumber}: Zahlung wird noch geprüft`,
    ]);
  });

  it('is checked by the shop when the event never arrives', async () => {
    await pending();
    // The event exists but was not sent; PayPal already has the money.
    await at.own.paypal.sign({ order: at.begun.paypalOrderId, event: 'PAYMENT.CAPTURE.COMPLETED' });
    await reconcileNow(at.own.ctx);
    expect(await at.orders()).toMatchObject([{ payment_status: 'pending' }]);
    await letTimePass(at.own.ctx);
    await reconcileNow(at.own.ctx);
    expect(await at.orders()).toMatchObject([{ payment_status: 'paid' }]);
  });
});

describe('an event of an unknown capture', { retry: 0 }, () => {
  it('creates the order', async () => {
    await captureBehindTheShop();
    await at.own.webhook(at.begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    expect(await at.orders()).toMatchObject([{ payment_status: 'paid' }]);
    expect(await stockOf(at.own.ctx, 'AGUA')).toBe(8);
  });

  it('creates an order that shows the refund when the capture was already refunded', async () => {
    await captureBehindTheShop();
    const refunded = await at.own.paypal.sign({ order: at.begun.paypalOrderId, event: 'PAYMENT.CAPTURE.REFUNDED' });
    expect((await at.send(refunded.headers, refunded.body)).status).toBe(200);
    await expect.poll(async () => (await at.events())[0]?.check_at).not.toBe((await at.events())[0]?.received_at);
    expect(await at.orders()).toEqual([]);
    await at.own.webhook(at.begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    expect(await at.orders()).toMatchObject([{ payment_status: 'refunded' }]);
    await letTimePass(at.own.ctx);
    await reconcileNow(at.own.ctx);
    expect((await at.events()).every(({ processed_at }) => processed_at !== null)).toBe(true);
    expect(await paymentsOfCheckout(at.own.ctx, at.begun.checkoutId)).toMatchObject([
      { status: 'REFUNDED', refunded_cents: 1498 },
    ]);
    expect(await refundsOfCheckout(at.own.ctx, at.begun.checkoutId)).toMatchObject([
      { reason: 'paypal', status: 'completed', amount_cents: 1498 },
    ]);
    expect((await mailKindsTo(at.own.ctx, at.ana.email)).toSorted()).toEqual(['order_confirmation', 'refund']);
  });

  it('creates no order when the capture failed', async () => {
    await at.own.paypal.next({ call: 'capture', fault: 'DECLINED' });
    expect((await captureBehindTheShop()).captures).toMatchObject([{ status: 'DECLINED' }]);
    await at.own.webhook(at.begun.paypalOrderId, 'PAYMENT.CAPTURE.DENIED');
    expect(await at.orders()).toEqual([]);
    expect(await checkoutRow(at.own.ctx, at.begun.checkoutId)).toMatchObject({ state: 'refused', hold: 'released' });
    expect((await at.events())[0]?.processed_at).toEqual(expect.any(String));
  });
});
