import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelUnusedLabels } from '#src/features/shipping/server/label.service.ts';
import { renderLabels } from '#src/features/shipping/server/label-pages.ts';
import { tellPaypalOfParcels } from '#src/features/shipping/server/paypal-tracking.service.ts';
import { followParcels } from '#src/features/shipping/server/track.service.ts';
import { findOrderByNumber, findOrdersByNumber } from '#src/features/orders/server/order.repository.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';
import { labelShop, textOf, type LabelShop, type Purchaser } from '../../support/shops/label-shop.ts';

let shop: LabelShop;
let { own, dhl, ctx, packed, bulk, make, chosenOf, shipmentsOf, labelsOf, dhlSettings } = {} as LabelShop;

beforeAll(async () => {
  shop = await labelShop();
  ({ own, dhl, ctx, packed, bulk, make, chosenOf, shipmentsOf, labelsOf, dhlSettings } = shop);
});
afterAll(() => shop?.dispose());

/** Orders of one buyer that travel in the parcel of the first one. */
async function travelling(carts: Parameters<typeof own.buy>[0][], given?: Purchaser): Promise<string[]> {
  const buyer = given ?? (await newBuyer(own.ctx, own.server.url));
  const numbers: string[] = [];
  for (const cart of carts) numbers.push(await packed({}, cart, buyer));
  const [first, ...others] = await findOrdersByNumber(ctx.db.read, numbers);
  const ids = others.map(({ checkoutId }) => checkoutId);
  await ctx.db.write((tx) =>
    tx.updateTable('checkouts').set({ ships_with: first!.id }).where('id', 'in', ids).execute(),
  );
  return numbers;
}

it('orders that travel together have one label for the weight of all, and leave with its number', async () => {
  const numbers = await travelling([{ AGUA: 1 }, { AGUA: 2 }]);
  const orders = await findOrdersByNumber(ctx.db.read, numbers);
  expect((await bulk('label', numbers)).text).toMatch(/2 of 2 done Orders: 2 · Parcels: 1/);
  const made = (await Promise.all(numbers.map(shipmentsOf))).flat();
  expect(made.map(({ grams }) => grams)).toEqual([3 * 550]);
  const out = path.join(own.env.DATA_DIR!, 'together.pdf');
  const command = await shopHere(['orders', 'labels', ...numbers, '--out', out], own.env);
  expect(command.stdout.trim()).toBe(`${numbers.join(', ')}: ${out} (labels: 1)`);
  const print = await own.packer.get(`/desk/orders/labels.pdf?parcels=${numbers.join(',')}`);
  expect(await textOf(print.bytes)).toEqual([expect.stringContaining(made[0]!.number)]);
  const sheets = await textOf((await renderLabels(dhlSettings('  paper: A4'), await chosenOf([numbers[1]!])))!);
  expect(sheets).toEqual([made[0]!.number, ...numbers].map((words) => expect.stringContaining(words) as string));

  const { location } = await bulk('handOver', numbers);
  expect((await own.packer.get(location)).text).toContain('1 parcel is handed over (orders: 2).');
  await tellPaypalOfParcels(own.ctx);
  const told = own.ctx.db.read.selectFrom('paypal_trackers').select(['order_id', 'tracking_number']);
  const ids = orders.map(({ id }) => id);
  expect((await told.where('order_id', 'in', ids).execute()).toSorted((a) => (a.order_id === ids[0] ? -1 : 1))).toEqual(
    ids.map((order_id) => ({ order_id, tracking_number: made[0]!.number })),
  );
});

it('orders under one label leave with its number, also after the email of one of them was corrected', async () => {
  const guest = newGuest(own.server.url);
  const [first, second] = (await travelling([{ AGUA: 1 }, { AGUA: 1 }], guest)) as [string, string];
  expect((await bulk('label', [first, second])).text).toContain('2 of 2 done');
  await own.owner.post(`/desk/orders/${second}/change`, { act: 'email', email: `right-${guest.email}` });
  for (const number of [first, second]) expect((await bulk('handOver', [number])).status).toBe(303);
  const [made] = await shipmentsOf(first);
  const typed = { act: 'handOver', parcel: '1', carrier: 'dhl', tracking: made!.number };
  expect((await own.packer.post(`/desk/orders/${await packed()}`, typed)).status).toBe(400);
});

it('a label is made again when another order is packed into its parcel', async () => {
  const [first, second] = (await travelling([{ AGUA: 1 }, { AGUA: 1 }])) as [string, string];
  await own.packer.post(`/desk/orders/${second}`, { act: 'undo', parcel: '1' });
  expect(await make(first)).toBe('made');
  await own.packer.post(`/desk/packing/${second}`, { act: 'pack', parcel: '1' });
  expect(await make(second)).toBe('made');
  await until('DHL cancels the label', async () => {
    await cancelUnusedLabels(ctx);
    return (await labelsOf(first))[0]!.state === 'cancelled';
  });
  const [earlier, both] = [await shipmentsOf(first), await shipmentsOf(second)];
  expect([...earlier, ...both].map(({ state, grams }) => [state, grams])).toEqual([
    ['cancelled', 550],
    ['made', 1100],
  ]);
  // What travels with it is opened with it.
  await own.packer.post(`/desk/orders/${first}`, { act: 'cancelLabel', parcel: '1' });
  expect((await own.packer.get(`/desk/orders/labels.pdf?parcels=${second}`)).status).toBe(404);
});

it('a label stays while a later one fails and while an order is packed under it, and moves no refunded order', async () => {
  const [first, second] = (await travelling([{ AGUA: 1 }, { AGUA: 1 }])) as [string, string];
  await own.packer.post(`/desk/orders/${second}`, { act: 'undo', parcel: '1' });
  expect(await make(first)).toBe('made');
  await own.packer.post(`/desk/packing/${second}`, { act: 'pack', parcel: '1' });
  await dhl.next({ call: 'create', fault: '503' });
  expect(await make(second)).toBe('carrier_down');
  await cancelUnusedLabels(ctx);
  expect((await labelsOf(first)).map(({ state }) => state)).toEqual(['made']);
  expect(await make(second)).toBe('made');

  // The label was made for the second order, and the first one is still in the parcel.
  await own.ctx.db.write((tx) =>
    tx.updateTable('orders').set({ payment_status: 'refunded' }).where('order_number', '=', second).execute(),
  );
  await cancelUnusedLabels(ctx);
  const made = (await labelsOf(second)).at(-1)!;
  expect(made.state).toBe('made');
  const deliveryOf = async (number: string) => (await findOrderByNumber(ctx.db.read, number))!.delivery;
  await dhl.event(made.tracking_number!, { code: 'transit' });
  await until('DHL reports the parcel', async () => {
    await followParcels(ctx);
    return (await deliveryOf(first)) === 'with_carrier';
  });
  expect(await deliveryOf(second)).toBe('not_with_carrier');
});
