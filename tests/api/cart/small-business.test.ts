import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceCart } from '#src/features/cart/server/cart.service.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;

beforeAll(async () => {
  own = await stockedShop([
    { cod_catalog: 'AGUA', real_price: '4.99' },
    { cod_catalog: 'GUARANA', real_price: '1.49', deposit: '0.25', vat_rate: 19 },
  ]);
});
afterAll(() => own?.dispose());

it('a small business charges the same prices and shows no VAT in them (§19 UStG)', async () => {
  const lines = Object.values(await idsOf(own.ctx)).map((productId) => ({ productId, quantity: 1 }));
  const price = (mode: 'regular' | 'small_business') => {
    const shop = { ...own.ctx.shop, tax: { mode, number: '' } };
    return priceCart({ ...own.ctx, shop }, own.ctx.db.read, 'de-DE', lines);
  };
  const [regular, small] = [await price('regular'), await price('small_business')];
  expect(regular.totals.vat.map(({ rate }) => rate)).toEqual([7, 19]);
  expect(small.totals).toEqual({ ...regular.totals, vat: [] });
  expect(small.lines.map(({ product }) => product.vatRate)).toEqual([0, 0]);
});
