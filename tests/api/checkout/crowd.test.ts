import { beforeAll, describe, expect, it } from 'vitest';
import { newBuyer, type Begun, type Buyer } from '../../support/people/buyer.ts';
import {
  changeCheckout,
  checkoutRow,
  idsOf,
  minutesAgo,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import type { RunningShop } from '../../support/shops/server.ts';

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '20000' }));
let second: RunningShop;
let ids: Record<string, number>;

beforeAll(async () => {
  second = await own.serve();
  ids = await idsOf(own.ctx);
});

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const newBuyers = (count: number) =>
  Promise.all(times(count, (index) => newBuyer(own.ctx, [own.server.url, second.url][index % 2]!)));
const orderCount = async () => (await own.ctx.db.read.selectFrom('orders').select('id').execute()).length;

describe('a crowd of buyers at two servers', { retry: 0 }, () => {
  it('places exactly 10 orders when 50 want a stock of 10; 40 learn that it is sold out, and no unit is left', async () => {
    await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
    const before = await orderCount();
    const buyers = await newBuyers(50);
    const buy = async (buyer: Buyer) => {
      const { status, body } = await buyer.tryBegin<Begun & { code?: string; products?: number[] }>(
        [own.line('AGUA')],
        {
          expectedTotal: 9.99,
        },
      );
      if (status !== 201) return { status, code: body.code, products: body.products };
      await own.paypal.approve(body.paypalOrderId);
      expect((await buyer.capture(body.checkoutId)).status).toBe('success');
      return { status };
    };
    const outcomes = await Promise.all(buyers.map(buy));
    const refused = outcomes.filter(({ status }) => status !== 201);
    expect(refused).toEqual(times(40, () => ({ status: 409, code: 'sold_out', products: [ids.AGUA] })));
    expect(await stockOf(own.ctx, 'AGUA')).toBe(0);
    expect(await orderCount()).toBe(before + 10);
    const mails = own.ctx.db.read
      .selectFrom('outbox')
      .select('recipient')
      .where(
        'recipient',
        'in',
        buyers.map(({ email }) => email),
      );
    expect(new Set((await mails.execute()).map(({ recipient }) => recipient)).size).toBe(10);
  });

  it('buys the last unit only once', async () => {
    await setProduct(own.ctx, 'MATE', { quantity_available: 1 });
    const answers = await Promise.all(
      (await newBuyers(2)).map((buyer) => buyer.tryBegin([own.line('MATE')], { expectedTotal: 6.67 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await stockOf(own.ctx, 'MATE')).toBe(0);
  });

  it('creates one order and one charge when two buyers with expired holds pay for the last unit', async () => {
    await setProduct(own.ctx, 'MATE', { quantity_available: 2 });
    const buyers = await newBuyers(2);
    const begun = await Promise.all(buyers.map((buyer) => buyer.begin([own.line('MATE')])));
    for (const { checkoutId, paypalOrderId } of begun) {
      await changeCheckout(own.ctx, checkoutId, { hold_expires_at: minutesAgo(own.ctx, 1) });
      await own.paypal.approve(paypalOrderId);
    }
    await reconcileNow(own.ctx);
    await setProduct(own.ctx, 'MATE', { quantity_available: 1 });
    const answers = await Promise.all(buyers.map((buyer, index) => buyer.tryCapture(begun[index]!.checkoutId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const captures = await Promise.all(
      begun.map(async ({ paypalOrderId }) => (await own.paypal.order(paypalOrderId)).captures.length),
    );
    expect(captures.toSorted()).toEqual([0, 1]);
    expect(await stockOf(own.ctx, 'MATE')).toBe(0);
  });

  it('loses no unit and fails no buyer when buyers keep changing their carts and hold units that others want', async () => {
    await setProduct(own.ctx, 'AGUA', { quantity_available: 100 });
    await setProduct(own.ctx, 'GUARANA', { quantity_available: 100 });
    const buyers = await newBuyers(8);
    const rounds = 6;
    // Half of them run in the opposite order: one releases first the product that the other holds first.
    const wavering = buyers.map(async (buyer, index) => {
      const statuses: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const isEven = (index + round) % 2 === 0;
        const [lines, expectedTotal] = isEven ? [[own.line('AGUA', 2)], 14.98] : [[own.line('GUARANA', 2)], 8.48];
        statuses.push((await buyer.tryBegin(lines, { expectedTotal })).status);
      }
      return statuses;
    });
    expect((await Promise.all(wavering)).flat()).toEqual(times(8 * rounds, () => 201));
    expect([await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'GUARANA')]).toEqual([92, 92]);
  });
});

describe('two servers on one database', { retry: 0 }, () => {
  it('create one order when both capture the same checkout, ten times each', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA')]);
    await own.paypal.approve(paypalOrderId);
    const { capture: before = 0 } = await own.paypal.calls();
    const elsewhere = ana.at(second.url);
    const answers = await Promise.all(times(20, (index) => (index % 2 ? ana : elsewhere).capture(checkoutId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await own.paypal.calls()).capture).toBe(before + 1);
    expect((await checkoutRow(own.ctx, checkoutId)).state).toBe('ordered');
  });

  it('begin one checkout when both receive the same requestId', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const elsewhere = ana.at(second.url);
    const { create: before = 0 } = await own.paypal.calls();
    const answers = await Promise.all(
      times(10, (index) =>
        (index % 2 ? ana : elsewhere).begin([own.line('AGUA')], { requestId: 'one-attempt', expectedTotal: 9.99 }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await own.paypal.calls()).create).toBe(before + 1);
  });
});
