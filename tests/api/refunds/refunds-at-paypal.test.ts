import { describe, expect, it } from 'vitest';
import { stockOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { paidOrder } from '../../support/people/paid-order.ts';

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '2000' }));
const paid = paidOrder(own);
const { atPaypal, payment, refunds, mails, expectRefunded } = paid;

const elsewhere = (cents?: number) =>
  own.webhook(paid.begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', cents === undefined ? {} : { cents });

describe('a refund made on PayPal’s site', { retry: 0 }, () => {
  it('of everything is shown in the history, mailed once, and leaves the stock unchanged', async () => {
    await own.webhook(paid.begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { times: 3 });
    await expectRefunded(1498);
    expect(await mails()).toBe(1);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect(await refunds()).toMatchObject([
      { reason: 'paypal', status: 'completed', amount_cents: 1498, check_at: null },
    ]);
  });

  it('of parts adds up, each with its mail', async () => {
    await elsewhere(498);
    await expectRefunded(498);
    await elsewhere(500);
    await expectRefunded(998);
    await elsewhere(500);
    await expectRefunded(1498);
    expect(await mails()).toBe(3);
  });

  it('of two equal parts, reported at once, counts as two refunds', async () => {
    const parts = [
      await own.paypal.sign({ order: paid.begun.paypalOrderId, event: 'PAYMENT.CAPTURE.REFUNDED', cents: 100 }),
      await own.paypal.sign({ order: paid.begun.paypalOrderId, event: 'PAYMENT.CAPTURE.REFUNDED', cents: 100 }),
    ];
    const sends = [...parts, ...parts].map(({ headers, body }) =>
      fetch(own.webhookUrl, { method: 'POST', headers, body }),
    );
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expect.poll(async () => (await payment())?.refunded_cents).toBe(200);
    await expectRefunded(200);
    expect(await mails()).toBe(2);
  });

  it('is looked up by its id while it is pending, and never sent again by the shop', async () => {
    const { body } = await own.paypal.sign({
      order: paid.begun.paypalOrderId,
      event: 'PAYMENT.CAPTURE.REFUNDED',
      cents: 100,
    });
    const event = JSON.parse(body) as { id: string; resource: { status: string } };
    event.resource.status = 'PENDING';
    const row = { id: event.id, type: 'PAYMENT.CAPTURE.REFUNDED', body: JSON.stringify(event), processed_at: null };
    const at = own.ctx.now().toISOString();
    await own.ctx.db.read
      .insertInto('paypal_events')
      .values({ ...row, received_at: at, check_at: at })
      .execute();
    await reconcileNow(own.ctx);
    expect(await refunds()).toMatchObject([{ reason: 'paypal', status: 'pending', check_at: expect.any(String) }]);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await refunds()).toMatchObject([{ reason: 'paypal', status: 'completed', check_at: null }]);
    expect(await atPaypal()).toEqual([100]);
  });
});
