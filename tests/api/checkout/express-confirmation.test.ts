import { beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, type Begun } from '../../support/people/buyer.ts';
import { newExpressBuyer } from '../../support/people/express.ts';
import { checkoutRow, endHold, ordersOfCheckout, setProduct } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());

beforeEach(() => setProduct(own.ctx, 'AGUA', { quantity_available: 100, price_cents: 499, withdrawn_at: null }));

const express = (options?: Parameters<typeof newExpressBuyer>[1]) => newExpressBuyer(own.server.url, options);
const paypalOrder = (begun: Begun) => own.paypal.order(begun.paypalOrderId);

async function approved(address: string | Record<string, string> = 'germany', buyer = express()) {
  const begun = await buyer.begin([own.line('AGUA', 2)]);
  await own.paypal.approve(begun.paypalOrderId, 'good', { address });
  return { buyer, begun };
}

describe('a confirmation of an express checkout', { retry: 0 }, () => {
  it('creates one order from two tabs and the webhook at once, and reports the address that was used to the other tab', async () => {
    const { buyer, begun } = await approved();
    const event = { order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED', to: own.webhookUrl, times: 3 };
    const [, ...same] = await Promise.all([own.paypal.deliver(event), ...[1, 2, 3].map(() => buyer.confirm(begun))]);
    expect(new Set(same.map((settled) => JSON.stringify(settled))).size).toBe(1);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toHaveLength(1);
    expect((await paypalOrder(begun)).captures).toHaveLength(1);

    const other = await approved();
    await own.paypal.next({ call: 'capture', fault: 'reset-after', times: 9 });
    await other.buyer.tryConfirm(other.begun);
    const { status, body } = await other.buyer.tryConfirm(other.begun, { shipping: { ...ADDRESS, city: 'Bremen' } });
    expect([status, body.code]).toEqual([409, 'payment_in_progress']);
    await own.paypal.reset();
  });

  it('is completed by the job or the webhook after browser and server died', async () => {
    for (const finish of [
      async ({ paypalOrderId }: Begun) => void (await own.webhook(paypalOrderId, 'CHECKOUT.ORDER.APPROVED')),
      async () => {
        await letTimePass(own.ctx);
        await reconcileNow(own.ctx);
      },
    ]) {
      const { buyer, begun } = await approved();
      // The confirmation is stored, but PayPal does not answer the first three tries of the call after it.
      await own.paypal.next({ call: 'get', fault: '503', times: 3 });
      expect((await buyer.tryConfirm(begun)).status).toBe(503);
      expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
      buyer.visitor.cookies.delete('guest');
      await finish(begun);
      await letTimePass(own.ctx);
      await reconcileNow(own.ctx);
      expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toHaveLength(1);
      expect((await paypalOrder(begun)).captures).toHaveLength(1);
    }
  });

  it('is refused with another total, and the checkout keeps its prices when the shop’s prices change', async () => {
    const { buyer, begun } = await approved();
    await setProduct(own.ctx, 'AGUA', { price_cents: 999 });
    expect((await buyer.review(begun.checkoutId)).total).toBe(14.98);
    expect((await buyer.tryConfirm(begun, { expectedTotal: 24.98 })).body.code).toBe('price_changed');
    await buyer.confirm(begun);
    expect((await paypalOrder(begun)).captures[0]?.cents).toBe(1498);
  });

  it('is refused when the units ran out after the hold, or the product left the shop; nothing is captured', async () => {
    const late = await approved();
    await endHold(own.ctx, late.begun.checkoutId);
    await reconcileNow(own.ctx);
    await setProduct(own.ctx, 'AGUA', { quantity_available: 1 });
    expect((await late.buyer.tryConfirm(late.begun)).body.code).toBe('sold_out');
    await setProduct(own.ctx, 'AGUA', { quantity_available: 100 });
    const gone = await approved();
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: own.ctx.now().toISOString() });
    expect((await gone.buyer.tryConfirm(gone.begun)).body.code).toBe('sold_out');
    for (const { begun } of [late, gone]) expect((await paypalOrder(begun)).captures).toEqual([]);
  });

  it('requires a new approval and a new confirmation when PayPal declines it', async () => {
    const { buyer, begun } = await approved();
    await own.paypal.approve(begun.paypalOrderId, 'declined');
    expect((await buyer.tryConfirm(begun)).body.code).toBe('payment_declined');
    await own.paypal.approve(begun.paypalOrderId);
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect((await paypalOrder(begun)).captures).toEqual([]);
    await buyer.confirm(begun);
  });

  it('is refused when the order was changed at PayPal', async () => {
    const { buyer, begun } = await approved();
    await own.paypal.change(begun.paypalOrderId, { amount: '0.01' });
    expect((await buyer.tryConfirm(begun)).body.code).toBe('payment_mismatch');
  });

  it.each([
    { email: undefined },
    { email: 'ana' },
    { shipping: { ...ADDRESS, country: 'AT' } },
    { shipping: { ...ADDRESS, number: '' } },
  ])('requires the fields of a guest’s order: not %o', async (more) => {
    const { buyer, begun } = await approved();
    expect((await buyer.tryConfirm(begun, more)).status).toBe(400);
    expect((await checkoutRow(own.ctx, begun.checkoutId)).express).toBe('unconfirmed');
  });
});
