import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBuyer, type Begun, type Buyer, type Line, type Refused } from '../../support/people/buyer.ts';
import type { Answer } from '../../support/people/call.ts';
import {
  changeCheckout,
  checkoutRow,
  closeAllCheckouts,
  endHold,
  idsOf,
  minutesAgo,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { reconcileNow } from '../../support/people/pass-time.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { until } from '../../support/until.ts';
import { newAddress } from '../../support/people/visitor.ts';

const CODES = ['AGUA', 'GUARANA', 'MATE', 'FAROFA', 'PACOCA', 'TAPIOCA', 'CAFE', 'FEIJAO'] as const;

let own: PayingShop;
let ids: Record<string, number>;

beforeAll(async () => {
  const rows = CODES.map((cod_catalog, index) => ({
    cod_catalog,
    product_name: `Produto ${index}`,
    real_price: '4.99',
  }));
  own = await payingShop({}, rows);
  ids = await idsOf(own.ctx);
});
afterAll(() => own?.dispose());
beforeEach(async () => {
  await closeAllCheckouts(own.ctx);
  for (const code of CODES) await setProduct(own.ctx, code, { quantity_available: 100 });
});

const line = (code: (typeof CODES)[number], quantity = 1): Line => ({ productId: ids[code] ?? 0, quantity });
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const at = (address: string) => newBuyer(own.ctx, own.server.url, { 'x-forwarded-for': address });
const buyersAt = (count: number, address: string) => Promise.all(times(count, () => at(address)));
const beginAll = (buyers: Buyer[], lines: Line[]) =>
  Promise.all(buyers.map((buyer) => buyer.tryBegin<Begun & Refused>(lines)));
const statuses = (answers: Answer<unknown>[]) => answers.map(({ status }) => status).toSorted();
const networkOfHold = async (id: string) => (await checkoutRow(own.ctx, id)).network;

describe('unpaid holds of one network address', { retry: 0 }, () => {
  it('take at most a third of a product for ten simultaneous accounts; the others learn when to try again', async () => {
    const answers = await beginAll(await buyersAt(10, newAddress()), [line('AGUA', 10)]);
    expect(statuses(answers)).toEqual([...times(3, () => 201), ...times(7, () => 429)]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(70);
    for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
      expect([body.code, body.products]).toEqual(['too_many_unpaid', [ids.AGUA]]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
      expect(body.detail).toContain('15 Minuten');
    }
  });

  it('are not kept by a refused checkout, and the checkout before it stays valid', async () => {
    const address = newAddress();
    await beginAll(await buyersAt(3, address), [line('AGUA', 10)]);
    const ana = await at(address);
    const before = await ana.begin([line('MATE', 2)]);
    expect((await ana.tryBegin([line('AGUA', 4), line('CAFE')])).body.products).toEqual([ids.AGUA]);
    expect([await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'CAFE'), await stockOf(own.ctx, 'MATE')]).toEqual([
      70, 100, 98,
    ]);
    expect(await checkoutRow(own.ctx, before.checkoutId)).toMatchObject({ state: 'open', hold: 'held' });
  });

  it('may take ten units of a scarce product', async () => {
    await setProduct(own.ctx, 'AGUA', { quantity_available: 12 });
    const answers = await beginAll(await buyersAt(12, newAddress()), [line('AGUA')]);
    expect(statuses(answers)).toEqual([...times(10, () => 201), 429, 429]);
    expect((await (await at(newAddress())).tryBegin([line('AGUA', 2)])).status).toBe(201);
  });

  it('are limited by the stock including held units, so holds of others take nothing from the limit', async () => {
    await setProduct(own.ctx, 'AGUA', { quantity_available: 90 });
    for (const address of times(6, newAddress)) await (await at(address)).begin([line('AGUA', 10)]);
    const answers = await beginAll(await buyersAt(3, newAddress()), [line('AGUA', 10)]);
    expect(statuses(answers)).toEqual([201, 201, 201]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(0);
  });

  it('count together for 64 bits of IPv6, however many addresses are used', async () => {
    const buyers = await Promise.all(times(5, (index) => at(`2001:db8:1:2:${index + 1}::${index + 7}`)));
    expect(statuses(await beginAll(buyers, [line('AGUA', 10)]))).toEqual([201, 201, 201, 429, 429]);
    expect((await (await at('2001:db8:1:3::1')).tryBegin([line('AGUA', 10)])).status).toBe(201);
  });

  it('make room for the next when they are cancelled or paid', async () => {
    const address = newAddress();
    const [ana, eva, rui, leo] = (await buyersAt(4, address)) as [Buyer, Buyer, Buyer, Buyer];
    const [first, second] = [await ana.begin([line('AGUA', 10)]), await eva.begin([line('AGUA', 10)])];
    await rui.begin([line('AGUA', 10)]);
    expect((await leo.tryBegin([line('AGUA', 10)])).status).toBe(429);
    await ana.cancel(first.checkoutId);
    await leo.begin([line('AGUA', 10)]);
    expect((await ana.tryBegin([line('AGUA', 5)])).status).toBe(429);
    await own.paypal.approve(second.paypalOrderId);
    await eva.capture(second.checkoutId);
    await ana.begin([line('AGUA', 5)]);
  });

  it('are deleted with the hold when it is paid, cancelled or expired, and store no plain address', async () => {
    const address = newAddress();
    const [ana, eva, rui] = (await buyersAt(3, address)) as [Buyer, Buyer, Buyer];
    const [paid, cancelled, ended] = await Promise.all([ana, eva, rui].map((buyer) => buyer.begin([line('AGUA')])));
    const stored = await Promise.all([paid, cancelled, ended].map((begun) => networkOfHold(begun!.checkoutId)));
    expect(new Set(stored).size).toBe(1);
    expect(stored[0]).toMatch(/^[\w-]{43}$/);
    await own.paypal.approve(paid!.paypalOrderId);
    await ana.capture(paid!.checkoutId);
    await eva.cancel(cancelled!.checkoutId);
    await endHold(own.ctx, ended!.checkoutId);
    await reconcileNow(own.ctx);
    for (const { checkoutId } of [paid!, cancelled!, ended!]) expect(await networkOfHold(checkoutId)).toBeNull();
  });

  it('allow twenty shoppers with ordinary carts to order', async () => {
    for (const code of CODES) await setProduct(own.ctx, code, { quantity_available: 60 });
    const shoppers = await buyersAt(20, newAddress());
    const code = (index: number) => CODES[index % CODES.length]!;
    const cart = (index: number) => times(3, (more) => line(code(index + 2 * more), 1 + ((index + more) % 3)));
    const answers = await Promise.all(shoppers.map((shopper, index) => shopper.tryBegin(cart(index))));
    expect(statuses(answers)).toEqual(times(20, () => 201));
  });
});

describe('unpaid holds of one client', { retry: 0 }, () => {
  const stocks = () => Promise.all(CODES.map((code) => stockOf(own.ctx, code)));
  const LARGE = () => [line('AGUA', 10), line('MATE', 10), line('CAFE')];

  it('are limited to twenty units of all products: a larger order holds none, and takes them when it is paid', async () => {
    const ana = await at(newAddress());
    const before = await stocks();
    await ana.begin([line('AGUA', 10), line('MATE', 10)]);
    expect(await stocks()).not.toEqual(before);
    const { checkoutId, paypalOrderId } = await ana.begin(LARGE());
    expect(await stocks()).toEqual(before);
    await own.paypal.approve(paypalOrderId);
    expect((await ana.capture(checkoutId)).status).toBe('success');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before[CODES.indexOf('AGUA')]! - 10);
  });

  it('do not protect a larger order: when another buyer is quicker, nothing is captured', async () => {
    const ana = await at(newAddress());
    const { checkoutId, paypalOrderId } = await ana.begin(LARGE());
    await own.paypal.approve(paypalOrderId);
    await setProduct(own.ctx, 'MATE', { quantity_available: 9 });
    expect((await ana.tryCapture<Refused>(checkoutId)).body.code).toBe('sold_out');
    expect(await stockOf(own.ctx, 'MATE')).toBe(9);
  });
});

describe('the duration of a hold', { retry: 0 }, () => {
  const lengthOf = async (id: string) => {
    const { hold_expires_at: end, created_at: begin } = await checkoutRow(own.ctx, id);
    return (Date.parse(end ?? '') - Date.parse(begin)) / 60_000;
  };

  it('grows to half an hour when PayPal’s window is reopened, and no further', async () => {
    const ana = await at(newAddress());
    const requestId = randomUUID();
    const { checkoutId } = await ana.begin([line('AGUA')], { requestId });
    expect(await lengthOf(checkoutId)).toBe(15);
    for (let time = 0; time < 3; time++) {
      await ana.begin([line('AGUA')], { requestId });
      expect(await lengthOf(checkoutId)).toBe(30);
    }
    expect((await ana.tryCapture(checkoutId)).body.code).toBe('payment_not_approved');
    expect(await lengthOf(checkoutId)).toBe(30);
  });

  it('does not grow by a capture request before the approval', async () => {
    const ana = await at(newAddress());
    const { checkoutId } = await ana.begin([line('AGUA')]);
    expect((await ana.tryCapture(checkoutId)).body.code).toBe('payment_not_approved');
    expect(await lengthOf(checkoutId)).toBe(15);
  });

  it('grows to half an hour after a declined approval, and no further after the next', async () => {
    const ana = await at(newAddress());
    const { checkoutId, paypalOrderId } = await ana.begin([line('AGUA')]);
    await changeCheckout(own.ctx, checkoutId, {
      created_at: minutesAgo(own.ctx, 14),
      hold_expires_at: minutesAgo(own.ctx, -1),
    });
    for (let time = 0; time < 2; time++) {
      await own.paypal.approve(paypalOrderId, 'declined');
      expect((await ana.tryCapture(checkoutId)).body.code).toBe('payment_declined');
      expect(await lengthOf(checkoutId)).toBe(30);
    }
    await changeCheckout(own.ctx, checkoutId, { created_at: minutesAgo(own.ctx, 31) });
    await own.paypal.approve(paypalOrderId, 'declined');
    await ana.tryCapture(checkoutId);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'open', hold: 'released' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(100);
  });

  it('is not renewed after its end by a declined payment', async () => {
    const ana = await at(newAddress());
    const { checkoutId, paypalOrderId } = await ana.begin([line('AGUA', 10)]);
    await changeCheckout(own.ctx, checkoutId, {
      created_at: minutesAgo(own.ctx, 16),
      hold_expires_at: minutesAgo(own.ctx, 1),
    });
    await reconcileNow(own.ctx);
    await own.paypal.approve(paypalOrderId, 'declined');
    expect((await ana.tryCapture(checkoutId)).body.code).toBe('payment_declined');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(100);
    await own.paypal.approve(paypalOrderId);
    expect((await ana.capture(checkoutId)).status).toBe('success');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(90);
  });

  it('is not renewed after its end while PayPal is asked for an unapproved payment', async () => {
    const ana = await at(newAddress());
    const { checkoutId } = await ana.begin([line('AGUA', 10)]);
    await endHold(own.ctx, checkoutId);
    await reconcileNow(own.ctx);
    const { get: before = 0 } = await own.paypal.calls();
    await own.paypal.next({ call: 'get', fault: 'slow', ms: 1000 });
    const asked = ana.tryCapture(checkoutId);
    await until('PayPal is asked', async () => ((await own.paypal.calls()).get ?? 0) > before);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(100);
    expect((await asked).body.code).toBe('payment_not_approved');
  });
});
