import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, newBuyer, type Begun, type Buyer, type Refused } from '../../support/people/buyer.ts';
import { call, type Availability } from '../../support/people/call.ts';
import { CSRF, postCart } from '../../support/people/cart-call.ts';
import { checkoutRow, idsOf, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());
let ids: Record<string, number>;
let ana: Buyer;

beforeAll(async () => {
  ids = await idsOf(own.ctx);
});
beforeEach(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
  await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
});

const ordersAtPaypal = async (checkoutId: string) =>
  (await own.paypal.orders()).filter((order) => order.checkoutId === checkoutId).length;

describe('a repeated requestId', { retry: 0 }, () => {
  it('returns the same checkout and holds its units once, whatever total is sent', async () => {
    const requestId = randomUUID();
    const first = await ana.begin([own.line('AGUA', 2)], { requestId });
    for (const more of [{}, { expectedTotal: 1 }, { shipping: { ...{ country: 'DE' } } }]) {
      const { status, body } = await ana.tryBegin<Begun>([own.line('AGUA', 2)], {
        expectedTotal: 14.98,
        requestId,
        ...more,
      });
      expect([status, body]).toEqual('shipping' in more ? [400, expect.anything()] : [201, first]);
    }
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect(await ordersAtPaypal(first.checkoutId)).toBe(1);
  });

  it.each([
    ['other products', () => ({ lines: [own.line('MATE', 2)] })],
    ['another quantity', () => ({ lines: [own.line('AGUA', 3)] })],
    ['one more product', () => ({ lines: [own.line('AGUA', 2), own.line('MATE')] })],
    ['another address', () => ({ shipping: { ...ADDRESS, city: 'Bremen' } })],
  ])('is refused with %s, and leaves the first checkout unchanged', async (_what, more) => {
    const requestId = randomUUID();
    const first = await ana.begin([own.line('AGUA', 2)], { requestId });
    const { status, body } = await ana.tryBegin([own.line('AGUA', 2)], { expectedTotal: 14.98, requestId, ...more() });
    expect([status, body.code]).toEqual([409, 'request_reused']);
    expect(await ana.begin([own.line('AGUA'), own.line('AGUA')], { requestId })).toEqual(first);
    expect(await checkoutRow(own.ctx, first.checkoutId)).toMatchObject({ state: 'open', hold: 'held' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
  });

  it.each(['', 'slow'])('sent ten times at once creates one checkout and one PayPal order %s', async (fault) => {
    if (fault) await own.paypal.next({ call: 'create', fault, ms: 1500 });
    const { create: before = 0 } = await own.paypal.calls();
    const requestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ana.tryBegin<Begun>([own.line('AGUA')], { requestId, expectedTotal: 9.99 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await own.paypal.calls()).create).toBe(before + 1);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(9);
  });

  it('creates another checkout for another client', async () => {
    const requestId = randomUUID();
    const [first, second] = [
      await ana.begin([own.line('AGUA')], { requestId }),
      await (await newBuyer(own.ctx, own.server.url)).begin([own.line('AGUA')], { requestId }),
    ];
    expect(second.checkoutId).not.toBe(first.checkoutId);
  });

  it('returns the first answer after the order, without a new payment', async () => {
    const requestId = randomUUID();
    const first = await ana.begin([own.line('AGUA')], { requestId });
    await own.paypal.approve(first.paypalOrderId);
    await ana.capture(first.checkoutId);
    expect(await ana.begin([own.line('AGUA')], { requestId, expectedTotal: 9.99 })).toEqual(first);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(9);
  });

  it('is refused after the cancellation, because a closed checkout is never paid', async () => {
    const requestId = randomUUID();
    const { checkoutId } = await ana.begin([own.line('AGUA')], { requestId });
    expect((await ana.cancel(checkoutId)).status).toBe(200);
    const { status, body } = await ana.tryBegin([own.line('AGUA')], { requestId, expectedTotal: 9.99 });
    expect([status, body.code]).toEqual([409, 'checkout_closed']);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
  });
});

describe('a second checkout of the same person', { retry: 0 }, () => {
  it('replaces the first, and may take the units that it held', async () => {
    const first = await ana.begin([own.line('AGUA', 10)]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(0);
    const second = await ana.begin([own.line('AGUA', 10)], { expectedTotal: 54.9 });
    expect(second.checkoutId).not.toBe(first.checkoutId);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(0);
    expect(await checkoutRow(own.ctx, first.checkoutId)).toMatchObject({
      state: 'superseded',
      hold: 'released',
      check_at: null,
    });
    expect((await ana.begin([own.line('MATE')])).total).toBe(6.67);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
  });

  it('leaves the first one valid when it is refused', async () => {
    const first = await ana.begin([own.line('AGUA', 4)]);
    const { status } = await ana.tryBegin([own.line('AGUA', 4)], { expectedTotal: 1 });
    expect(status).toBe(409);
    expect(await checkoutRow(own.ctx, first.checkoutId)).toMatchObject({ state: 'open', hold: 'held' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(6);
  });

  it('makes the approval of the first one worthless', async () => {
    const first = await ana.begin([own.line('AGUA')]);
    const second = await ana.begin([own.line('AGUA', 2)]);
    await own.paypal.approve(first.paypalOrderId);
    const { status, body } = await ana.tryCapture(first.checkoutId);
    expect([status, body.code]).toEqual([409, 'checkout_closed']);
    await own.webhook(first.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect((await own.paypal.order(first.paypalOrderId)).captures).toEqual([]);
    await own.paypal.approve(second.paypalOrderId);
    expect((await ana.capture(second.checkoutId)).status).toBe('success');
  });

  it('begun ten times at once leaves one open checkout with its units held', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ana.tryBegin<Begun>([own.line('AGUA', 3)], { expectedTotal: 19.97 })),
    );
    // Checkouts whose PayPal order arrived after the next one had begun are refused.
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const rows = await own.ctx.db.read
      .selectFrom('checkouts')
      .selectAll()
      .where('client_id', '=', ana.clientId)
      .execute();
    expect(rows.map(({ state }) => state).toSorted()).toEqual([
      'open',
      ...Array.from({ length: 9 }, () => 'superseded'),
    ]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(7);
  });
});

describe('units held by a checkout', () => {
  const cookie = (buyer: Buyer) => buyer.get<Availability>(`/api/availability/?ids=${ids.AGUA}`);

  it('are unavailable to other buyers, in lists and in carts', async () => {
    await ana.begin([own.line('AGUA', 8)]);
    expect((await cookie(await newBuyer(own.ctx, own.server.url))).body.products[0]?.quantity_available).toBe(2);
    const eva = await newBuyer(own.ctx, own.server.url);
    const { body } = await eva.post<Refused>('/api/cart/', { lines: [own.line('AGUA', 3)] });
    expect(body.problems).toEqual([{ productId: ids.AGUA, code: 'sold_out' }]);
    expect((await eva.tryBegin([own.line('AGUA', 3)], { expectedTotal: 19.97 })).status).toBe(409);
    expect((await postCart(own.server.url, { lines: [own.line('AGUA', 3)] })).body.problems).toHaveLength(1);
  });

  it('are still available in its own buyer’s cart', async () => {
    await ana.begin([own.line('AGUA', 8)]);
    const { body } = await ana.post<{ problems: object[]; total: number }>('/api/cart/', {
      lines: [own.line('AGUA', 10)],
    });
    expect([body.problems, body.total]).toEqual([[], 54.9]);
    const { body: tooMany } = await ana.post<Refused>('/api/cart/', {
      lines: [own.line('AGUA', 10), own.line('AGUA', 1)],
    });
    expect(tooMany.problems).toEqual([{ productId: ids.AGUA, code: 'max_units' }]);
  });

  it('are missing in the product list until the checkout is cancelled', async () => {
    const shown = async () =>
      (await call(own.server.url, '/api/')).body.products.find(({ cod_catalog }) => cod_catalog === 'AGUA')
        ?.quantity_available;
    const { checkoutId } = await ana.begin([own.line('AGUA', 8)]);
    expect(await shown()).toBe(2);
    await ana.cancel(checkoutId);
    expect(await shown()).toBe(10);
  });
});

describe('a cancelled checkout', () => {
  it('frees its units once, however often it is cancelled, and is never captured', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA', 4)]);
    await own.paypal.approve(paypalOrderId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ana.cancel(checkoutId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(10);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'cancelled', hold: 'released' });
    const { status, body } = await ana.tryCapture(checkoutId);
    expect([status, body.code]).toEqual([409, 'checkout_closed']);
    expect((await own.paypal.order(paypalOrderId)).captures).toEqual([]);
  });

  it('stays ordered when it was already paid', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA', 4)]);
    await own.paypal.approve(paypalOrderId);
    await ana.capture(checkoutId);
    const { status, body } = await ana.cancel(checkoutId);
    expect([status, body.code]).toEqual([409, 'checkout_closed']);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(6);
  });
});

describe('another client’s checkout', () => {
  it('can be neither captured nor cancelled', async () => {
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA')]);
    await own.paypal.approve(paypalOrderId);
    const eva = await newBuyer(own.ctx, own.server.url);
    for (const { status, body } of [await eva.tryCapture(checkoutId), await eva.cancel(checkoutId)])
      expect([status, body.code]).toEqual([404, 'not_found']);
    for (const id of ['nothing', `${checkoutId}x`, '%00', '..%2f'])
      for (const { status } of [await ana.tryCapture(id), await ana.cancel(id)]) expect([400, 404]).toContain(status);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'open' });
    expect((await own.paypal.order(paypalOrderId)).captures).toEqual([]);
  });

  it('cannot be accessed without a session either', async () => {
    const { checkoutId } = await ana.begin([own.line('AGUA')]);
    const headers = { 'content-type': 'application/json', cookie: `csrftoken=${CSRF}`, 'x-csrftoken': CSRF };
    for (const act of ['capture', 'cancel'])
      expect(
        (await fetch(`${own.server.url}/api/checkout/${checkoutId}/${act}/`, { method: 'POST', headers, body: '{}' }))
          .status,
      ).toBe(401);
  });
});
