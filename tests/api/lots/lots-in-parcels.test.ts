import { beforeAll, expect, it } from 'vitest';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { deliverOrder, handOverOrder, packOrder } from '#src/features/orders/server/delivery.service.ts';
import { expireGoods } from '#src/features/orders/server/lots/expired-lots.ts';
import { findOrderByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { resendOrder } from '#src/features/orders/server/resend.service.ts';
import { takeUnitsBack } from '#src/features/refunds/server/refund.service.ts';
import { findLeft } from '#src/features/recall/server/recall.service.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { failing } from '../../support/failing.ts';
import { productByCode } from '../../support/people/rows.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import type { Code } from '../../support/shops/paying-shop.ts';
import { formsIn } from '../../support/texts/html-forms.ts';

const own = forFile(deskShop);
let today: string;
let note = 0;

beforeAll(() => {
  today = germanDay(own.ctx.now().toISOString());
});

const receive = async (code: Code, lot: string, days: number, units: number) => {
  const line = { code, name: '', units, cost: null, lot, bestBefore: addDays(today, days) };
  note += 1;
  expect((await bookDelivery(own.ctx, { supplier: 'x', note: `${note}`, lines: [line] })).ok).toBe(true);
};

const lotRows = async (code: Code) => {
  const { id } = await productByCode(own.ctx, code);
  return own.ctx.db.read.selectFrom('lots').selectAll().where('product_id', '=', id).execute();
};

/** What can be sold of each lot of a product. */
const lotsOf = async (code: Code) => Object.fromEntries((await lotRows(code)).map(({ lot, units }) => [lot, units]));

/** The lot's last day was yesterday. */
const expire = async (lot: string) => {
  const row = { best_before: addDays(today, -1) };
  await own.ctx.db.read.updateTable('lots').set(row).where('lot', '=', lot).execute();
};

const stockOf = async (code: Code) => (await productByCode(own.ctx, code)).quantity_available;

const buy = async (cart: Partial<Record<Code, number>>) =>
  (await findOrderByNumber(own.ctx.db.read, await own.buy(cart)))!;

const pack = async (order: StoredOrder, code: Code, lot?: string) =>
  expect((await packOrder(own.ctx, order, lot === undefined ? {} : { lots: [{ code, lot }] })).ok).toBe(true);

const send = async (order: StoredOrder) =>
  expect((await handOverOrder(own.ctx, order, { carrier: null, trackingNumber: null })).ok).toBe(true);

const notesOf = async ({ id }: StoredOrder, number = 1) =>
  own.ctx.db.read
    .selectFrom('parcel_lots as p')
    .leftJoin('lots as l', 'l.id', 'p.lot_id')
    .select(['p.lot as noted', 'l.lot', 'p.units'])
    .where('p.order_id', '=', id)
    .where('p.number', '=', number)
    .orderBy('p.lot')
    .execute();

const fieldOf = async ({ orderNumber }: StoredOrder, code: Code) => {
  const { html } = await own.packer.get(`/desk/packing/${orderNumber}`);
  return formsIn(html).find(({ fields }) => 'parcel' in fields)?.fields[`lot-${code}`];
};

/** A refund of one unit, which goes back to the shelf. */
const refund = async ({ orderNumber }: StoredOrder, code: Code) => {
  const path = `/desk/orders/${orderNumber}/refund`;
  const fields = { what: 'lines', [`units-${code}`]: '1', restock: 'yes' };
  const [, confirmed = ''] = /name="confirmed" value="(\d+)"/.exec((await own.owner.post(path, fields)).html) ?? [];
  expect((await own.owner.post(path, { ...fields, confirmed })).location).toContain('done=refunded');
};

it('a replacement takes its lot once, also when a unit of the first parcel came back', async () => {
  await receive('MATE', 'M-1', 90, 6);
  const order = await buy({ MATE: 2 });
  await pack(order, 'MATE');
  await send(order);
  await refund(order, 'MATE');
  expect(await lotsOf('MATE')).toEqual({ 'M-1': 5 });
  const wish = { reason: 'lost', units: new Map([['MATE', 1]]) } as const;
  expect((await resendOrder(own.ctx, order, wish)).ok).toBe(true);
  expect(await lotsOf('MATE'), 'taken').toEqual({ 'M-1': 4 });
  await packOrder(own.ctx, order, { parcel: 2 });
  expect(await notesOf(order, 2)).toEqual([{ noted: 'M-1', lot: 'M-1', units: 1 }]);
  expect(await lotsOf('MATE'), 'packed').toEqual({ 'M-1': 4 });
});

it('a unit that left in a parcel with a strange lot number is not exchanged when its lot expires', async () => {
  await receive('GUARANA', 'G-1', 60, 2);
  await receive('GUARANA', 'G-2', 90, 4);
  const order = await buy({ GUARANA: 2 });
  await packOrder(own.ctx, order, { lots: [{ code: 'GUARANA', lot: 'X-99' }], units: new Map([['GUARANA', 1]]) });
  expect(await notesOf(order)).toEqual([{ noted: 'X-99', lot: 'G-1', units: 1 }]);
  await expire('G-1');
  await expireGoods(own.ctx);
  expect(await lotsOf('GUARANA')).toEqual({ 'G-1': 0, 'G-2': 3 });
  expect(await fieldOf(order, 'GUARANA')).toBe('G-2');
});

it('an order whose expired units cannot be exchanged does not keep another one from getting fresh ones', async () => {
  await receive('GUARANA', 'G-3', 50, 2);
  const orders = [await buy({ GUARANA: 1 }), await buy({ GUARANA: 1 })];
  await expire('G-3');
  const expired = async () => {
    const rows = await own.ctx.db.read
      .selectFrom('stock_movements as m')
      .innerJoin('lots as l', 'l.id', 'm.lot_id')
      .select((row) => row.fn.sum<number | string>('m.units').as('units'))
      .where('l.lot', '=', 'G-3')
      .where(
        'm.checkout_id',
        'in',
        orders.map(({ checkoutId }) => checkoutId),
      )
      .execute();
    return Number(rows[0]!.units);
  };
  expect(await expired()).toBe(-2);
  await expireGoods(failing(own.ctx));
  expect(await expired()).toBe(-1);
  await expireGoods(own.ctx);
  expect(await expired()).toBe(0);
});

it('a parcel may have units of no known lot beside known ones, and of two lots that the packer names', async () => {
  const stock = await stockOf('AGUA');
  await receive('AGUA', 'A-1', 70, 2);
  const mixed = await buy({ AGUA: 3 });
  expect(await fieldOf(mixed, 'AGUA')).toBe('A-1, ?');
  await pack(mixed, 'AGUA', 'A-1, ?');
  expect(await notesOf(mixed)).toEqual([
    { noted: '?', lot: null, units: null },
    { noted: 'A-1', lot: 'A-1', units: 2 },
  ]);
  await receive('AGUA', 'A-2', 80, 3);
  await receive('AGUA', 'A-3', 85, 3);
  const named = await buy({ AGUA: 3 });
  expect(await lotsOf('AGUA')).toEqual({ 'A-1': 0, 'A-2': 0, 'A-3': 3 });
  await pack(named, 'AGUA', 'A-2, A-3');
  expect(await notesOf(named)).toEqual([
    { noted: 'A-2', lot: 'A-2', units: 2 },
    { noted: 'A-3', lot: 'A-3', units: 1 },
  ]);
  expect(await lotsOf('AGUA')).toEqual({ 'A-1': 0, 'A-2': 1, 'A-3': 2 });
  expect(await stockOf('AGUA')).toBe(stock + 2);
});

it('an expired unit that came back is thrown away once, and a failed refund takes no fresh one for it', async () => {
  await receive('MATE', 'M-2', 40, 2);
  await receive('MATE', 'M-3', 95, 5);
  const order = await buy({ MATE: 2 });
  await pack(order, 'MATE', 'M-2');
  await send(order);
  await deliverOrder(own.ctx, order);
  await expire('M-2');
  const [stock, lots] = [await stockOf('MATE'), await lotsOf('MATE')];
  await refund(order, 'MATE');
  expect([await stockOf('MATE'), await lotsOf('MATE')], 'thrown away').toEqual([stock, lots]);
  const { db } = own.ctx;
  await db.write((tx) => takeUnitsBack(own.ctx, tx, order, [{ code: 'MATE', units: 1 }]));
  expect([await stockOf('MATE'), await lotsOf('MATE')], 'undone').toEqual([stock, lots]);
  const { id } = await productByCode(own.ctx, 'MATE');
  const rows = await db.read
    .selectFrom('stock_movements')
    .select(['reason', 'units'])
    .where('checkout_id', '=', order.checkoutId)
    .where('product_id', '=', id)
    .where('reason', 'in', ['returned', 'return_undone', 'expired'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ reason, units }) => `${reason} ${units}`)).toEqual([
    ...['returned 1', 'expired -1', 'expired 1', 'return_undone -1'],
  ]);
});

