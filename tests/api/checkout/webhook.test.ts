import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBuyer, type Begun, type Buyer } from '../../support/buyer.ts';
import {
  changeCheckout,
  checkoutRow,
  closeAllCheckouts,
  idsOf,
  mailKindsTo,
  minutesAgo,
  ordersOfCheckout,
  paymentsOfCheckout,
  refundsOfCheckout,
  setProduct,
  stockOf,
} from '../../support/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/pass-time.ts';
import { payingShop, type PayingShop } from '../../support/paying-shop.ts';
import { valueOf } from '../../support/paypal-steps.ts';

let own: PayingShop;
let lines: { productId: number; quantity: number }[];
let ana: Buyer;
let begun: Begun;

beforeAll(async () => {
  own = await payingShop();
  lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }];
});
afterAll(() => own?.dispose());
beforeEach(async () => {
  await own.paypal.reset();
  await closeAllCheckouts(own.ctx);
  await own.ctx.db.read.deleteFrom('paypal_events').execute();
  await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
  ana = await newBuyer(own.ctx, own.server.url);
  begun = await ana.begin(lines);
  await own.paypal.approve(begun.paypalOrderId);
});

const events = () => own.ctx.db.read.selectFrom('paypal_events').selectAll().orderBy('received_at').execute();
const orders = () => ordersOfCheckout(own.ctx, begun.checkoutId);
const send = async (headers: Record<string, string>, body: string) => {
  const response = await fetch(own.webhookUrl, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { code?: string } };
};

/** Money that PayPal took for the checkout, although the shop never asked for it. */
const captureBehindTheShop = async () => valueOf(await own.paypal.gateway().captureOrder(begun.paypalOrderId, 'behind-the-shop'));

