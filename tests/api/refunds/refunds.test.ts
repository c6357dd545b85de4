import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo } from '../../support/outside/mails.ts';
import { newBuyer, type Begun, type Buyer, type Purchases } from '../../support/people/buyer.ts';
import {
  closeAllCheckouts,
  idsOf,
  mailKindsTo,
  ordersOfCheckout,
  paymentsOfCheckout,
  refundsOfCheckout,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { shop } from '../../support/shops/site.ts';

const SHOP = 'owner@shop.example';

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '2000', SHOP_EMAIL: SHOP }));
let lines: { productId: number; quantity: number }[];
let ana: Buyer;
let begun: Begun;
let number: string;

beforeAll(async () => {
  lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }];
});
/** A buyer with a paid order of 14.98 €. */
beforeEach(async () => {
  await own.paypal.reset();
  await closeAllCheckouts(own.ctx);
  await own.ctx.db.read.updateTable('refunds').set({ check_at: null }).execute();
  await own.ctx.db.read.deleteFrom('paypal_events').execute();
  await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
  ana = await newBuyer(own.ctx, own.server.url);
  begun = await ana.begin(lines);
  await own.paypal.approve(begun.paypalOrderId);
  number = (await ana.capture(begun.checkoutId)).orderNumber;
});

const refund = (...options: string[]) => shopHere(['orders', 'refund', number, '--yes', ...options], own.env);
/** In a process of its own, for commands that run at the same time. */
const refundBeside = (...options: string[]) => shop(['orders', 'refund', number, '--yes', ...options], own.env);
const elsewhere = (cents?: number) =>
  own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', cents === undefined ? {} : { cents });
const atPaypal = async () => (await own.paypal.order(begun.paypalOrderId)).refunds.map(({ cents }) => cents);
const payment = async () => (await paymentsOfCheckout(own.ctx, begun.checkoutId))[0];
const order = async () => (await ordersOfCheckout(own.ctx, begun.checkoutId))[0];
const refunds = () => refundsOfCheckout(own.ctx, begun.checkoutId);
const mails = async () => (await mailKindsTo(own.ctx, ana.email)).filter((kind) => kind === 'refund').length;
/** The subjects of the shop's mails about refunds of this order that PayPal does not make. */
const troubles = async () =>
  (await mailsTo(own.ctx, SHOP))
    .filter(({ kind, subject }) => kind === 'refund_trouble' && subject.includes(number))
    .map(({ subject }) => subject);
const shownStatus = async () => (await ana.get<Purchases>(`/api/previous-purchases/${ana.clientId}/`)).body[0]?.status;

async function expectRefunded(cents: number): Promise<void> {
  expect((await atPaypal()).reduce((sum, part) => sum + part, 0)).toBe(cents);
  const all = cents === 1498;
  expect(await payment()).toMatchObject({ refunded_cents: cents, status: all ? 'REFUNDED' : 'PARTIALLY_REFUNDED' });
  expect(await order()).toMatchObject({ payment_status: all ? 'refunded' : 'partially_refunded' });
  expect(await shownStatus()).toBe(all ? 'refunded' : 'in_separation');
}

