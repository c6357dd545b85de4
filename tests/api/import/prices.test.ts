import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { dumpRows, historyOf, productByCode } from '../../support/people/rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const CODE = 'BEB-001';

let own: StockedShop;

beforeEach(async () => {
  own = await stockedShop();
});
afterEach(() => own?.dispose());

const sell = (real_price: string, discount = '', cells: Cells = {}, files = {}) =>
  own.stock([{ cod_catalog: CODE, real_price, discount, ...cells }], files);
const history = async () =>
  (await historyOf(own.ctx, CODE)).map((row) => [row.real_price_cents, row.discount_percent, row.price_cents]);
const reference = async () => (await productByCode(own.ctx, CODE)).reference_price_cents;

describe('the price history', () => {
  it('begins with the price of the first import', async () => {
    const before = new Date().toISOString();
    await sell('4.99');
    expect(await history()).toEqual([[499, 0, 499]]);
    const [row] = await historyOf(own.ctx, CODE);
    expect(row!.valid_from >= before && row!.valid_from <= new Date().toISOString()).toBe(true);
  });

  it('gets one row for a new price or discount, and none for anything else', async () => {
    await sell('4.99');
    await sell('5.49');
    await sell('5.49', '', { product_name: 'Outro nome' });
    await sell('5.49', '10');
    await sell('5.49', '10', { subtitle_en: 'Text' });
    expect(await history()).toEqual([
      [499, 0, 499],
      [549, 0, 549],
      [549, 10, 494],
    ]);
  });

  it('gets no row when a withdrawn product returns at its price, and one row when at another', async () => {
    await sell('4.99');
    await own.stock([{ cod_catalog: 'BEB-002' }]);
    await sell('4.99');
    expect(await history()).toHaveLength(1);
    await own.stock([{ cod_catalog: 'BEB-002' }]);
    await sell('6.00');
    expect(await history()).toEqual([
      [499, 0, 499],
      [600, 0, 600],
    ]);
  });

  it('reads earlier prices from the file at the first import only', async () => {
    const file = (rows: string) => ({
      'shelf/price-history.csv': `cod_catalog,valid_from,real_price,discount\n${rows}`,
    });
    const rows = `${CODE},2024-01-01,10.00,\n${CODE},2024-03-01,10.00,20\n`;
    await sell('10.00', '20', {}, file(rows));
    expect((await historyOf(own.ctx, CODE)).map((row) => [row.valid_from, row.price_cents])).toEqual([
      ['2024-01-01T00:00:00.000Z', 1000],
      ['2024-03-01T00:00:00.000Z', 800],
    ]);
    await sell('10.00', '20', { product_name: 'Outro' }, file(`${CODE},2023-01-01,1.00,\n${rows}`));
    expect(await history()).toHaveLength(2);
  });

  it('continues from a file whose last row is not the present price by adding that price at the import', async () => {
    const before = new Date().toISOString();
    await sell(
      '5.49',
      '',
      {},
      { 'shelf/price-history.csv': `cod_catalog,valid_from,real_price\n${CODE},2025-03-01,4.99\n` },
    );
    expect(await history()).toEqual([
      [499, 0, 499],
      [549, 0, 549],
    ]);
    expect((await historyOf(own.ctx, CODE)).at(-1)!.valid_from >= before).toBe(true);
  });

  it.each([
    ['changed', () => own.ctx.db.read.updateTable('price_history').set({ price_cents: 1 }).execute()],
    ['deleted', () => own.ctx.db.read.deleteFrom('price_history').execute()],
    ['changed past the triggers of rows', () => sql`update price_history set id = id`.execute(own.ctx.db.read)],
  ])('refuses to be %s', async (_how, act) => {
    await sell('4.99');
    const before = await dumpRows(own.ctx);
    await expect(act()).rejects.toThrow('price_history is append-only');
    expect(await dumpRows(own.ctx)).toEqual(before);
  });

  it.runIf(process.env.TEST_ENGINE === 'postgres')('cannot be emptied', async () => {
    await sell('4.99');
    await expect(sql`truncate price_history`.execute(own.ctx.db.read)).rejects.toThrow('price_history is append-only');
  });
});

describe('the struck-through price', () => {
  it('is the price before the discount', async () => {
    await sell('10.00');
    expect(await reference()).toBeNull();
    await sell('10.00', '15');
    expect(await reference()).toBe(1000);
  });

  it('is the lowest price of the last 30 days, not one that was raised just before', async () => {
    await sell('10.00');
    await sell('15.00');
    await sell('15.00', '20');
    expect(await reference()).toBe(null);
    await sell('15.00', '40');
    expect(await reference()).toBe(1000);
  });

  it('stays when the discount grows', async () => {
    await sell('10.00');
    await sell('10.00', '10');
    await sell('10.00', '30');
    expect(await reference()).toBe(1000);
  });

  it('disappears with the discount', async () => {
    await sell('10.00');
    await sell('10.00', '10');
    await sell('10.00');
    expect(await reference()).toBeNull();
  });

  it('is missing when there was no price before', async () => {
    await sell('10.00', '10');
    expect(await reference()).toBeNull();
  });

  it('comes from the file’s history without prices that ended more than 30 days before the discount', async () => {
    const rows = ['2024-01-01,7.00,', '2024-01-10,10.00,', '2024-03-01,10.00,20'].map((row) => `${CODE},${row}`);
    const files = { 'shelf/price-history.csv': `cod_catalog,valid_from,real_price,discount\n${rows.join('\n')}\n` };
    await sell('10.00', '20', {}, files);
    expect(await reference()).toBe(1000);
  });
});