it('two lots with the same number are told apart by their dates, and a field with many lots is kept whole', async () => {
  await receive('AGUA', 'B 7', 41, 1);
  await receive('AGUA', 'b-7', 42, 2);
  const order = await buy({ AGUA: 2 });
  const [first, second] = [`B 7 ${addDays(today, 41)}`, `b-7 ${addDays(today, 42)}`];
  expect(await fieldOf(order, 'AGUA')).toBe(`${first}, ${second}`);
  const typed = `${first}, ${'a further label '.repeat(3)}, ${second}`;
  expect(typed.length).toBeGreaterThan(60);
  await own.packer.post(`/desk/packing/${order.orderNumber}`, { act: 'pack', 'lot-AGUA': typed });
  const lots = (await notesOf(order)).map(({ noted, lot, units }) => [noted, lot, units]);
  expect(lots).toContainEqual([first, 'B 7', 1]);
  expect(lots).toContainEqual([second, 'b-7', 1]);
});

it('a recall by lot knows what is left: in the stock, and held or ordered but not packed', async () => {
  await receive('GUARANA', 'R-1', 30, 6);
  const recalled = { code: 'GUARANA', lot: 'r1' };
  const [packed] = [await buy({ GUARANA: 1 }), await buy({ GUARANA: 2 })];
  const leftOf = async () => {
    const { lots, ordered } = await findLeft(own.ctx.db.read, recalled);
    return [lots, ordered].map((some) => some.map(({ lot, units }) => `${units} ${lot}`));
  };
  expect(await leftOf()).toEqual([['3 R-1'], ['3 R-1']]);
  await pack(packed, 'GUARANA');
  expect(await leftOf()).toEqual([['3 R-1'], ['2 R-1']]);
  const hazard = { 'hazard-pt-BR': 'Vidro.', 'hazard-de-DE': 'Glas.', 'hazard-en-US': 'Glass.' };
  const page = await own.owner.post('/desk/products/recalls/new', {
    ...{ code: 'GUARANA', scope: 'lots', lots: 'R-1' },
    ...hazard,
  });
  expect(page.text).toMatch(/Held or ordered, not packed yet: 2 × R-1, best before/);
  expect(page.text).toContain(packed.orderNumber);
});
