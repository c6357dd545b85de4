import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/people/call.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());
let ids: Record<string, number>;

beforeAll(async () => {
  const { products } = (await call(server.url, '/api/')).body;
  ids = Object.fromEntries(products.map(({ cod_catalog, id }) => [cod_catalog, id]));
});

const change = (
  code: string,
  values: { quantity_available?: number; price_cents?: number; withdrawn_at?: string | null; age_limit?: number },
) => own.ctx.db.read.updateTable('products').set(values).where('cod_catalog', '=', code).execute();

beforeEach(() => change('BEB-001', { quantity_available: 20, price_cents: 149, withdrawn_at: null, age_limit: 0 }));

const line = (code: string, quantity = 1, more: object = {}) => ({ productId: ids[code], quantity, ...more });
const price = async (lines: object[]) => (await postCart(server.url, { lines })).body;

describe('a cart', () => {
  it('has no problems when everything is in order', async () => {
    expect((await price([line('BEB-001', 10, { price: 1.49 }), line('BEB-002')])).problems).toEqual([]);
  });

  it.each([
    [0, 1],
    [3, 4],
    [9, 10],
  ])(
    'with %i units left reports %i as sold out, lists the line and leaves it out of the totals',
    async (left, quantity) => {
      await change('BEB-001', { quantity_available: left });
      const { lines, problems, ...totals } = await price([line('BEB-001', quantity), line('BEB-002')]);
      expect(problems).toEqual([{ productId: ids['BEB-001'], code: 'sold_out' }]);
      expect(lines[0]).toMatchObject({ productId: ids['BEB-001'], quantity, product: { quantity_available: left } });
      expect(totals).toMatchObject({ subtotal: 8.5, shipping: 5, deposit: 0, total: 13.5 });
      expect(totals.vat.map(({ rate }) => rate)).toEqual([7]);
    },
  );

  it('may contain all remaining units', async () => {
    await change('BEB-001', { quantity_available: 3 });
    expect(await price([line('BEB-001', 3)])).toMatchObject({ subtotal: 4.47, problems: [] });
  });

  it('costs no shipping when nothing in it can be ordered', async () => {
    await change('BEB-001', { quantity_available: 0 });
    expect(await price([line('BEB-001')])).toMatchObject({ subtotal: 0, shipping: 0, deposit: 0, vat: [], total: 0 });
  });

  it('is cut to 10 of a product, added up over its lines, and says so', async () => {
    const { lines, problems, subtotal } = await price([line('BEB-001', 10), line('BEB-001', 1)]);
    expect(problems).toEqual([{ productId: ids['BEB-001'], code: 'max_units' }]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ quantity: 10, total: 14.9 });
    expect(subtotal).toBe(14.9);
  });

  it('accepts 100 lines of one product without counting one twice', async () => {
    const { lines, problems } = await price(Array.from({ length: 100 }, () => line('BEB-001', 10)));
    expect(lines.map(({ quantity }) => quantity)).toEqual([10]);
    expect(problems.map(({ code }) => code)).toEqual(['max_units']);
  });

  it('reports a nonexistent and a withdrawn product as unknown, and prices the rest', async () => {
    await change('BEB-001', { withdrawn_at: '2026-01-01T00:00:00.000Z' });
    const { lines, problems, total } = await price([
      line('BEB-001', 2),
      { productId: 999_999_999, quantity: 1 },
      line('BEB-002'),
    ]);
    expect(problems).toEqual([
      { productId: ids['BEB-001'], code: 'unknown' },
      { productId: 999_999_999, code: 'unknown' },
    ]);
    expect(lines.map(({ productId }) => productId)).toEqual([ids['BEB-002']]);
    expect(total).toBe(13.5);
  });

  it('names the products that need a proof of age, and leaves them out of all totals', async () => {
    const alone = await price([line('BEB-002')]);
    for (const age_limit of [16, 18]) {
      await change('BEB-001', { age_limit });
      const { lines, problems, ...totals } = await price([line('BEB-001', 3), line('BEB-002')]);
      expect(problems).toEqual([{ productId: ids['BEB-001'], code: 'age_restricted' }]);
      expect(lines).toHaveLength(2);
      const without = { ...totals, lines: alone.lines, problems: [] };
      expect(without).toEqual(alone);
    }
  });

  it('reports a price that changed since it was shown, up or down, and uses the new one', async () => {
    for (const [cents, euro] of [
      [150, 1.5],
      [148, 1.48],
    ] as const) {
      await change('BEB-001', { price_cents: cents });
      const { lines, problems } = await price([line('BEB-001', 1, { price: 1.49 })]);
      expect(problems).toEqual([{ productId: ids['BEB-001'], code: 'price_changed' }]);
      expect(lines[0]?.price).toBe(euro);
    }
  });

  it('does not report rounding as a changed price', async () => {
    for (const cents of [1, 29, 57, 115, 435, 1005, 1999, 100_001]) {
      await change('BEB-001', { price_cents: cents });
      expect((await price([line('BEB-001', 1, { price: cents / 100 })])).problems, String(cents)).toEqual([]);
    }
  });

  it('reports all problems of a line', async () => {
    await change('BEB-001', { quantity_available: 5, age_limit: 18 });
    const { problems } = await price([line('BEB-001', 10, { price: 9 }), line('BEB-001', 5)]);
    expect(problems.map(({ code }) => code).toSorted()).toEqual([
      'age_restricted',
      'max_units',
      'price_changed',
      'sold_out',
    ]);
    expect(new Set(problems.map(({ productId }) => productId))).toEqual(new Set([ids['BEB-001']]));
  });
});
