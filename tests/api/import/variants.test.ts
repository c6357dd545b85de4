import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportCatalogue } from '#src/features/editing/server/import/export-catalogue.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const FAMILY: Cells[] = [
  { cod_catalog: 'BEB-001', net_quantity: 250 },
  { cod_catalog: 'BEB-002', net_quantity: 500, variant_of: 'BEB-001' },
  { cod_catalog: 'BEB-003', variant_of: 'BEB-001', variant_pt: 'Com hortelã', variant_de: 'Mit Minze' },
];

let own: StockedShop;
beforeEach(async () => {
  own = await stockedShop(FAMILY);
});
afterEach(() => own?.dispose());

const variantOf = async (code: string) =>
  (await own.ctx.db.read.selectFrom('products').select('variant_of').where('cod_catalog', '=', code).executeTakeFirst())
    ?.variant_of;

describe('an import of variants', () => {
  it('changes nothing when an export is imported again', async () => {
    const folder = path.join(own.env.DATA_DIR ?? '', 'exported');
    expect(await exportCatalogue(own.ctx, folder, { agrees: false })).toMatchObject({ ok: true });
    expect(readFileSync(path.join(folder, 'bebidas/products.csv'), 'utf8')).toMatch(/BEB-001,Com hortelã,Mit Minze\n/);
    const { publications: _, ...before } = await dumpRows(own.ctx);
    const again = await own.stock([], {
      'shelf/products.csv': readFileSync(path.join(folder, 'bebidas/products.csv')),
    });
    expect(again).toMatchObject({ added: [], changed: [], withdrawn: [] });
    const { publications: __, ...after } = await dumpRows(own.ctx);
    expect(after).toEqual(before);
  });

  it('takes a new variant of a product that is not in its table', async () => {
    await own.stock([{ cod_catalog: 'BEB-004', net_quantity: 750, variant_of: 'BEB-001' }], {}, { partial: true });
    expect(await variantOf('BEB-004')).toBe('BEB-001');
  });

  it('leaves families as they are in a table without their columns', async () => {
    await own.stock([{ cod_catalog: 'BEB-002', net_quantity: 500, real_price: '5.99' }], {}, { partial: true });
    expect(await variantOf('BEB-002')).toBe('BEB-001');
  });

  it('refuses a family whose first product leaves the shop, and a table that makes a chain', async () => {
    const without = await own.import(FAMILY.slice(1));
    expect(without.stderr).toContain('products.csv:2 variant_of: the shop has no product BEB-001.');
    const chain: Cells[] = [
      { cod_catalog: 'BEB-001', net_quantity: 250, variant_of: 'BEB-009' },
      { cod_catalog: 'BEB-009' },
    ];
    const chained = await own.import(chain, {}, ['--partial']);
    expect(chained.stderr).toContain('BEB-001 is itself a variant. Write BEB-009.');
    expect(await variantOf('BEB-002')).toBe('BEB-001');
  });
});
