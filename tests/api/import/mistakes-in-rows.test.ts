import { beforeAll, describe, expect, it } from 'vitest';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop, type ImportOutcome } from '../../support/shops/stocked-shop.ts';

/** A row's wrong cells, and the field that the message must name. */
const WRONG: [cells: Cells, field: string][] = [
  [{ cod_catalog: 'beb 1' }, 'cod_catalog'],
  [{ cod_catalog: '' }, 'cod_catalog'],
  [{ product_name: '' }, 'product_name'],
  [{ product_name: 'a'.repeat(201) }, 'product_name'],
  [{ product_name: 'Guaraná\u0007' }, 'product_name'],
  [{ category_product: 'Bebidas' }, 'category_product'],
  [{ category_product: 'queijos' }, 'category_product'],
  [{ kind: 'drink' }, 'kind'],
  [{ real_price: '' }, 'real_price'],
  [{ real_price: '0' }, 'real_price'],
  [{ real_price: '-1' }, 'real_price'],
  [{ real_price: 'four' }, 'real_price'],
  [{ real_price: '4.999' }, 'real_price'],
  [{ real_price: '1.000,50' }, 'real_price'],
  [{ real_price: '€ 4,99' }, 'real_price'],
  [{ discount: '91' }, 'discount'],
  [{ discount: '12.5' }, 'discount'],
  [{ discount: '10 %' }, 'discount'],
  [{ quantity_available: '' }, 'quantity_available'],
  [{ quantity_available: '-1' }, 'quantity_available'],
  [{ quantity_available: '1.5' }, 'quantity_available'],
  [{ vat_rate: '16' }, 'vat_rate'],
  [{ deposit: '0.15' }, 'deposit'],
  [{ age_limit: '21' }, 'age_limit'],
  [{ alcohol_percent: '5' }, 'age_limit'],
  [{ withdrawal: 'maybe' }, 'withdrawal'],
  [{ net_quantity: '0' }, 'net_quantity'],
  [{ net_unit: 'oz' }, 'net_unit'],
  [{ drained_weight: '501' }, 'drained_weight'],
  [{ base_price: 'no' }, 'base_price'],
  [{ ean: '7891991000827' }, 'ean'],
  [{ ean: '123' }, 'ean'],
  [{ slug: 'Não Válido' }, 'slug'],
  [{ rank: '0' }, 'rank'],
  [{ subtitle_de: 'a'.repeat(161) }, 'subtitle_de'],
  [{ fat_g: '101' }, 'fat_g'],
  [{ fat_g: '1', saturated_fat_g: '2' }, 'saturated_fat_g'],
  [{ carbohydrate_g: '1', sugar_g: '2' }, 'sugar_g'],
  [{ energy_kj: '4001' }, 'energy_kj'],
  [{ period_after_opening: '0' }, 'period_after_opening'],
  [{ facts_source: 'wikipedia' }, 'facts_source'],
];
const TWICE: [cells: Cells, field: string][] = [
  [{ cod_catalog: 'GUT-001' }, 'cod_catalog'],
  [{ ean: '7891991000826' }, 'ean'],
  [{ slug: 'bom' }, 'slug'],
];
const GOOD: Cells = { cod_catalog: 'GUT-001', ean: '7891991000826', slug: 'bom' };

const rows: Cells[] = [
  GOOD,
  ...[...WRONG, ...TWICE].map(([cells], index) => ({ cod_catalog: `BAD-${index}`, ...cells })),
];
const lineOf = (index: number) => index + 3; // behind the column names and the good row

const own = forFile(() => stockedShop([{ cod_catalog: 'ALT-001' }]));
let outcome: ImportOutcome;
let before: Awaited<ReturnType<typeof dumpRows>>;

beforeAll(async () => {
  before = await dumpRows(own.ctx);
  outcome = await own.import(rows);
});

describe('an import of rows with mistakes', () => {
  it('exits with status 1 and changes nothing', async () => {
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr.trimEnd().split('\n').at(-1)).toBe('Nothing was changed.');
    expect(await dumpRows(own.ctx)).toEqual(before);
  });

  it.each(
    [...WRONG, ...TWICE].map(
      ([cells, field], index) => [JSON.stringify(cells).slice(0, 60), field, lineOf(index)] as const,
    ),
  )('reports %s with file, line and field, and what to write', (_cells, field, line) => {
    const told = outcome.stderr.split('\n').filter((text) => text.includes(`shelf/products.csv:${line} `));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(
      new RegExp(`^ {2}shelf/products\\.csv:${line} ${field}: .+\\. ?(Write|Fill|Type|Compare|It must) .+\\.$`),
    );
  });

  it('reports all of them at once, and nothing about the valid row', () => {
    const count = WRONG.length + TWICE.length;
    expect(outcome.stderr).toContain(`${count} mistakes:`);
    expect(outcome.stderr.match(/^ {2}shelf\/products\.csv:/gm)).toHaveLength(count);
    expect(outcome.stderr).not.toContain('products.csv:2 ');
  });

  it('reports several mistakes of one row', async () => {
    const { stderr } = await own.import([{ cod_catalog: 'beb', product_name: '', real_price: 'x', vat_rate: 5 }]);
    expect(stderr.match(/products\.csv:2 (\w+):/g)).toEqual(
      ['cod_catalog', 'product_name', 'real_price', 'vat_rate'].map((field) => `products.csv:2 ${field}:`),
    );
  });

  it('counts lines as an editor sees them, with line breaks inside quotes', async () => {
    const csv =
      'cod_catalog,product_name,category_product,kind,real_price,quantity_available,vat_rate,net_quantity,net_unit,warnings_de\r\n' +
      'BEB-001,Ok,bebidas,food,1.00,1,7,1,kg,"Erste\r\nZweite"\r\n\r\n' +
      'BEB-002,Schlecht,bebidas,food,gratis,1,7,1,kg,\r\n';
    const { stderr } = await own.import([], { 'shelf/products.csv': csv });
    expect(stderr).toContain('shelf/products.csv:5 real_price: "gratis"');
  });
});
