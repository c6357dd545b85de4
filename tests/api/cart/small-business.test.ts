import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceCart } from '#src/features/cart/server/cart.service.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
let folder: string;

beforeAll(async () => {
  own = await stockedShop([
    { cod_catalog: 'AGUA', real_price: '4.99' },
    { cod_catalog: 'GUARANA', real_price: '1.49', deposit: '0.25', vat_rate: 19 },
  ]);
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-facts-'));
});
afterAll(async () => {
  delete process.env.WRITTEN_DIR;
  rmSync(folder, { recursive: true });
  await own?.dispose();
});

it('a small business charges the same prices and shows no VAT in them (§19 UStG)', async () => {
  const lines = Object.values(await idsOf(own.ctx)).map((productId) => ({ productId, quantity: 1 }));
  const regular = await priceCart(own.ctx, own.ctx.db.read, 'de-DE', lines);
  expect(regular.totals.vat.map(({ rate }) => rate)).toEqual([7, 19]);
  const facts = readFileSync('src/content/shop.yaml', 'utf8').replace('mode: regular', 'mode: small_business');
  writeFileSync(path.join(folder, 'shop.yaml'), facts);
  process.env.WRITTEN_DIR = folder;
  const small = await priceCart(own.ctx, own.ctx.db.read, 'de-DE', lines);
  expect(small.totals).toEqual({ ...regular.totals, vat: [] });
  expect(small.lines.map(({ product }) => product.vatRate)).toEqual([0, 0]);
});
