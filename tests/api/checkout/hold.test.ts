import { beforeEach, describe, expect, it } from 'vitest';
import { newBuyer, type Begun, type Buyer } from '../../support/people/buyer.ts';
import {
  changeCheckout,
  checkoutRow,
  closeAllCheckouts,
  endHold,
  minutesAgo,
  ordersOfCheckout,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());
let ana: Buyer;
let eva: Buyer;
beforeEach(async () => {
  await closeAllCheckouts(own.ctx);
  [ana, eva] = [await newBuyer(own.ctx, own.server.url), await newBuyer(own.ctx, own.server.url)];
  await setProduct(own.ctx, 'AGUA', { quantity_available: 4 });
  await setProduct(own.ctx, 'MATE', { quantity_available: 10 });
});

/** A checkout of all there is whose half hour is over, its units given back. */
async function ended(): Promise<Begun> {
  const begun = await ana.begin([own.line('AGUA', 4), own.line('MATE')]);
  await endHold(own.ctx, begun.checkoutId);
  await reconcileNow(own.ctx);
  expect([await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'MATE')]).toEqual([4, 10]);
  return begun;
}

describe('an expired hold', { retry: 0 }, () => {
  it('returns its units once and leaves the checkout open', async () => {
    const { checkoutId } = await ended();
    await reconcileNow(own.ctx);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(4);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({
      state: 'open',
      hold: 'released',
      hold_expires_at: null,
    });
  });

  it('does not stop the purchase while the goods are still available', async () => {
    const { checkoutId, paypalOrderId } = await ended();
    await own.paypal.approve(paypalOrderId);
    expect((await ana.capture(checkoutId)).status).toBe('success');
    expect([await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'MATE')]).toEqual([0, 9]);
  });

  it('counts as held until the job has released it', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA', 4)]);
    await endHold(own.ctx, checkoutId);
    await own.paypal.approve(paypalOrderId);
    expect((await ana.capture(checkoutId)).status).toBe('success');
    await reconcileNow(own.ctx);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(0);
  });

  it('ends the checkout when the goods have been sold, and nothing is captured', async () => {
    const { checkoutId, paypalOrderId } = await ended();
    const other = await eva.begin([own.line('AGUA')]);
    await own.paypal.approve(other.paypalOrderId);
    await eva.capture(other.checkoutId);
    await own.paypal.approve(paypalOrderId);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await ana.tryCapture(checkoutId);
      expect([status, body.code]).toEqual([409, 'sold_out']);
    }
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({
      state: 'sold_out',
      hold: 'released',
      check_at: null,
    });
    expect((await own.paypal.order(paypalOrderId)).captures).toEqual([]);
    expect([await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'MATE')]).toEqual([3, 10]);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
  });

  it('is not renewed by a capture request without approval', async () => {
    const { checkoutId } = await ended();
    const { status, body } = await ana.tryCapture(checkoutId);
    expect([status, body.code]).toEqual([409, 'payment_not_approved']);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(4);
    expect((await eva.tryBegin([own.line('AGUA', 4)])).status).toBe(201);
  });

  it('returns to the buyer when the old checkout is replaced', async () => {
    await ended();
    await ana.begin([own.line('AGUA', 4)]);
    expect([await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'MATE')]).toEqual([0, 10]);
  });

  it('is not released while a capture may be running', async () => {
    const { checkoutId } = await ana.begin([own.line('AGUA', 4)]);
    await changeCheckout(own.ctx, checkoutId, {
      created_at: minutesAgo(own.ctx, 90),
      hold_expires_at: null,
      capture_request_id: 'capture-1',
    });
    await reconcileNow(own.ctx);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(0);
  });
});

describe('an abandoned checkout', () => {
  it('stays open for six hours and is then closed', async () => {
    const { checkoutId } = await ended();
    for (const [minutes, state] of [
      [300, 'open'],
      [361, 'expired'],
    ] as const) {
      await changeCheckout(own.ctx, checkoutId, {
        created_at: minutesAgo(own.ctx, minutes),
        check_at: minutesAgo(own.ctx, 1),
      });
      await reconcileNow(own.ctx);
      expect((await checkoutRow(own.ctx, checkoutId)).state).toBe(state);
    }
    expect(await stockOf(own.ctx, 'AGUA')).toBe(4);
    expect((await checkoutRow(own.ctx, checkoutId)).check_at).toBeNull();
    expect((await ana.tryCapture(checkoutId)).body.code).toBe('checkout_closed');
  });

  it('is not closed while PayPal does not answer', async () => {
    const { checkoutId } = await ended();
    await changeCheckout(own.ctx, checkoutId, {
      created_at: minutesAgo(own.ctx, 400),
      check_at: minutesAgo(own.ctx, 1),
    });
    await own.paypal.next({ call: 'get', fault: '500', times: 3 });
    await reconcileNow(own.ctx);
    const { state, check_at } = await checkoutRow(own.ctx, checkoutId);
    expect(state).toBe('open');
    expect(check_at! > minutesAgo(own.ctx, -3)).toBe(true);
  });

  it('is closed at once when PayPal no longer knows it, however new it is', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA', 4)]);
    await own.paypal.expire(paypalOrderId);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect((await checkoutRow(own.ctx, checkoutId)).state).toBe('expired');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(4);
  });
});
