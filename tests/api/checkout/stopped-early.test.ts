import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileClaimed } from '#src/features/checkout/server/claim.ts';
import { reconcile } from '#src/features/checkout/server/reconcile.service.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { newBuyer, type Begun, type Buyer } from '../../support/people/buyer.ts';
import {
  changeCheckout,
  checkoutRow,
  closeAllCheckouts,
  idsOf,
  minutesAgo,
  ordersOfCheckout,
} from '../../support/people/order-rows.ts';
import { reconcileNow } from '../../support/people/pass-time.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { until } from '../../support/until.ts';

let own: PayingShop;
let ana: Buyer;
let begun: Begun;

beforeAll(async () => {
  own = await payingShop();
});
afterAll(() => own?.dispose());
beforeEach(async () => {
  await own.paypal.reset();
  await closeAllCheckouts(own.ctx);
  await own.ctx.db.read.deleteFrom('paypal_events').execute();
  await endWindows(own.ctx);
  ana = await newBuyer(own.ctx, own.server.url);
  begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
});

const signed = () => own.paypal.sign({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
const send = async (headers: Record<string, string>, body: string) => {
  const response = await fetch(own.webhookUrl, { method: 'POST', headers, body });
  return { status: response.status, code: ((await response.json()) as { code?: string }).code };
};
const callsOf = async (call: string) => (await own.paypal.calls())[call] ?? 0;
const events = () => own.ctx.db.read.selectFrom('paypal_events').select('id').execute();

describe('a forged webhook event', { retry: 0 }, () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();

  it.each([
    ['without a signature', { 'paypal-transmission-sig': '' }],
    ['with a signature of another form', { 'paypal-transmission-sig': '<script>' }],
    ['with an endless signature', { 'paypal-transmission-sig': 'A'.repeat(5000) }],
    ['without a transmission id', { 'paypal-transmission-id': '' }],
    ['from last week', { 'paypal-transmission-time': inHours(-24 * 7) }],
    ['from tomorrow', { 'paypal-transmission-time': inHours(24) }],
    ['from no time', { 'paypal-transmission-time': 'soon' }],
    ['without a certificate', { 'paypal-cert-url': 'none' }],
  ])('%s is refused before PayPal is asked', async (_what, forged) => {
    const { headers, body } = await signed();
    const before = await callsOf('verify');
    expect(await send({ ...headers, ...forged }, body)).toEqual({ status: 400, code: 'bad_signature' });
    expect(await callsOf('verify')).toBe(before);
    expect(await events()).toEqual([]);
  });

  it('is refused before PayPal is asked when the shop does not have its order, checkout or capture', async () => {
    const { headers } = await signed();
    const before = await callsOf('verify');
    const up = { rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/NOBODYS' };
    for (const [event_type, resource] of [
      ['CHECKOUT.ORDER.APPROVED', { id: 'NOBODYS' }],
      ['CHECKOUT.ORDER.APPROVED', { id: 'NOBODYS', purchase_units: [{ custom_id: 'nobodys' }] }],
      [
        'PAYMENT.CAPTURE.REFUNDED',
        { id: 'R', status: 'COMPLETED', amount: { currency_code: 'EUR', value: '1.00' }, links: [up] },
      ],
    ] as const)
      expect(await send(headers, JSON.stringify({ id: 'WH-1', event_type, resource }))).toEqual({
        status: 404,
        code: 'not_found',
      });
    expect(await callsOf('verify')).toBe(before);
  });

  it('about a dispute over another payment of the account is accepted, so that PayPal does not repeat it', async () => {
    const { headers } = await signed();
    const before = await callsOf('verify');
    const dispute = JSON.stringify({ id: 'WH-1', event_type: 'CUSTOMER.DISPUTE.CREATED', resource: {} });
    expect((await send(headers, dispute)).status).toBe(200);
    expect([await callsOf('verify'), await events()]).toEqual([before, []]);
  });

  it.each([
    ['event', { id: 'WH-\0', event_type: 'CHECKOUT.ORDER.APPROVED', resource: {} }],
    ['order', { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'ORDER\0' } }],
    ['checkout', { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { custom_id: "' or 1=1 --" } }],
  ])('is refused before any look-up when its %s id is malformed', async (_what, event) => {
    const { headers } = await signed();
    expect(await send(headers, JSON.stringify(event))).toEqual({ status: 400, code: 'invalid_input' });
  });

  it('about a known order reaches PayPal thirty times at most, however often it is sent', async () => {
    const { headers, body } = await signed();
    const before = await callsOf('verify');
    const statuses = [];
    for (let sent = 0; sent < 35; sent++)
      statuses.push((await send({ ...headers, 'paypal-transmission-sig': 'AAAA' }, body)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), ...Array.from({ length: 5 }, () => 429)]);
    expect(await callsOf('verify')).toBe(before + 30);
  });

  it('does not count against PayPal’s own events', async () => {
    const { headers, body } = await signed();
    for (let sent = 0; sent < 35; sent++) expect((await send(headers, body)).status).toBe(200);
  });
});

