import { beforeEach, describe, expect, it } from 'vitest';
import type { Begun, Buyer } from '../../support/people/buyer.ts';
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
import { logged } from '../../support/shops/server.ts';

const own = forFile(() => payingShop({ LOG_LEVEL: 'error' }));
let ana: Buyer;
let begun: Begun;

beforeEach(async () => {
  ({ ana, begun } = await startApproved(own));
});

/** Money that PayPal took although the shop never asked for it. */
const capture = async () =>
  valueOf(await own.paypal.gateway().captureOrder(begun.paypalOrderId, 'behind-the-shop')).captures[0]!;
const tell = (event = 'PAYMENT.CAPTURE.COMPLETED', times = 1) => own.webhook(begun.paypalOrderId, event, { times });
const atPaypal = async () => (await own.paypal.order(begun.paypalOrderId)).refunds.map(({ cents }) => cents);

/** Checks that everything was refunded once, no order exists and the goods are available again. */
async function expectGivenBack(): Promise<void> {
  expect(await atPaypal()).toEqual([1498]);
  expect(await refundsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
    {
      reason: 'no_stock',
      status: 'completed',
      amount_cents: 1498,
      check_at: null,
      paypal_refund_id: expect.any(String),
    },
  ]);
  expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
    { status: 'REFUNDED', refunded_cents: 1498 },
  ]);
  expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
  expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['stray_money']);
  expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
}

describe('money for a checkout that can’t become an order', { retry: 0 }, () => {
  it('is refunded at once, fully and once, when the checkout was cancelled, with a mail and a log line', async () => {
    await ana.cancel(begun.checkoutId);
    const { id } = await capture();
    await tell('PAYMENT.CAPTURE.COMPLETED', 5);
    await tell();
    await logged(own.server, id);
    await logged(own.server, 'money without an order: refunding');
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    await expectGivenBack();
    // PayPal sends an event about that refund too.
    await tell('PAYMENT.CAPTURE.REFUNDED');
    await expectGivenBack();
  });

  it('is refunded when the goods are sold out', async () => {
    await changeCheckout(own.ctx, begun.checkoutId, { hold: 'released', hold_expires_at: null });
    await setProduct(own.ctx, 'AGUA', { quantity_available: 1 });
    await capture();
    await tell();
    expect((await checkoutRow(own.ctx, begun.checkoutId)).state).toBe('sold_out');
    await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
    await expectGivenBack();
  });

  it('is refunded when the checkout closes during the capture', async () => {
    await own.paypal.next({ call: 'capture', fault: 'slow', ms: 1500 });
    const answer = ana.tryCapture(begun.checkoutId);
    await expect.poll(async () => (await own.paypal.calls()).capture ?? 0).toBeGreaterThan(0);
    // The shop's own code never does this: the row is closed during the capture.
    await expect.poll(async () => (await checkoutRow(own.ctx, begun.checkoutId)).settling_by).not.toBeNull();
    await changeCheckout(own.ctx, begun.checkoutId, { state: 'cancelled', hold: 'released', check_at: null });
    await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([409, 'checkout_closed']);
    await expectGivenBack();
  });

  it.each(['500', 'reset-after', 'timeout-after'])(
    'is refunded once, even if PayPal does not say so (%s)',
    async (fault) => {
      await ana.cancel(begun.checkoutId);
      await capture();
      await own.paypal.next({ call: 'refund', fault, times: 3 });
      await own.ctx.db.read.deleteFrom('paypal_events').execute();
      const quick = await own.serve({ PAYPAL_TIMEOUT_MS: '2000' });
      await own.paypal.deliver({
        order: begun.paypalOrderId,
        event: 'PAYMENT.CAPTURE.COMPLETED',
        to: `${quick.url}/api/paypal/webhook/`,
      });
      await expect
        .poll(
          async () =>
            (await own.ctx.db.read.selectFrom('paypal_events').select('processed_at').execute())[0]?.processed_at,
        )
        .toEqual(expect.any(String));
      expect(await refundsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
        { status: 'requested', check_at: expect.any(String) },
      ]);
      for (let run = 0; run < 2; run++) {
        await letTimePass(own.ctx);
        await reconcileNow(own.ctx);
      }
      await expectGivenBack();
    },
  );

  it('is refunded once a pending capture completes', async () => {
    await ana.cancel(begun.checkoutId);
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    await capture();
    await tell('PAYMENT.CAPTURE.PENDING');
    expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
      { status: 'PENDING', check_at: expect.any(String) },
    ]);
    expect(await atPaypal()).toEqual([]);
    await tell('PAYMENT.CAPTURE.COMPLETED');
    await expectGivenBack();
  });

  it('is refunded when the server died right after recording it', async () => {
    await ana.cancel(begun.checkoutId);
    const { id } = await capture();
    const at = own.ctx.now().toISOString();
    const noted = {
      status: 'COMPLETED',
      amount_cents: 1498,
      refunded_cents: 0,
      check_at: at,
      created_at: at,
      updated_at: at,
    } as const;
    await own.ctx.db.read
      .insertInto('payments')
      .values({ capture_id: id, checkout_id: begun.checkoutId, ...noted })
      .execute();
    await reconcileNow(own.ctx);
    await expectGivenBack();
    expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([{ check_at: null }]);
  });

  it('needs no refund when a pending capture is denied', async () => {
    await ana.cancel(begun.checkoutId);
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    await capture();
    await tell('PAYMENT.CAPTURE.PENDING');
    await tell('PAYMENT.CAPTURE.DENIED');
    expect(await atPaypal()).toEqual([]);
    expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([{ status: 'DECLINED', check_at: null }]);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual([]);
  });

  it('is not refunded again after the owner refunded it by hand', async () => {
    await ana.cancel(begun.checkoutId);
    const { id } = await capture();
    valueOf(await own.paypal.gateway().refundCapture(id, 'by-hand'));
    await tell();
    await tell('PAYMENT.CAPTURE.REFUNDED');
    expect(await atPaypal()).toEqual([1498]);
    expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
      { status: 'REFUNDED', refunded_cents: 1498 },
    ]);
  });

  it('is not refunded again after 44 days without confirmation, because the same request would pay anew', async () => {
    await ana.cancel(begun.checkoutId);
    await capture();
    await own.paypal.next({ call: 'refund', fault: '503', times: 3 });
    await tell();
    expect(await refundsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
      { status: 'requested', check_at: expect.any(String) },
    ]);
    const { refund: before = 0 } = await own.paypal.calls();
    await letTimePass(own.ctx);
    await own.ctx.db.read
      .updateTable('refunds')
      .set({ created_at: minutesAgo(own.ctx, 45 * 24 * 60) })
      .execute();
    await reconcileNow(own.ctx);
    expect((await own.paypal.calls()).refund).toBe(before);
    expect(await refundsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
      { status: 'failed', issue: 'TOO_OLD', check_at: null },
    ]);
  });
});
