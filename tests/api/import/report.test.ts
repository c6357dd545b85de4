import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import path from 'node:path';
import sharp from 'sharp';
import { stringify } from '../../support/texts/csv.ts';
import { productRow, type Cells } from '../../support/catalogue/catalogue.ts';
import { dumpRows, productByCode, productsForSale } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const A: Cells = { cod_catalog: 'BEB-001', product_name: 'Guaraná' };
const B: Cells = { cod_catalog: 'BEB-002', product_name: 'Mate' };
const C: Cells = { cod_catalog: 'GRA-001', product_name: 'Feijão', category_product: 'graos-e-farinaceos' };

let own: StockedShop;

beforeEach(async () => {
  own = await stockedShop();
});
afterEach(() => own?.dispose());

const codesForSale = async () => (await productsForSale(own.ctx)).map(({ code }) => code);
const printed = async (rows: Cells[]) => (await own.import(rows)).stdout.trimEnd().split('\n');

describe('an import', () => {
  it('reports added, changed, withdrawn and unchanged products', async () => {
    expect(await printed([A, B])).toEqual([
      'added 2: BEB-001, BEB-002',
      'changed 0',
      'withdrawn 0',
      'left as they are 0',
    ]);
    expect(await printed([{ ...A, real_price: '3.33' }, C])).toEqual([
      'added 1: GRA-001',
      'changed 1: BEB-001',
      'withdrawn 1: BEB-002',
      'left as they are 0',
    ]);
    expect(await codesForSale()).toEqual(['BEB-001', 'GRA-001']);
  });

  it('names 20 products and counts the rest', async () => {
    const rows = Array.from({ length: 23 }, (_, index) => ({ cod_catalog: `P-${index + 10}` }));
    expect((await printed(rows))[0]).toMatch(/^added 23: (P-\d+, ){19}P-29 and 3 more$/);
  });

  it('of the same files changes no row', async () => {
    await own.stock([A, B, C], { 'shelf/BEB-001.de-DE.md': 'Text' });
    const before = await dumpRows(own.ctx);
    expect(await own.stock([A, B, C], { 'shelf/BEB-001.de-DE.md': 'Text' })).toEqual({
      added: [],
      changed: [],
      withdrawn: [],
      left: 3,
      quantities: [],
    });
    expect(await dumpRows(own.ctx)).toEqual(before);
  });

  it('reports an edited quantity once, with the command that sets it, and leaves the stock unchanged', async () => {
    await own.stock([A, B]);
    await own.ctx.db.read.updateTable('products').set({ quantity_available: 17 }).execute();
    const edited = [
      { ...A, quantity_available: 50 },
      { ...B, quantity_available: 17 },
    ];
    expect((await printed(edited)).slice(3)).toEqual([
      'left as they are 2',
      'Ignored: quantities that were edited in the files, because the shop counts its stock itself. To set one:',
      '  npm run shop -- stock set BEB-001 50    (the files said 20 before; the shop has 17)',
    ]);
    expect((await productByCode(own.ctx, 'BEB-001')).quantity_available).toBe(17);
    expect((await printed(edited)).slice(3)).toEqual(['left as they are 2']);
    // A database of an earlier version has no quantity of the files to compare with.
    await own.ctx.db.read.updateTable('products').set({ file_quantity: null }).execute();
    expect((await printed([A, B])).slice(3)).toEqual(['left as they are 2']);
    expect((await printed([{ ...A, quantity_available: 30 }, B])).at(-1)).toContain(
      'stock set BEB-001 30    (the files said 20 before',
    );
  });

  it('of the same facts in another format changes no row', async () => {
    await own.stock([{ ...A, real_price: '4.50' }, B]);
    const before = await dumpRows(own.ctx);
    const rows = [B, { ...A, real_price: '4,50' }].map(productRow);
    const withSemicolons = stringify(rows).replaceAll('4,50', '4;50').replaceAll(',', ';').replaceAll('"4;50"', '4,50');
    const excel = `\ufeff${withSemicolons.replaceAll('\n', '\r\n')}`;
    expect((await own.stock([], { 'shelf/products.csv': excel })).left).toBe(2);
    expect(await dumpRows(own.ctx)).toEqual(before);
  });

  it.each<[string, Cells, Record<string, string>]>([
    ['the name', { product_name: 'Guaraná Zero' }, {}],
    ['the category', { category_product: 'cabelos' }, {}],
    ['a subtitle', { subtitle_en: 'Soft drink' }, {}],
    ['a fact', { origin_de: 'Brasilien' }, {}],
    ['the rank', { rank: 7 }, {}],
    ['a text', {}, { 'shelf/BEB-001.pt-BR.md': 'Novo texto' }],
  ])('detects a change of %s', async (_what, cells, files) => {
    await own.stock([A, B]);
    expect(await own.stock([{ ...A, ...cells }, B], files)).toEqual({
      added: [],
      changed: ['BEB-001'],
      withdrawn: [],
      left: 1,
      quantities: [],
    });
  });

  it('of a table alone keeps texts and pictures', async () => {
    const square = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    await own.stock([A, B], { 'shelf/BEB-001.de-DE.md': '\ufeff## Limonade', 'shelf/BEB-001.png': square });
    const before = await dumpRows(own.ctx);
    const table = path.join(own.folder, 'shelf/products.csv');
    const imported = async () =>
      (await shopHere(['catalogue', 'import', table, '--partial'], own.env)).stdout.trimEnd().split('\n');
    expect((await imported()).at(-1)).toBe('left as they are 2');
    expect(await dumpRows(own.ctx)).toEqual(before);
    const { picture } = await productByCode(own.ctx, 'BEB-001');
    own.write([{ ...A, real_price: '3.33' }]);
    expect(await imported()).toEqual(['added 0', 'changed 1: BEB-001', 'withdrawn 0', 'left as they are 0']);
    expect(await productByCode(own.ctx, 'BEB-001')).toMatchObject({ picture, price_cents: 333 });
    const [text] = await own.ctx.db.read
      .selectFrom('product_texts')
      .select('info_html')
      .where('locale', '=', 'de-DE')
      .where('info_html', '!=', '')
      .execute();
    expect(text?.info_html).toBe('<h2>Limonade</h2>');
  });

  it('uses the quantity at the first import only', async () => {
    await own.stock([{ ...A, quantity_available: 20 }]);
    expect((await own.stock([{ ...A, quantity_available: 5 }])).left).toBe(1);
    await own.stock([{ ...A, quantity_available: 6, product_name: 'Outro nome' }]);
    expect((await productByCode(own.ctx, 'BEB-001')).quantity_available).toBe(20);
  });

  it('restores a withdrawn product with its id, slug and stock', async () => {
    await own.stock([{ ...A, quantity_available: 3 }, B]);
    const before = await productByCode(own.ctx, 'BEB-001');
    expect((await own.stock([B])).withdrawn).toEqual(['BEB-001']);
    expect((await productByCode(own.ctx, 'BEB-001')).withdrawn_at).not.toBeNull();
    expect((await own.stock([B])).withdrawn).toEqual([]);
    expect((await own.stock([{ ...A, quantity_available: 50 }, B])).changed).toEqual(['BEB-001']);
    expect(await productByCode(own.ctx, 'BEB-001')).toMatchObject({
      id: before.id,
      slug: before.slug,
      quantity_available: 3,
      withdrawn_at: null,
      created_at: before.created_at,
    });
  });

  it('with --partial keeps products that the files do not name', async () => {
    await own.stock([A, B]);
    const { stdout } = await own.import([{ ...B, real_price: '5.99' }, C], {}, ['--partial']);
    expect(stdout.trimEnd().split('\n')).toEqual([
      'added 1: GRA-001',
      'changed 1: BEB-002',
      'withdrawn 0',
      'left as they are 0',
    ]);
    expect(await codesForSale()).toEqual(['BEB-001', 'BEB-002', 'GRA-001']);
  });

  it('accepts a single CSV file with the shop’s categories', async () => {
    await own.stock([A]);
    const file = path.join(own.folder, 'shelf/products.csv');
    own.write([{ ...C, category_product: 'nada' }]);
    const refused = await shopHere(['catalogue', 'import', file, '--partial'], own.env);
    expect(refused.stderr).toMatch(/^ {2}products\.csv:2 category_product: "nada" is not a category\./m);
    own.write([C]);
    expect((await shopHere(['catalogue', 'import', file, '--partial'], own.env)).stdout).toMatch(/^added 1: GRA-001$/m);
    expect(await codesForSale()).toEqual(['BEB-001', 'GRA-001']);
  });

  it('shows its progress separately from its report', async () => {
    const { stdout, stderr } = await own.import([A, B]);
    expect(stderr).toMatch(/^products 100 %$/m);
    expect(stdout).not.toContain('%');
  });
});