describe('a refund made on PayPal’s site', { retry: 0 }, () => {
  it('of everything is shown in the history, mailed once, and leaves the stock unchanged', async () => {
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED', { times: 3 });
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
      await own.paypal.sign({ order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.REFUNDED', cents: 100 }),
      await own.paypal.sign({ order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.REFUNDED', cents: 100 }),
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
      order: begun.paypalOrderId,
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

describe('`orders refund`', { retry: 0, timeout: 120_000 }, () => {
  it('refunds everything, and restocks only on request', async () => {
    const { code, stdout } = await refund();
    expect([code, stdout]).toEqual([0, `${number}: 14,98\u00a0€ refunded.\n`]);
    await expectRefunded(1498);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect(await mails()).toBe(1);
    const again = await refund('--restock');
    expect([again.code, again.stderr]).toEqual([1, `${number}: 0,00\u00a0€ can be refunded. Nothing was done.\n`]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
  });

  it('refunds a part, then the rest, and restocks the goods with the last refund', async () => {
    const part = await refund('--amount', '4.99', '--restock');
    expect([part.code, part.stderr]).toEqual([
      1,
      expect.stringContaining('without --restock, then: npm run shop -- stock add'),
    ]);
    expect(await atPaypal()).toEqual([]);
    expect((await refund('--amount', '4.99')).stdout).toContain('4,99');
    await expectRefunded(499);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect((await refund('--restock')).stdout).toContain('9,99');
    await expectRefunded(1498);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
    expect(await atPaypal()).toEqual([499, 999]);
  });

  it('refunds everything once and restocks once when it is called twice at once', async () => {
    const outcomes = await Promise.all([refundBeside('--restock'), refundBeside('--restock')]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    await expectRefunded(1498);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
    expect(await mails()).toBe(1);
  });

  it('refunds two equal parts when it is called twice at once and told that they are two', async () => {
    const outcomes = await Promise.all([
      refundBeside('--amount', '2', '--again'),
      refundBeside('--amount', '2,00', '--again'),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    await expectRefunded(400);
  });

  it('counts one refund when PayPal’s event arrives before its answer', async () => {
    await own.paypal.next({ call: 'refund', fault: 'reset-after', times: 3 });
    const { code, stderr } = await refund('--amount', '5');
    expect([code, stderr]).toEqual([1, expect.stringContaining('It is written down; the running shop tries again.')]);
    await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED');
    expect(await refunds()).toMatchObject([{ reason: 'owner', status: 'requested' }]);
    for (let run = 0; run < 2; run++) {
      await letTimePass(own.ctx);
      await reconcileNow(own.ctx);
    }
    expect(await refunds()).toMatchObject([
      { reason: 'owner', status: 'completed', amount_cents: 500, check_at: null },
    ]);
    await expectRefunded(500);
    expect(await mails()).toBe(1);
  });

  it('changes nothing when PayPal refuses permanently, says so, and can be repeated', async () => {
    await own.paypal.next({ call: 'refund', fault: 'CAPTURE_FULLY_REFUNDED' });
    const { code, stderr } = await refund();
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('PayPal refuses the refund for good (CAPTURE_FULLY_REFUNDED). All or part'),
    ]);
    expect(await refunds()).toMatchObject([{ status: 'failed', check_at: null }]);
    expect(await order()).toMatchObject({ payment_status: 'paid' });
    expect((await refund()).code).toBe(0);
    await expectRefunded(1498);
  });

  it.each([
    ['REFUND_TIME_LIMIT_EXCEEDED', 'Pay the amount back in another way'],
    ['REFUND_NOT_ALLOWED', 'Pay the amount back in another way'],
    ['REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK', 'Refund nothing; decide the chargeback'],
    ['SOMETHING_NEW', 'Check at PayPal'],
  ])('ends when PayPal refuses by %s, frees the amount, and tells the shop what to do', async (issue, advice) => {
    await own.paypal.next({ call: 'refund', fault: issue });
    const { code, stderr } = await refund('--amount', '1');
    expect([code, stderr]).toEqual([1, expect.stringContaining(advice)]);
    expect(await refunds()).toMatchObject([{ status: 'failed', issue, check_at: null, failed_at: expect.any(String) }]);
    expect(await troubles()).toEqual([`Erstattung gescheitert: Bestellung ${number}`]);
    expect(await mails()).toBe(0);
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await atPaypal()).toEqual([]);
  });

  it('is followed by a full refund when PayPal does not allow a partial one', async () => {
    await own.paypal.next({ call: 'refund', fault: 'PARTIAL_REFUND_NOT_ALLOWED' });
    expect((await refund('--amount', '1')).stderr).toContain('Refund everything');
    expect((await refund()).code).toBe(0);
    expect(await atPaypal()).toEqual([1498]);
    await expectRefunded(1498);
  });

  it('refuses a partial refund during an open dispute, and accepts a full one', async () => {
    await own.webhook(begun.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    expect((await refund('--amount', '1')).stderr).toContain('TRANSACTION_DISPUTED');
    expect((await refund()).code).toBe(0);
    await expectRefunded(1498);
  });

  it.each(['COMPLETED', 'FAILED'])('reports a pending refund, which ends as PayPal says: %s', async (end) => {
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    const { code, stdout } = await refund('--amount', '5');
    expect([code, stdout]).toEqual([0, expect.stringContaining('5,00\u00a0€ requested. PayPal still checks it')]);
    await own.paypal.next({ call: 'get', fault: end });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    if (end === 'COMPLETED') return expectRefunded(500);
    expect(await refunds()).toMatchObject([{ status: 'failed', issue: 'FAILED' }]);
    expect(await order()).toMatchObject({ payment_status: 'paid' });
    expect(await troubles()).toHaveLength(1);
  });

  it('does not report a refund that fails at once', async () => {
    await own.paypal.next({ call: 'refund', fault: 'FAILED' });
    const { code, stdout, stderr } = await refund();
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining('PayPal refuses the refund for good (FAILED)'),
    ]);
    expect(await order()).toMatchObject({ payment_status: 'paid' });
    expect(await mails()).toBe(0);
  });

  it('retries a temporarily refused refund later, and informs the shop once', async () => {
    await own.paypal.next({ call: 'refund', fault: 'REFUND_FAILED_INSUFFICIENT_FUNDS' });
    expect((await refund()).stderr).toContain('The PayPal account has too little money.');
    await own.paypal.forgetRequests();
    await own.paypal.next({ call: 'refund', fault: 'REFUND_FAILED_INSUFFICIENT_FUNDS' });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await troubles()).toEqual([`Erstattung wartet: Bestellung ${number}`]);
    expect(await order()).toMatchObject({ payment_status: 'paid' });
    await own.paypal.forgetRequests(); // the emulator keeps a refusal for its request id
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    await expectRefunded(1498);
  });

  it('reverts a refund that fails after it was pending', async () => {
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    expect((await refund()).code).toBe(0);
    expect(await refunds()).toMatchObject([{ status: 'pending', check_at: expect.any(String) }]);
    await expectRefunded(1498);
    expect(await ana.text(`/de/order/${number}`)).toContain('auf dem Weg zurück zu Ihnen');
    const [row] = await refunds();
    await own.ctx.db.read
      .updateTable('refunds')
      .set({ paypal_refund_id: null })
      .where('request_id', '=', row!.request_id)
      .execute();
    await own.paypal.forgetRequests();
    await own.paypal.next({ call: 'refund', fault: 'CAPTURE_FULLY_REFUNDED' });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await payment()).toMatchObject({ status: 'COMPLETED', refunded_cents: 0 });
    expect(await order()).toMatchObject({ payment_status: 'paid' });
  });

  it('refunds once when it is repeated after a stop before the answer was recorded', async () => {
    await own.paypal.next({ call: 'refund', fault: 'reset-after', times: 3 });
    expect((await refund('--amount', '5')).code).toBe(1);
    expect((await refund('--amount', '5,00')).code).toBe(0);
    await expectRefunded(500);
    expect(await mails()).toBe(1);
    const repeated = await refund('--amount', '5');
    expect([repeated.code, repeated.stderr]).toEqual([
      1,
      expect.stringContaining('Write --again if this is another refund.'),
    ]);
    await expectRefunded(500);
  });

  it('refuses an invalid amount, and more than is left', async () => {
    for (const amount of ['0', '-1', '4,999', '4.999', '1.000,00', 'all', '1e3', '']) {
      const { code, stderr } = await refund(`--amount=${amount}`);
      expect([code, stderr], amount).toEqual([1, expect.stringContaining('Example: --amount 4.99')]);
    }
    const { code, stderr } = await refund('--amount', '14.99');
    expect([code, stderr]).toEqual([1, `${number}: 14,98\u00a0€ can be refunded. Nothing was done.\n`]);
    expect(await atPaypal()).toEqual([]);
  });

  it('refuses money that has not arrived yet', async () => {
    const eva = await newBuyer(own.ctx, own.server.url);
    begun = await eva.begin(lines);
    await own.paypal.approve(begun.paypalOrderId);
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    number = (await eva.capture(begun.checkoutId)).orderNumber;
    expect((await refund()).stderr).toBe(`${number}: 0,00\u00a0€ can be refunded. Nothing was done.\n`);
  });
});
