import { describe, expect, it } from 'vitest';
import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import { findPaymentOfCheckout } from '#src/features/orders/server/payment.repository.ts';
import { recordRefundOf } from '#src/features/refunds/server/refund-record.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { stockOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { shop } from '../../support/shops/site.ts';
import { paidOrder } from '../../support/people/paid-order.ts';

const SHOP = 'owner@shop.example';

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '2000', SHOP_EMAIL: SHOP }));
const paid = paidOrder(own);
const { atPaypal, payment, order, refunds, mails, expectRefunded } = paid;

const refund = (...options: string[]) => shopHere(['orders', 'refund', paid.number, '--yes', ...options], own.env);
/** In a process of its own, for commands that run at the same time and take longer on a busy machine. */
const refundBeside = (...options: string[]) =>
  shop(['orders', 'refund', paid.number, '--yes', ...options], { ...own.env, PAYPAL_TIMEOUT_MS: '30000' });
/** The subjects of the shop's mails about refunds of this order that PayPal does not make. */
const troubles = async () =>
  (await mailsTo(own.ctx, SHOP))
    .filter(({ kind, subject }) => kind === 'refund_trouble' && subject.includes(paid.number))
    .map(({ subject }) => subject);

describe('`orders refund`', { retry: 0 }, () => {
  it('refunds everything, and restocks only on request', async () => {
    const { code, stdout } = await refund();
    expect([code, stdout]).toEqual([0, `${paid.number}: 14,98\u00a0€ refunded.\n`]);
    await expectRefunded(1498);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect(await mails()).toBe(1);
    const again = await refund('--restock');
    expect([again.code, again.stderr]).toEqual([1, `${paid.number}: 0,00\u00a0€ can be refunded. Nothing was done.\n`]);
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

  it.runIf(isWholeMatrix)(
    'refunds two equal parts when it is called twice at once and told that they are two',
    async () => {
      const outcomes = await Promise.all([
        refundBeside('--amount', '2', '--again'),
        refundBeside('--amount', '2,00', '--again'),
      ]);
      expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
      await expectRefunded(400);
    },
  );

  it('counts one refund when PayPal’s event arrives before its answer', async () => {
    await own.paypal.next({ call: 'refund', fault: 'reset-after', times: 3 });
    const { code, stderr } = await refund('--amount', '5');
    expect([code, stderr]).toEqual([1, expect.stringContaining('It is written down; the running shop tries again.')]);
    await own.webhook(paid.begun.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED');
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
    expect(await troubles()).toEqual([`Erstattung gescheitert: Bestellung ${paid.number}`]);
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
    await own.webhook(paid.begun.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
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
    expect(await troubles()).toEqual([`Erstattung wartet: Bestellung ${paid.number}`]);
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
    expect(await paid.ana.text(`/de/order/${paid.number}`)).toContain('auf dem Weg zurück zu Ihnen');
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

  it('keeps the credit note of a refund that PayPal takes back for the next refund, and tells the shop', async () => {
    expect((await refund()).code).toBe(0);
    const [first] = await refunds();
    const { id: orderId } = (await order())!;
    const report = (id: string, status: 'COMPLETED' | 'FAILED') =>
      own.ctx.db.write(async (tx) => {
        const row = (await findPaymentOfCheckout(tx, paid.begun.checkoutId))!;
        await recordRefundOf(own.ctx, tx, row, { id, status, amount: 1498, captureId: row.capture_id });
      });
    const credited = async () =>
      (await findInvoicesOf(own.ctx.db.read, [orderId])).filter(({ kind }) => kind === 'credit_note').length;
    await report(first!.paypal_refund_id!, 'FAILED');
    expect([await order(), await credited()]).toMatchObject([{ payment_status: 'paid' }, 1]);
    const told = (await mailsTo(own.ctx, SHOP)).find(
      ({ kind, subject }) => kind === 'refund_trouble' && subject.includes(paid.number),
    );
    expect(told!.text).toContain('gibt es schon einen Beleg');
    await report('made-at-paypal', 'COMPLETED');
    expect([await order(), await credited()]).toMatchObject([{ payment_status: 'refunded' }, 1]);
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
    expect([code, stderr]).toEqual([1, `${paid.number}: 14,98\u00a0€ can be refunded. Nothing was done.\n`]);
    expect(await atPaypal()).toEqual([]);
  });

  it('refuses money that has not arrived yet', async () => {
    const eva = await newBuyer(own.ctx, own.server.url);
    paid.begun = await eva.begin(paid.lines);
    await own.paypal.approve(paid.begun.paypalOrderId);
    await own.paypal.next({ call: 'capture', fault: 'PENDING' });
    paid.number = (await eva.capture(paid.begun.checkoutId)).orderNumber;
    expect((await refund()).stderr).toBe(`${paid.number}: 0,00\u00a0€ can be refunded. Nothing was done.\n`);
  });
});