describe('capture requests for one checkout', { retry: 0 }, () => {
  it('are answered from the database once it is ordered, however many there are', async () => {
    const settled = await ana.capture(begun.checkoutId);
    const before = [await callsOf('get'), await callsOf('capture')];
    for (let call = 0; call < 70; call++) expect(await ana.capture(begun.checkoutId)).toEqual(settled);
    expect([await callsOf('get'), await callsOf('capture')]).toEqual(before);
  });

  it('reach PayPal sixty times in ten minutes at most while it is open', async () => {
    await own.paypal.cancel(begun.paypalOrderId);
    const before = await callsOf('get');
    const statuses = [];
    for (let call = 0; call < 65; call++) statuses.push((await ana.tryCapture(begun.checkoutId)).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 409), ...Array.from({ length: 5 }, () => 429)]);
    expect(await callsOf('get')).toBe(before + 60);
    await endWindows(own.ctx);
    await own.paypal.approve(begun.paypalOrderId);
    expect((await ana.capture(begun.checkoutId)).status).toBe('success');
  });
});

describe('an open checkout whose buyer does not return', { retry: 0 }, () => {
  /** The job pauses half a minute between its runs. */
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const runIn = (seconds: number) =>
    until('reconcile had its turn', () => reconcile({ ...own.ctx, now: () => inSeconds(seconds) }));

  it('is reconciled within two minutes of its beginning', async () => {
    await runIn(85);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toHaveLength(1);
  });

  it('is reconciled within two minutes of its approval', async () => {
    await own.paypal.cancel(begun.paypalOrderId);
    await changeCheckout(own.ctx, begun.checkoutId, { check_at: minutesAgo(own.ctx, 0) });
    await reconcileNow(own.ctx);
    await own.paypal.approve(begun.paypalOrderId);
    await runIn(85);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toHaveLength(1);
  });

  it('is reconciled within two minutes after a capturing server was killed', async () => {
    const dying = await own.serve();
    const before = await callsOf('capture');
    await own.paypal.next({ call: 'capture', fault: 'slow', ms: 3000 });
    const lost = ana
      .at(dying.url)
      .tryCapture(begun.checkoutId)
      .catch(() => undefined);
    await until('PayPal is asked to capture', async () => (await callsOf('capture')) > before);
    dying.process.kill('SIGKILL');
    await lost;
    await until('PayPal has captured', async () => (await own.paypal.order(begun.paypalOrderId)).captures.length === 1);
    expect((await checkoutRow(own.ctx, begun.checkoutId)).settling_by).not.toBeNull();
    await runIn(85);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toHaveLength(1);
  });

  it('stays leased by a server that works on it for long, because the lease is renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const end = minutesAgo(own.ctx, 0);
      await changeCheckout(own.ctx, begun.checkoutId, { settling_by: 'worker', settling_until: end });
      const claimEnd = async () => (await checkoutRow(own.ctx, begun.checkoutId)).settling_until!;
      await whileClaimed(own.ctx, await checkoutRow(own.ctx, begun.checkoutId), async () => {
        vi.advanceTimersByTime(20_000);
        await until('the claim is renewed', async () => (await claimEnd()) > end);
      });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is checked at PayPal each minute while money may be moving, however old it is', async () => {
    const values = {
      capture_request_id: 'capture-1',
      created_at: minutesAgo(own.ctx, 120),
      check_at: minutesAgo(own.ctx, 0),
    };
    await changeCheckout(own.ctx, begun.checkoutId, { ...values, hold_expires_at: null });
    await own.paypal.next({ call: 'get', fault: '500', times: 3 });
    await reconcileNow(own.ctx);
    const { check_at, state } = await checkoutRow(own.ctx, begun.checkoutId);
    expect(state).toBe('open');
    expect(Date.parse(check_at!)).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

it('a checkout whose check fails goes behind the others, so that they are checked although a round takes only some', async () => {
  await closeAllCheckouts(own.ctx);
  const { checkoutId } = await ana.begin([own.line('AGUA', 1)]);
  const broken = { ...own.ctx, paypal: { ...own.ctx.paypal, getOrder: () => Promise.reject(new Error('no')) } };
  const before = own.ctx.now().toISOString();
  await changeCheckout(own.ctx, checkoutId, { check_at: minutesAgo(own.ctx, 5) });
  await reconcileNow(broken);
  const { check_at } = await checkoutRow(own.ctx, checkoutId);
  expect(check_at! > before).toBe(true);
  expect(Date.parse(check_at!), 'the buyer may be waiting').toBeLessThanOrEqual(Date.now() + 60_000);
});
