import { beforeEach, describe, expect, it } from 'vitest';
import { newBuyer, type Buyer, type Settled } from '../../support/people/buyer.ts';
import {
  changeCheckout,
  checkoutRow,
  mailKindsTo,
  minutesAgo,
  ordersOfCheckout,
  paymentsOfCheckout,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());
let ana: Buyer;
beforeEach(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
  await setProduct(own.ctx, 'AGUA', { quantity_available: 10, price_cents: 499 });
});

async function approved(quantity = 1) {
  const begun = await ana.begin([own.line('AGUA', quantity)]);
  await own.paypal.approve(begun.paypalOrderId);
  return begun;
}

describe('the capture of an approved checkout', { retry: 0 }, () => {
  it('creates the order: number, rows, stock and one mail', async () => {
    const { checkoutId, paypalOrderId } = await approved(3);
    const settled = await ana.capture(checkoutId);
    expect(settled).toEqual({
      orderId: expect.any(String),
      orderNumber: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      status: 'success',
    });
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toMatchObject([
      {
        id: settled.orderId,
        order_number: settled.orderNumber,
        client_id: ana.clientId,
        payment_status: 'paid',
        delivery_status: 'in_separation',
      },
    ]);
    const { captures } = await own.paypal.order(paypalOrderId);
    expect(captures).toMatchObject([{ status: 'COMPLETED', cents: 1997 }]);
    expect(await paymentsOfCheckout(own.ctx, checkoutId)).toMatchObject([
      { capture_id: captures[0]?.id, status: 'COMPLETED', amount_cents: 1997, refunded_cents: 0 },
    ]);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({
      state: 'ordered',
      hold: 'sold',
      check_at: null,
      settling_by: null,
    });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(7);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['order_confirmation']);
  });

  it('returns the same answer when it is repeated', async () => {
    const { checkoutId } = await approved();
    const first = await ana.capture(checkoutId);
    expect(await ana.capture(checkoutId)).toEqual(first);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await ana.capture(checkoutId)).toEqual(first);
  });

  it('creates one order and one mail and reduces the stock once when it is sent 20 times at once from two tabs, with the webhook in between', async () => {
    const { checkoutId, paypalOrderId } = await approved(2);
    const event = { order: paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED', to: own.webhookUrl, times: 3 };
    const [delivered, ...settled] = await Promise.all([
      own.paypal.deliver(event),
      ...Array.from({ length: 20 }, () => ana.capture(checkoutId)),
    ]);
    await own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED', { times: 3 });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(delivered.statuses).toEqual([200, 200, 200]);
    expect(new Set(settled.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
    expect((await own.paypal.order(paypalOrderId)).captures).toHaveLength(1);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['order_confirmation']);
  });

  it('charges the price of the checkout, even when the product’s price has changed', async () => {
    const { checkoutId, paypalOrderId } = await approved();
    await setProduct(own.ctx, 'AGUA', { price_cents: 999, product_name: 'Água cara' });
    const { orderNumber } = await ana.capture(checkoutId);
    await setProduct(own.ctx, 'AGUA', { product_name: 'Água de Coco' });
    expect((await own.paypal.order(paypalOrderId)).captures[0]?.cents).toBe(999);
    const { body } = await ana.get<{ orderNumber: string; total: number; items: object[] }[]>(
      `/api/previous-purchases/${ana.clientId}/`,
    );
    expect(body).toMatchObject([
      { orderNumber, total: 9.99, items: [{ productName: 'Água de Coco', quantity: 1, price: 4.99 }] },
    ]);
  });

  it('happens automatically when the buyer does not return', async () => {
    const { checkoutId } = await approved();
    await reconcileNow(own.ctx);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]); // within the first minute the buyer may
    await changeCheckout(own.ctx, checkoutId, { check_at: minutesAgo(own.ctx, 0) });
    await reconcileNow(own.ctx);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
  });

  it('creates and mails the order of a client who has closed the account', async () => {
    const { checkoutId } = await approved();
    await own.ctx.db.read.deleteFrom('clients').where('id', '=', ana.clientId).execute();
    expect((await ana.tryCapture(checkoutId)).status).toBe(401);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toMatchObject([{ client_id: null, payment_status: 'paid' }]);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['order_confirmation']);
  });
});

