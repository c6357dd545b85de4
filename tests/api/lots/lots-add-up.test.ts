import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expireLots } from '#src/features/catalogue/server/lots/expire.service.ts';
import { exchangeLots, findChoices, lockLots, propose } from '#src/features/catalogue/server/lots/lot-choice.ts';
import { unitsOfLots } from '#src/features/catalogue/server/lots/lots.repository.ts';
import { changeStock, returnStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { findUnexplained } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import type { Context } from '#src/server/context.ts';
import { addDays } from '#src/shared/german-day.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const CODES = ['AGUA', 'MATE'] as const;
const START = '2026-11-29';
const own = forFile(() =>
  stockedShop(CODES.map((code) => ({ cod_catalog: code, product_name: code, quantity_available: 3 }))),
);

/** The shop at noon, this many days later. */
const on = (day: number): Context => ({ ...own.ctx, now: () => new Date(`${addDays(START, day)}T12:00:00Z`) });

interface Sale {
  checkoutId: string;
  productId: number;
  quantity: number;
}

/** Lots are a part of the stock, each explained by its movements. */
async function expectSums(): Promise<void> {
  const { read } = own.ctx.db;
  const lots = await read.selectFrom('lots').selectAll().execute();
  const moves = await read.selectFrom('stock_movements').selectAll().execute();
  const sum = (units: number[]) => units.reduce((all, one) => all + one, 0);
  for (const lot of lots)
    expect(sum(moves.filter(({ lot_id: id }) => id === lot.id).map(({ units }) => units))).toBe(lot.units);
  const products = await read.selectFrom('products').select(['id', 'quantity_available as stock']).execute();
  for (const { id, stock } of products)
    expect(sum(lots.filter((lot) => lot.product_id === id).map(({ units }) => units))).toBeLessThanOrEqual(stock);
  for (const sale of Map.groupBy(
    moves.filter((move) => move.checkout_id),
    (move) => move.checkout_id,
  ).values())
    for (const ofLot of Map.groupBy(sale, ({ lot_id: id }) => id).values())
      expect(sum(ofLot.map(({ units }) => units))).toBeLessThanOrEqual(0);
}

const step = fc.record({
  act: fc.constantFrom('receive', 'sell', 'sell', 'pack', 'unpack', 'return', 'count', 'expire', 'older server'),
  code: fc.constantFrom(...CODES),
  units: fc.integer({ min: 1, max: 6 }),
  lot: fc.constantFrom('', 'A', 'B', 'C'),
  /** Until its date, from the first day on. */
  days: fc.option(fc.integer({ min: 0, max: 12 })),
  which: fc.nat(20),
});

it('whatever is received, sold, packed, taken back, counted and expired, lots never exceed the stock and all is explained', async () => {
  const ids = new Map(
    await Promise.all(CODES.map(async (code) => [code, (await productByCode(own.ctx, code)).id] as const)),
  );
  let day = 0;
  // Servers of the version before note nothing.
  const touched = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const sales: Sale[] = [];
      for (const { act, code, units, lot, days, which } of steps) {
        const ctx = on(day);
        const productId = ids.get(code)!;
        const sale = sales[which % Math.max(1, sales.length)];
        const { write } = ctx.db;
        if (act === 'receive') {
          const bestBefore = days === null ? '' : addDays(START, day + days - 1);
          const line = { code, name: code, units, cost: null, lot, bestBefore };
          const delivery = { supplier: 'x', note: randomUUID(), lines: [line] };
          expect((await bookDelivery(ctx, delivery, { expiredToo: true })).ok).toBe(true);
        } else if (act === 'sell') {
          const checkoutId = randomUUID();
          const lines = [{ productId, quantity: units }];
          const missing = await write((tx) => takeStock(ctx, tx, lines, { reason: 'held', checkoutId }));
          if (missing.length === 0) sales.push({ checkoutId, productId, quantity: units });
        } else if (act === 'count')
          await write((tx) => changeStock(ctx, tx, code, { add: which % 2 ? 1 : -1 }, { reason: 'counted' }));
        else if (act === 'expire') {
          day += 1;
          await Promise.all([expireLots(on(day)), expireLots(on(day))]);
          const old = await ctx.db.read
            .selectFrom('lots')
            .select('id')
            .where('units', '>', 0)
            .where('best_before', '<', addDays(START, day))
            .where('best_before', '!=', '')
            .execute();
          expect(old).toEqual([]);
        } else if (act === 'older server') {
          const { quantity_available: stock } = await productByCode(ctx, code);
          await setProduct(ctx, code, { quantity_available: Math.max(0, stock - 1) });
          touched.add(code);
          await write((tx) => changeStock(ctx, tx, code, { add: 1 }, { reason: 'changed' }));
        } else if (sale && act === 'return') {
          sales.splice(sales.indexOf(sale), 1);
          const { checkoutId } = sale;
          await write((tx) => returnStock(ctx, tx, [sale], { reason: 'returned', checkoutId }));
        } else if (sale)
          await write(async (tx) => {
            if (!(await lockLots(ctx.db, tx, [sale.productId]))) return;
            const parcelled = { ...sale, units: sale.quantity, elsewhere: new Map<number, number>() };
            const choices = await findChoices(tx, parcelled);
            const another = choices.slice(which % Math.max(1, choices.length));
            const wanted = act === 'pack' ? unitsOfLots(another, sale.quantity) : propose(ctx, choices);
            await exchangeLots(ctx, tx, parcelled, choices, wanted);
          });
        await expectSums();
      }
      const unexplained = await findUnexplained(own.ctx.db.read);
      expect(unexplained.filter(({ code }) => !touched.has(code))).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

it('twenty buyers at once get the last units once, from the lots that expire first, and none that is expired', async () => {
  const ctx = on(400);
  const lines = [
    ['OLD', 399, 5],
    ['LATE', 420, 4],
    ['SOON', 410, 6],
  ] as const;
  await expireLots(ctx);
  const { id: productId, quantity_available: before } = await productByCode(ctx, 'AGUA');
  await ctx.db.write((tx) => changeStock(ctx, tx, 'AGUA', { add: -before }, { reason: 'counted' }));
  for (const [lot, days, units] of lines) {
    const line = { code: 'AGUA', name: '', units, cost: null, lot, bestBefore: addDays(START, days) };
    await bookDelivery(ctx, { supplier: 'x', note: lot, lines: [line] }, { expiredToo: true });
  }
  const buyers = Array.from({ length: 20 }, () => randomUUID());
  const missing = await Promise.all(
    buyers.map((checkoutId) =>
      ctx.db.write((tx) => takeStock(ctx, tx, [{ productId, quantity: 1 }], { reason: 'held', checkoutId })),
    ),
  );
  expect(missing.filter((ids) => ids.length === 0)).toHaveLength(10);
  const left = await ctx.db.read
    .selectFrom('lots')
    .select(['lot', 'units'])
    .where('product_id', '=', productId)
    .where('lot', 'in', ['OLD', 'LATE', 'SOON'])
    .execute();
  expect(new Map(left.map(({ lot, units }) => [lot, units]))).toEqual(
    new Map([
      ['OLD', 5],
      ['LATE', 0],
      ['SOON', 0],
    ]),
  );
  const moves = await ctx.db.read
    .selectFrom('stock_movements as m')
    .innerJoin('lots as l', 'l.id', 'm.lot_id')
    .select('l.lot')
    .where('m.checkout_id', 'in', buyers)
    .orderBy('m.id')
    .execute();
  expect(moves.map(({ lot }) => lot)).toEqual([...Array(6).fill('SOON'), ...Array(4).fill('LATE')]);
  await expectSums();
});
