import { expect, it } from 'vitest';
import type { Recorded } from '#src/emulator/emulator.ts';
import { newOrder } from '../../support/outside/emulator.ts';
import { checkAgainstContract } from '../../support/outside/paypal-contract.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newExpressBuyer } from '../../support/people/express.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const recorded: Recorded[] = [];
const own = forFile(() => payingShop({}, undefined, (each) => recorded.push(each)));

const ALL_CALLS = [
  'POST /v2/checkout/orders 201',
  'GET /v2/checkout/orders/{id} 200',
  'PATCH /v2/checkout/orders/{id} 204',
  'POST /v2/checkout/orders/{id}/capture 201',
  'POST /v2/checkout/orders/{id}/track 201',
  'PATCH /v2/checkout/orders/{id}/trackers/{tracker_id} 204',
  'GET /v2/payments/captures/{capture_id} 200',
  'POST /v2/payments/captures/{capture_id}/refund 201',
  'GET /v2/payments/refunds/{refund_id} 200',
  'GET /v1/reporting/transactions 200',
  'POST /v1/notifications/verify-webhook-signature 200',
  'GET /v1/customer/disputes/{id} 200',
  'POST /v1/customer/disputes/{id}/provide-evidence 200',
];
const ALL_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
];

it('the shop exchanges only what PayPal’s published documents allow: each request, answer, refusal and event', async () => {
  const { paypal, webhook, line, ctx, server } = own;
  const ana = await newBuyer(ctx, server.url);
  const bought = await ana.begin([line('AGUA', 2), line('GUARANA')]);
  await paypal.approve(bought.paypalOrderId);
  const { orderNumber } = await ana.capture(bought.checkoutId);

  const rui = newExpressBuyer(server.url);
  const express = await rui.begin([line('AGUA')]);
  await paypal.approve(express.paypalOrderId, 'good', { address: 'incomplete' });
  await rui.review(express.checkoutId);
  const confirmed = await rui.confirm(express);

  await webhook(bought.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
  await webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
  const parcel = { orderId: bought.paypalOrderId, number: '00340434161094015902' };
  const [capture] = (await paypal.order(bought.paypalOrderId)).captures;
  for (const captureId of [capture!.id, '2GG279541U471931P']) {
    const gateway = paypal.gateway({ retryDelaysMs: [] });
    await gateway.addTracker({ ...parcel, captureId, carrier: 'DE_DHL' }, `track-${captureId}`);
    await gateway.cancelTracker({ ...parcel, captureId });
  }
  await shopHere(['orders', 'refund', orderNumber, '--yes'], own.env);
  await webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED');
  await webhook(express.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
  for (const answer of ['--evidence', '--accept-claim'])
    await shopHere(['orders', 'case', confirmed.orderNumber, answer, '--note', 'Sent as ordered.'], own.env);
  for (const event of ['CUSTOMER.DISPUTE.RESOLVED', 'PAYMENT.CAPTURE.REVERSED'])
    await webhook(express.paypalOrderId, event);
  await shopHere(['orders', 'missing', '--since', new Date().toISOString().slice(0, 10)], own.env);

  const gateway = paypal.gateway({ retryDelaysMs: [] });
  const [{ id: paid, captures, refunds }] = (await paypal.orders()) as [Awaited<ReturnType<typeof paypal.order>>];
  await gateway.getRefund(refunds[0]!.id);
  await gateway.refundCapture(captures[0]!.id, 'refund-again');
  await gateway.captureOrder(paid, 'capture-again');
  await gateway.getOrder('5O190127TN364715T');
  await gateway.createOrder(newOrder({ shopName: '' }));
  for (const fault of ['401', '500', 'TRANSACTION_REFUSED']) {
    await paypal.next({ call: 'capture', fault });
    await gateway.captureOrder(paid, `capture-${fault}`);
  }

  const checked = recorded.map((each) => checkAgainstContract(each)).filter((each) => each !== undefined);
  expect(checked.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(checked.map(({ what }) => what)).toEqual(expect.arrayContaining([...ALL_CALLS, ...ALL_EVENTS]));
  const refusals = checked.filter(({ what }) => / [45]\d\d$/.test(what)).map(({ what }) => what.slice(-3));
  expect(new Set(refusals)).toEqual(new Set(['400', '401', '404', '422', '500']));

  // The comparison itself finds a member that PayPal does not know, and a value that it does not allow.
  const create = recorded.find((each) => each.kind === 'call' && each.path.endsWith('/orders'));
  if (create?.kind !== 'call') throw new Error('no order was created');
  const body = create.raw.toString().replace('"sku"', '"skew"').replace('CAPTURE', 'CAPTURED');
  expect(checkAgainstContract({ ...create, raw: Buffer.from(body) })?.faults).toEqual([
    expect.stringContaining('/intent'),
    expect.stringContaining('(skew)'),
  ]);
});