describe('a capture that PayPal refuses for good', () => {
  it.each([
    ['DUPLICATE_INVOICE_ID', 'payment_declined'],
    ['DOMESTIC_TRANSACTION_REQUIRED', 'payment_declined'],
    ['PAYMENT_SOURCE_NOT_SUPPORTED', 'payment_declined'],
    ['SOMETHING_NEW', 'payment_declined'],
    ['SHIPPING_ADDRESS_INVALID', 'address_refused'],
  ])('ends the checkout because of %s and explains what to do', async (issue, code) => {
    const { checkoutId } = await approved();
    await own.paypal.next({ call: 'capture', fault: issue });
    const { status, body } = await ana.tryCapture(checkoutId);
    expect([status, body.code]).toEqual([422, code]);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'refused', hold: 'released' });
  });
});

describe('a checkout that nobody approved', () => {
  it('is not captured, stays open, and a capture request does not extend its hold', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA')]);
    const before = await checkoutRow(own.ctx, checkoutId);
    const { status, body } = await ana.tryCapture(checkoutId);
    expect([status, body.code]).toEqual([409, 'payment_not_approved']);
    const after = await checkoutRow(own.ctx, checkoutId);
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
    await own.paypal.approve(paypalOrderId);
    expect((await ana.capture(checkoutId)).status).toBe('success');
  });

  it('can still be cancelled or replaced after a capture request', async () => {
    const first = await ana.begin([own.line('AGUA')]);
    await ana.tryCapture(first.checkoutId);
    await ana.begin([own.line('AGUA', 2)]);
    const second = await ana.begin([own.line('AGUA', 3)]);
    await ana.tryCapture(second.checkoutId);
    expect((await ana.cancel(second.checkoutId)).status).toBe(200);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
  });
});

describe('a funding source that PayPal declines', () => {
  it('leaves the checkout open, so that the buyer approves another one and pays', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA')]);
    for (let time = 0; time < 2; time++) {
      await own.paypal.approve(paypalOrderId, 'declined');
      const { status, body } = await ana.tryCapture(checkoutId);
      expect([status, body.code]).toEqual([422, 'payment_declined']);
    }
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({
      state: 'open',
      hold: 'held',
      capture_request_id: null,
    });
    expect((await ana.tryCapture(checkoutId)).body.code).toBe('payment_not_approved');
    await own.paypal.approve(paypalOrderId);
    expect((await ana.capture(checkoutId)).status).toBe('success');
    expect((await own.paypal.order(paypalOrderId)).captures).toHaveLength(1);
  });

  it('leaves the buyer the rest of half an hour to choose another one', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA')]);
    await changeCheckout(own.ctx, checkoutId, { created_at: minutesAgo(own.ctx, 14) });
    await own.paypal.approve(paypalOrderId, 'declined');
    await ana.tryCapture(checkoutId);
    const { hold_expires_at: end } = await checkoutRow(own.ctx, checkoutId);
    expect(end! > minutesAgo(own.ctx, -15) && end! <= minutesAgo(own.ctx, -16)).toBe(true);
  });

  it.each(['TRANSACTION_REFUSED', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'COMPLIANCE_VIOLATION', 'DECLINED'])(
    'ends the checkout and frees its units when it is declined for good (%s)',
    async (fault) => {
      const { checkoutId, paypalOrderId } = await approved(2);
      await own.paypal.next({ call: 'capture', fault });
      const { status, body } = await ana.tryCapture(checkoutId);
      expect([status, body.code]).toEqual([422, 'payment_declined']);
      expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'refused', hold: 'released' });
      expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
      if (fault !== 'DECLINED') await own.paypal.approve(paypalOrderId);
      expect((await ana.tryCapture(checkoutId)).body.code).toBe('checkout_closed');
      expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
    },
  );

  it('gives ten simultaneous tabs the same refusal', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA')]);
    await own.paypal.approve(paypalOrderId, 'declined');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ana.tryCapture<Settled>(checkoutId)));
    // Later requests find an order that needs a new approval.
    expect(answers.every(({ status }) => status === 422 || status === 409)).toBe(true);
    expect(answers.some(({ status }) => status === 422)).toBe(true);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
    expect((await own.paypal.order(paypalOrderId)).declines).toBe(1);
  });
});