describe('PayPal’s event of an approval', { retry: 0 }, () => {
  it('makes the order before the browser comes back, which then gets the same answer', async () => {
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    const [order] = await orders();
    expect(order?.payment_status).toBe('paid');
    expect(await ana.capture(begun.checkoutId)).toEqual({ orderId: order!.id, orderNumber: order!.order_number, status: 'success' });
  });

  it('that comes twice, at once and later, makes one order', async () => {
    const sent = await own.paypal.sign({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(sent.headers, sent.body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await expect.poll(orders).toHaveLength(1);
    await expect.poll(async () => (await events())[0]?.processed_at).toEqual(expect.any(String));
    expect((await send(sent.headers, sent.body)).status).toBe(200);
    expect(await events()).toMatchObject([{ id: sent.id, check_at: null }]);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['order_confirmation']);
  });

  it('taken back ends the checkout and frees its units', async () => {
    await own.paypal.cancel(begun.paypalOrderId);
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED');
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({ state: 'cancelled', hold: 'released' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
    expect((await events())[0]?.processed_at).toEqual(expect.any(String));
  });

  it('taken back after the order, or while a capture is under way, changes nothing', async () => {
    await changeCheckout(own.ctx, begun.checkoutId, { capture_request_id: 'capture-1', hold_expires_at: null });
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED');
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({ state: 'open', hold: 'held' });
    await ana.capture(begun.checkoutId);
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED');
    expect(await orders()).toMatchObject([{ payment_status: 'paid' }]);
  });
});

describe('an event that PayPal did not sign', { retry: 0 }, () => {
  it('is refused, and nothing is stored', async () => {
    const { headers, body } = await own.paypal.sign({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    const json = { 'content-type': 'application/json' };
    for (const [sent, text, code = 'bad_signature'] of [
      [json, body],
      [headers, body.replace('{', '{ ')],
      [headers, JSON.stringify(JSON.parse(body))],
      [headers, body.replace('APPROVED', 'APPROVEd')],
      [{ ...headers, 'paypal-transmission-sig': 'AAAA' }, body],
      [headers, '', 'invalid_input'],
      [headers, '[]', 'invalid_input'],
    ] as const) {
      const answer = await send(sent, text);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    expect(await events()).toEqual([]);
    expect(await orders()).toEqual([]);
  });

  it('says PayPal: likewise', async () => {
    await own.paypal.next({ call: 'verify', fault: 'FAILURE' });
    const { headers, body } = await own.paypal.sign({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    expect((await send(headers, body)).status).toBe(400);
  });

  it('or did, which nobody can tell while PayPal is silent, is to be sent again', async () => {
    await own.paypal.next({ call: 'verify', fault: '500', times: 3 });
    const { headers, body } = await own.paypal.sign({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    const response = await fetch(own.webhookUrl, { method: 'POST', headers, body });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await events()).toEqual([]);
    expect((await send(headers, body)).status).toBe(200);
  });

  it('needs no token of a page, but only POST is answered', async () => {
    expect((await fetch(own.webhookUrl)).status).toBe(405);
  });
});

describe('an event that fits nothing', { retry: 0 }, () => {
  it('is kept, tried again each minute for three days, and acted on once it fits', async () => {
    const { checkoutId, paypalOrderId } = begun;
    await changeCheckout(own.ctx, checkoutId, { paypal_order_id: 'ANOTHER' });
    await own.webhook(paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    const [event] = await events();
    expect(event).toMatchObject({ processed_at: null });
    expect(Date.parse(event!.check_at!) - Date.now()).toBeLessThanOrEqual(60_000);
    await letTimePass(own.ctx);
    await changeCheckout(own.ctx, checkoutId, { check_at: minutesAgo(own.ctx, -5) });
    await reconcileNow(own.ctx);
    expect(await orders()).toEqual([]);
    await changeCheckout(own.ctx, checkoutId, { paypal_order_id: paypalOrderId });
    await own.ctx.db.read
      .updateTable('paypal_events')
      .set({ check_at: minutesAgo(own.ctx, 1) })
      .execute();
    await reconcileNow(own.ctx);
    expect(await orders()).toHaveLength(1);
    expect(await events()).toMatchObject([{ processed_at: expect.any(String), check_at: null }]);
  });

  it('for three days is kept, but looked at no more', async () => {
    await changeCheckout(own.ctx, begun.checkoutId, { paypal_order_id: 'ANOTHER' });
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    const long = minutesAgo(own.ctx, 73 * 60);
    await own.ctx.db.read.updateTable('paypal_events').set({ check_at: long, received_at: long }).execute();
    await reconcileNow(own.ctx);
    expect(await events()).toMatchObject([{ processed_at: null, check_at: null }]);
  });

  it('does not keep others waiting, however many of them there are', async () => {
    const old = {
      type: 'CHECKOUT.ORDER.APPROVED',
      received_at: minutesAgo(own.ctx, 60),
      processed_at: null,
      check_at: minutesAgo(own.ctx, 1),
    };
    const resource = { id: 'NOBODYS-ORDER' };
    const strangers = Array.from({ length: 120 }, (_, index) => ({
      ...old,
      id: `WH-${index}`,
      body: JSON.stringify({ id: `WH-${index}`, event_type: old.type, resource }),
    }));
    await own.ctx.db.read.insertInto('paypal_events').values(strangers).execute();
    const { body, id } = await own.paypal.sign({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    await own.ctx.db.read
      .insertInto('paypal_events')
      .values({ ...old, id, body, received_at: minutesAgo(own.ctx, 0), check_at: minutesAgo(own.ctx, 0.5) })
      .execute();
    for (let run = 0; run < 2; run++) await reconcileNow(own.ctx);
    expect(await orders()).toHaveLength(1);
  });
});

describe('an event that could not be acted on', { retry: 0 }, () => {
  it('while PayPal was silent comes up again', async () => {
    await own.paypal.next({ call: 'get', fault: '500', times: 3 });
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect(await orders()).toEqual([]);
    expect((await events())[0]).toMatchObject({ processed_at: null, check_at: expect.any(String) });
    await letTimePass(own.ctx);
    await changeCheckout(own.ctx, begun.checkoutId, { check_at: minutesAgo(own.ctx, -5) });
    await reconcileNow(own.ctx);
    expect(await orders()).toHaveLength(1);
    expect((await events())[0]?.processed_at).toEqual(expect.any(String));
  });

  it('because its process died is done by the next one', async () => {
    const { id, body } = await own.paypal.sign({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    const row = { id, body, type: 'CHECKOUT.ORDER.APPROVED', received_at: minutesAgo(own.ctx, 4), processed_at: null };
    await own.ctx.db.read
      .insertInto('paypal_events')
      .values({ ...row, check_at: minutesAgo(own.ctx, 1) })
      .execute();
    await reconcileNow(own.ctx);
    expect(await orders()).toHaveLength(1);
  });
});

describe('a capture that PayPal still checks', { retry: 0 }, () => {
  async function pending() {
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    return ana.capture(begun.checkoutId);
  }

  it('makes an order that is not to be shipped, and says so', async () => {
    const { status, orderId } = await pending();
    expect(status).toBe('pending');
    expect(await orders()).toMatchObject([{ id: orderId, payment_status: 'pending' }]);
    const { body } = await ana.get<{ status: string }[]>(`/api/previous-purchases/${ana.clientId}/`);
    expect(body.map((purchase) => purchase.status)).toEqual(['payment_pending']);
    expect((await ana.capture(begun.checkoutId)).status).toBe('pending');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
  });

  it('and that comes is told by the event: paid, with a mail', async () => {
    await pending();
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED', { times: 3 });
    expect(await orders()).toMatchObject([{ payment_status: 'paid' }]);
    expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([{ status: 'COMPLETED', check_at: null }]);
    expect((await mailKindsTo(own.ctx, ana.email)).toSorted()).toEqual(['order_confirmation', 'paymentReceived']);
    expect((await ana.capture(begun.checkoutId)).status).toBe('success');
  });

  it('and that is denied cancels the order, puts the goods back once, and is mailed once', async () => {
    await pending();
    const [first, second] = await Promise.all([
      own.paypal.deliver({ order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.DENIED', to: own.webhookUrl, times: 3 }),
      own.paypal.deliver({ order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.DENIED', to: own.webhookUrl, times: 3 }),
    ]);
    expect([...first.statuses, ...second.statuses]).toEqual([200, 200, 200, 200, 200, 200]);
    await expect.poll(async () => (await events()).map(({ processed_at }) => processed_at !== null)).toEqual([true, true]);
    expect(await orders()).toMatchObject([{ payment_status: 'cancelled' }]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
    expect((await mailKindsTo(own.ctx, ana.email)).toSorted()).toEqual(['order_confirmation', 'paymentDenied']);
    expect((await checkoutRow(own.ctx, begun.checkoutId)).hold).toBe('released');
  });

  it('believes what PayPal says now, not what an event that was overtaken said', async () => {
    await pending();
    const late = await own.paypal.sign({ order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.PENDING' });
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    expect((await send(late.headers, late.body)).status).toBe(200);
    await expect.poll(async () => (await events()).every(({ processed_at }) => processed_at !== null)).toBe(true);
    expect(await orders()).toMatchObject([{ payment_status: 'paid' }]);
  });

  it('is asked for by the shop itself, where the event never comes', async () => {
    await pending();
    // Made, but never sent: PayPal has the money by now.
    await own.paypal.sign({ order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.COMPLETED' });
    await reconcileNow(own.ctx);
    expect(await orders()).toMatchObject([{ payment_status: 'pending' }]);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await orders()).toMatchObject([{ payment_status: 'paid' }]);
  });
});

describe('events of a capture that the shop has not heard of', { retry: 0 }, () => {
  it('make the order', async () => {
    await captureBehindTheShop();
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    expect(await orders()).toMatchObject([{ payment_status: 'paid' }]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
  });

  it('that was refunded before anybody told of it make an order that says so', async () => {
    await captureBehindTheShop();
    const refunded = await own.paypal.sign({ order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.REFUNDED' });
    expect((await send(refunded.headers, refunded.body)).status).toBe(200);
    await expect.poll(async () => (await events())[0]?.check_at).not.toBe((await events())[0]?.received_at);
    expect(await orders()).toEqual([]);
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    expect(await orders()).toMatchObject([{ payment_status: 'refunded' }]);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect((await events()).every(({ processed_at }) => processed_at !== null)).toBe(true);
    expect(await paymentsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([{ status: 'REFUNDED', refunded_cents: 1498 }]);
    expect(await refundsOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
      { reason: 'paypal', status: 'completed', amount_cents: 1498 },
    ]);
    expect((await mailKindsTo(own.ctx, ana.email)).toSorted()).toEqual(['order_confirmation', 'refund']);
  });

  it('that failed make none', async () => {
    await own.paypal.next({ call: 'capture', fault: 'DECLINED' });
    expect((await captureBehindTheShop()).captures).toMatchObject([{ status: 'DECLINED' }]);
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.DENIED');
    expect(await orders()).toEqual([]);
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({ state: 'refused', hold: 'released' });
    expect((await events())[0]?.processed_at).toEqual(expect.any(String));
  });
});
