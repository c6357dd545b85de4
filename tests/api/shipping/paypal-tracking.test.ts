import { expect, it } from 'vitest';
import { tellPaypalOfParcels } from '#src/features/shipping/server/paypal-tracking.service.ts';
import { newTrackingNumber } from '../../support/outside/tracking-number.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';

const [FIRST, SECOND] = ['00340434161094015902', 'RR123456785DE'];

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '2500' }));

async function orders(...args: string[]): Promise<void> {
  const { code, stderr } = await shopHere(['orders', ...args], own.env);
  expect([code, stderr]).toEqual([0, '']);
}

async function buy(units = 1) {
  const ana = await newBuyer(own.ctx, own.server.url);
  const { checkoutId, paypalOrderId } = await ana.begin([own.line('AGUA', units)]);
  await own.paypal.approve(paypalOrderId);
  return { paypalOrderId, number: (await ana.capture(checkoutId)).orderNumber };
}

const handOver = (number: string, tracking: string, ...more: string[]) =>
  orders('hand-over', number, '--carrier', 'dhl', '--tracking', tracking, ...more);

/** Lets the job's waiting times pass until nothing is to be done. The shop's own process runs the job, too. */
const paypalIsTold = (ctx = own.ctx) =>
  until('PayPal was told', async () => {
    await own.ctx.db.read
      .updateTable('paypal_trackers')
      .set({ check_at: minutesAgo(own.ctx, 1) })
      .where('check_at', 'is not', null)
      .execute();
    await tellPaypalOfParcels(ctx);
    const waiting = own.ctx.db.read.selectFrom('paypal_trackers').select('state').where('check_at', 'is not', null);
    return (await waiting.execute()).length === 0;
  });

const trackersOf = async (id: string) =>
  (await own.paypal.order(id)).trackers.map(({ number, carrier, status }) => `${number} ${carrier} ${status}`);
const stateOf = async (tracking: string) =>
  (
    await own.ctx.db.read
      .selectFrom('paypal_trackers')
      .select('state')
      .where('tracking_number', '=', tracking)
      .executeTakeFirst()
  )?.state;

it('PayPal learns the number of each parcel once, although answers are lost', async () => {
  const { number, paypalOrderId } = await buy(2);
  await orders('pack', number, '--line', 'AGUA=1');
  await handOver(number, FIRST, '--parcel', '1', '--sure');
  for (const fault of ['reset-after', '500-after', '503', 'timeout-after'])
    await own.paypal.next({ call: 'track', fault, times: 3 });
  await paypalIsTold();
  expect(await trackersOf(paypalOrderId)).toEqual([`${FIRST} DE_DHL SHIPPED`]);

  await handOver(number, SECOND);
  await paypalIsTold();
  expect(await trackersOf(paypalOrderId)).toEqual([`${FIRST} DE_DHL SHIPPED`, `${SECOND} DE_DHL SHIPPED`]);
});

it('PayPal drops a number when the hand-over is undone, and gets it again when the parcel leaves after all', async () => {
  const { number, paypalOrderId } = await buy();
  await handOver(number, 'RB123456785DE');
  await paypalIsTold();
  await orders('undo', number);
  await paypalIsTold();
  expect(await trackersOf(paypalOrderId)).toEqual(['RB123456785DE DE_DHL CANCELLED']);

  await handOver(number, 'RB123456785DE');
  await paypalIsTold();
  expect(await trackersOf(paypalOrderId)).toEqual(['RB123456785DE DE_DHL SHIPPED']);
});

it('PayPal never hears of a hand-over that was undone at once, and is asked only once when it refuses', async () => {
  const undone = await buy();
  await handOver(undone.number, 'RC123456785DE');
  await orders('undo', undone.number);
  await paypalIsTold();
  expect(await trackersOf(undone.paypalOrderId)).toEqual([]);

  const refused = await buy();
  await own.paypal.next({ call: 'track', fault: 'CAPTURE_STATUS_NOT_VALID' });
  await handOver(refused.number, 'RD123456785DE');
  await paypalIsTold();
  expect([await stateOf('RD123456785DE'), await trackersOf(refused.paypalOrderId)]).toEqual(['refused', []]);
});

it.each([
  'timeout',
  'timeout-after',
  'reset',
  'reset-after',
  '500',
  '500-after',
  '503',
  '429',
  '401',
  'garbage',
  'slow',
])(
  'PayPal knows one number while a parcel is on its way, and none after an undo, although it answered %s',
  async (fault) => {
    const { number, paypalOrderId } = await buy();
    const paypal = own.paypal.gateway({ timeoutMs: 300 });
    const tracking = newTrackingNumber();
    for (const [step, left] of [
      [() => handOver(number, tracking), `${tracking} DE_DHL SHIPPED`],
      [() => orders('undo', number), `${tracking} DE_DHL CANCELLED`],
      [() => handOver(number, tracking), `${tracking} DE_DHL SHIPPED`],
    ] as const) {
      await own.paypal.next({ call: 'track', fault, times: 3, ms: 500 });
      await step();
      await paypalIsTold({ ...own.ctx, paypal });
      expect(await trackersOf(paypalOrderId)).toEqual([left]);
    }
  },
);
