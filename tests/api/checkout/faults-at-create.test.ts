import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { isWholeMatrix } from '../../run/matrix.ts';
import type { Begun, Buyer } from '../../support/people/buyer.ts';
import { changeCheckout, checkoutRow, minutesAgo, stockOf } from '../../support/people/order-rows.ts';
import { startOver } from '../../support/people/start-over.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

// A longer time-out would sometimes leave the gateway time for a third try, which succeeds.
const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '1400' }));
const lines = () => [own.line('AGUA', 2)];
let ana: Buyer;

beforeEach(async () => {
  ana = await startOver(own);
});

const ordersAtPaypal = async (checkoutId: string) =>
  (await own.paypal.orders()).filter((order) => order.checkoutId === checkoutId).length;
const ownCheckouts = () =>
  own.ctx.db.read.selectFrom('checkouts').selectAll().where('client_id', '=', ana.clientId).execute();

// `npm test` takes one of each kind: tests/api/paypal/faults.test.ts tries the gateway with each of them.
const NO_ANSWER = isWholeMatrix
  ? ['timeout', 'timeout-after', 'reset', 'reset-after', '500', '500-after', '503', '429', 'garbage']
  : ['timeout', 'reset-after', '503', 'garbage'];

describe('a PayPal failure when an order is created', { retry: 0 }, () => {
  it.each([...NO_ANSWER, '401', 'slow'])(
    'is hidden from the buyer (%s) when a retry succeeds, and there is one PayPal order',
    async (fault) => {
      await own.paypal.next({ call: 'create', fault, ms: 500 });
      const { checkoutId } = await ana.begin(lines());
      expect(await ordersAtPaypal(checkoutId)).toBe(1);
    },
  );

  it.each([...NO_ANSWER, '401'])(
    'gives 503 with Retry-After without any answer (%s), and the same requestId later completes the same checkout',
    async (fault) => {
      await own.paypal.next({ call: 'create', fault, times: fault === '401' || fault.startsWith('timeout') ? 2 : 3 });
      const requestId = randomUUID();
      const { status, headers, body } = await ana.tryBegin(lines(), { requestId });
      expect([status, body.code]).toEqual([503, 'paypal_err']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
      const { checkoutId } = await ana.begin(lines(), { requestId, expectedTotal: 14.98 });
      expect((await ownCheckouts()).map(({ id, state }) => [id, state])).toEqual([[checkoutId, 'open']]);
      expect(await ordersAtPaypal(checkoutId)).toBe(1);
      expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    },
  );

  it.each(['AMOUNT_MISMATCH', 'PAYEE_ACCOUNT_RESTRICTED', 'SOMETHING_NEW'])(
    'ends the checkout and frees its units when it is final (%s)',
    async (fault) => {
      await own.paypal.next({ call: 'create', fault });
      const { status, body } = await ana.tryBegin(lines());
      expect([status, body.code]).toEqual([503, 'paypal_err']);
      expect((await ownCheckouts()).map(({ state, hold }) => [state, hold])).toEqual([['refused', 'released']]);
      expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
    },
  );
});

describe('a checkout whose PayPal order the buyer never received', () => {
  it('returns its units after two minutes', async () => {
    await own.paypal.next({ call: 'create', fault: 'reset-after', times: 3 });
    await ana.tryBegin(lines());
    const [row] = await ownCheckouts();
    await reconcileNow(own.ctx);
    expect(await checkoutRow(own.ctx, row!.id)).toMatchObject({ state: 'open', paypal_order_id: null });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await checkoutRow(own.ctx, row!.id)).toMatchObject({ state: 'expired', hold: 'released' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
  });

  it('stays open while its creation is running, and is closed when its server died', async () => {
    await own.paypal.next({ call: 'create', fault: 'slow', ms: 900 });
    const making = ana.tryBegin<Begun>(lines());
    await expect.poll(async () => (await ownCheckouts()).length).toBe(1);
    const [row] = await ownCheckouts();
    await changeCheckout(own.ctx, row!.id, { check_at: minutesAgo(own.ctx, 1) });
    await reconcileNow(own.ctx);
    expect((await making).status).toBe(201);
    await changeCheckout(own.ctx, row!.id, {
      paypal_order_id: null,
      settling_by: 'dead',
      settling_until: minutesAgo(own.ctx, 1),
    });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect((await checkoutRow(own.ctx, row!.id)).state).toBe('expired');
  });
});
