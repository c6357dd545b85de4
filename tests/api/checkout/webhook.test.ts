import { describe, expect, it } from 'vitest';
import { changeCheckout, checkoutRow, mailKindsTo, minutesAgo, stockOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { webhookShop } from '../../support/shops/webhook-shop.ts';

const at = webhookShop();

describe('PayPal’s event of an approval', { retry: 0 }, () => {
  it('creates the order before the browser returns, which then gets the same answer', async () => {
    await at.own.webhook(at.begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    const [order] = await at.orders();
    expect(order?.payment_status).toBe('paid');
    expect(await at.ana.capture(at.begun.checkoutId)).toEqual({
      orderId: order!.id,
      orderNumber: order!.order_number,
      status: 'success',
    });
  });

  it('creates one order when it arrives twice, at once and later', async () => {
    const sent = await at.own.paypal.sign({ order: at.begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.send(sent.headers, sent.body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await expect.poll(at.orders).toHaveLength(1);
    await expect.poll(async () => (await at.events())[0]?.processed_at).toEqual(expect.any(String));
    expect((await at.send(sent.headers, sent.body)).status).toBe(200);
    expect(await at.events()).toMatchObject([{ id: sent.id, check_at: null }]);
    expect(await mailKindsTo(at.own.ctx, at.ana.email)).toEqual(['order_confirmation']);
  });

  it('ends the checkout and frees its units when the approval is revoked', async () => {
    await at.own.paypal.cancel(at.begun.paypalOrderId);
    await at.own.webhook(at.begun.paypalOrderId, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED');
    expect(await checkoutRow(at.own.ctx, at.begun.checkoutId)).toMatchObject({ state: 'cancelled', hold: 'released' });
    expect(await stockOf(at.own.ctx, 'AGUA')).toBe(10);
    expect((await at.events())[0]?.processed_at).toEqual(expect.any(String));
  });

  it('changes nothing when the approval is revoked after the order or during a capture', async () => {
    await changeCheckout(at.own.ctx, at.begun.checkoutId, { capture_request_id: 'capture-1', hold_expires_at: null });
    await at.own.webhook(at.begun.paypalOrderId, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED');
    expect(await checkoutRow(at.own.ctx, at.begun.checkoutId)).toMatchObject({ state: 'open', hold: 'held' });
    await at.ana.capture(at.begun.checkoutId);
    await at.own.webhook(at.begun.paypalOrderId, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED');
    expect(await at.orders()).toMatchObject([{ payment_status: 'paid' }]);
  });
});

describe('an event without a valid signature', { retry: 0 }, () => {
  it('is refused without being stored', async () => {
    const { headers, body } = await at.own.paypal.sign({
      order: at.begun.paypalOrderId,
      event: 'CHECKOUT.ORDER.APPROVED',
    });
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
      const answer = await at.send(sent, text);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    expect(await at.events()).toEqual([]);
    expect(await at.orders()).toEqual([]);
  });

  it('is refused when PayPal rejects the signature', async () => {
    await at.own.paypal.next({ call: 'verify', fault: 'FAILURE' });
    const { headers, body } = await at.own.paypal.sign({
      order: at.begun.paypalOrderId,
      event: 'CHECKOUT.ORDER.APPROVED',
    });
    expect((await at.send(headers, body)).status).toBe(400);
  });

  it('must be sent again when PayPal cannot be asked about the signature', async () => {
    await at.own.paypal.next({ call: 'verify', fault: '500', times: 3 });
    const { headers, body } = await at.own.paypal.sign({
      order: at.begun.paypalOrderId,
      event: 'CHECKOUT.ORDER.APPROVED',
    });
    const response = await fetch(at.own.webhookUrl, { method: 'POST', headers, body });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await at.events()).toEqual([]);
    expect((await at.send(headers, body)).status).toBe(200);
  });

  it('needs no CSRF token, but must be a POST', async () => {
    expect((await fetch(at.own.webhookUrl)).status).toBe(405);
  });
});

describe('an event about an unknown payment', { retry: 0 }, () => {
  it('is retried each minute for three days, and applied once the payment is known', async () => {
    const { checkoutId, paypalOrderId } = at.begun;
    await changeCheckout(at.own.ctx, checkoutId, { paypal_order_id: 'ANOTHER' });
    await at.own.webhook(paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    const [event] = await at.events();
    expect(event).toMatchObject({ processed_at: null });
    expect(Date.parse(event!.check_at!) - Date.now()).toBeLessThanOrEqual(60_000);
    await letTimePass(at.own.ctx);
    await changeCheckout(at.own.ctx, checkoutId, { check_at: minutesAgo(at.own.ctx, -5) });
    await reconcileNow(at.own.ctx);
    expect(await at.orders()).toEqual([]);
    await changeCheckout(at.own.ctx, checkoutId, { paypal_order_id: paypalOrderId });
    await at.own.ctx.db.read
      .updateTable('paypal_events')
      .set({ check_at: minutesAgo(at.own.ctx, 1) })
      .execute();
    await reconcileNow(at.own.ctx);
    expect(await at.orders()).toHaveLength(1);
    expect(await at.events()).toMatchObject([{ processed_at: expect.any(String), check_at: null }]);
  });

  it('is kept but no longer retried after three days', async () => {
    await changeCheckout(at.own.ctx, at.begun.checkoutId, { paypal_order_id: 'ANOTHER' });
    await at.own.webhook(at.begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    const long = minutesAgo(at.own.ctx, 73 * 60);
    await at.own.ctx.db.read.updateTable('paypal_events').set({ check_at: long, received_at: long }).execute();
    await reconcileNow(at.own.ctx);
    expect(await at.events()).toMatchObject([{ processed_at: null, check_at: null }]);
  });

  it('does not delay other events, however many of them there are', async () => {
    const old = {
      type: 'CHECKOUT.ORDER.APPROVED',
      received_at: minutesAgo(at.own.ctx, 60),
      processed_at: null,
      check_at: minutesAgo(at.own.ctx, 1),
    };
    const resource = { id: 'NOBODYS-ORDER' };
    const strangers = Array.from({ length: 120 }, (_, index) => ({
      ...old,
      id: `WH-${index}`,
      body: JSON.stringify({ id: `WH-${index}`, event_type: old.type, resource }),
    }));
    await at.own.ctx.db.read.insertInto('paypal_events').values(strangers).execute();
    const { body, id } = await at.own.paypal.sign({ order: at.begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    await at.own.ctx.db.read
      .insertInto('paypal_events')
      .values({ ...old, id, body, received_at: minutesAgo(at.own.ctx, 0), check_at: minutesAgo(at.own.ctx, 0.5) })
      .execute();
    for (let run = 0; run < 2; run++) await reconcileNow(at.own.ctx);
    expect(await at.orders()).toHaveLength(1);
  });
});

describe('an event that could not be processed', { retry: 0 }, () => {
  it('is retried after PayPal was unavailable', async () => {
    await at.own.paypal.next({ call: 'get', fault: '500', times: 3 });
    await at.own.webhook(at.begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect(await at.orders()).toEqual([]);
    expect((await at.events())[0]).toMatchObject({ processed_at: null, check_at: expect.any(String) });
    await letTimePass(at.own.ctx);
    await changeCheckout(at.own.ctx, at.begun.checkoutId, { check_at: minutesAgo(at.own.ctx, -5) });
    await reconcileNow(at.own.ctx);
    expect(await at.orders()).toHaveLength(1);
    expect((await at.events())[0]?.processed_at).toEqual(expect.any(String));
  });

  it('is processed by another process after its process died', async () => {
    const { id, body } = await at.own.paypal.sign({ order: at.begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    const row = {
      id,
      body,
      type: 'CHECKOUT.ORDER.APPROVED',
      received_at: minutesAgo(at.own.ctx, 4),
      processed_at: null,
    };
    await at.own.ctx.db.read
      .insertInto('paypal_events')
      .values({ ...row, check_at: minutesAgo(at.own.ctx, 1) })
      .execute();
    await reconcileNow(at.own.ctx);
    expect(await at.orders()).toHaveLength(1);
  });
});
