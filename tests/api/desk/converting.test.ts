import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import { findDraft } from '#src/features/editing/server/drafts.service.ts';
import { picturesOf } from '#src/features/editing/server/catalogue-fields.ts';
import type { ConvertedProduct } from '#src/features/converting/server/convert-items.ts';
import { noPictures, picturesInZip, type Pictures } from '#src/features/converting/server/pictures.ts';
import { takeDrafts } from '#src/features/converting/server/take-drafts.service.ts';
import { openZip, writeZip } from '#src/server/content/zip.ts';
import { until } from '../../support/until.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { deskEditor } from '../../support/people/desk-editor.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { textsShop, type TextsShop } from '../../support/shops/texts-shop.ts';
import { dumpRows } from '../../support/people/rows.ts';

const PAGE = '/desk/products/convert';
const EXPORT = readFileSync(path.resolve('tests/support/data/exports/shopify-product_template.csv'));
const MOST = 5 * 1024 ** 2;

let own: TextsShop;
let editor: DeskVisitor;
beforeAll(async () => {
  own = await textsShop();
  ({ editor } = own);
});
afterAll(() => own?.dispose());

const upload = (bytes: Uint8Array, more: Record<string, string> = {}) => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'export.csv'));
  for (const [name, value] of Object.entries({ system: 'shopify', language: 'de-DE', act: 'show', ...more }))
    form.set(name, value);
  return editor.post(PAGE, form);
};

/** The preview's form with these categories, kinds and VAT rates. */
function filled(html: string, rows: [category: string, kind: string, vat: string][], act: string): FormData {
  const form = new FormData();
  form.set('system', 'shopify');
  form.set('language', 'de-DE');
  form.set('act', act);
  for (const [, part = ''] of html.matchAll(/name="part" value="([^"]*)"/g)) form.append('part', part);
  const theirs = [...html.matchAll(/name="theirs" value="([^"]*)"/g)].map(([, name = '']) => name);
  theirs.forEach((name, row) => {
    const [category = '', kind = '', vat = ''] = rows[row] ?? [];
    const values = {
      theirs: name,
      category,
      kind,
      vat,
      quantity: row === 1 ? '1' : '',
      unit: row === 1 ? 'piece' : '',
    };
    for (const [field, value] of Object.entries(values)) form.append(field, value);
  });
  return form;
}

it('the desk shows what an export becomes, asks for its categories, and gives the folder as a zip without changing the shop', async () => {
  const before = await dumpRows(own.ctx);
  const shown = await upload(EXPORT);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('5 products, 2 families with variants, 3 categories of the other shop');
  expect(shown.text).toContain('The price “1.000” is not clear. Write it into “Price in € with VAT”.');
  expect(shown.text).toContain('Vale-presente: ');
  expect(shown.html).not.toContain('<script>alert(1)');

  const half = await editor.post(PAGE, filled(shown.html, [['bebidas', 'food', '7']], 'folder'));
  expect(half.status).toBe(400);
  expect(half.text).toContain('Some categories are not filled in yet.');
  expect(half.html).toMatch(/<option value="bebidas" selected/);
  expect(half.html).toMatch(/<select id="vat-1" name="vat"[^>]* aria-invalid="true"/);

  const form = filled(
    half.html,
    [
      ['bebidas', 'food', '7'],
      ['skip', '', ''],
      ['cabelos', 'cosmetic', '19'],
    ],
    'folder',
  );
  form.set('pictures', new File([new Uint8Array(writeZip(new Map([['café.jpg', Buffer.from('x')]])))], 'pictures.zip'));
  const folder = await editor.post(PAGE, form);
  expect(folder.headers.get('content-type')).toBe('application/zip');
  const files = openZip(Buffer.from(folder.bytes));
  expect([...files.keys()].sort()).toEqual([
    'bebidas/CAF-250.de-DE.md',
    'bebidas/CAF-250.jpg',
    'bebidas/CAF-500.de-DE.md',
    'bebidas/CAF-500.jpg',
    'bebidas/pictures.csv',
    'bebidas/products.csv',
    'cabelos/SAB-1.de-DE.md',
    'cabelos/products.csv',
    'categories.csv',
    'mapping.csv',
    'missing.csv',
    'redirects.csv',
  ]);
  expect(files.get('missing.csv')!(MOST).toString()).toContain('becher.png was not found');
  expect(await dumpRows(own.ctx)).toEqual(before);
});

it('the desk takes converted products into the drafts with pictures, says what it cannot take, and changes nothing twice', async () => {
  const shown = await upload(EXPORT);
  const photo = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer();
  const files = new Map([
    ['café.jpg', photo],
    ['becher.png', Buffer.from('x')],
  ]);
  const take = () => {
    const rows: [string, string, string][] = [
      ['bebidas', 'food', '7'],
      ['bebidas', 'goods', '19'],
      ['cabelos', 'cosmetic', '19'],
    ];
    const form = filled(shown.html, rows, 'drafts');
    form.set('pictures', new File([new Uint8Array(writeZip(files))], 'pictures.zip'));
    return editor.post(PAGE, form);
  };
  const { text } = await take();
  expect(text).toContain('Taken into the drafts: 4 ');
  expect(text).toMatch(/Not taken, because something is missing: 1 Camisa CAM-L : /);
  expect(text).toMatch(/Pictures that the shop cannot use: 1 CAF-250, becher\.png: /);
  expect(text).toContain('Old addresses kept: 3. Each leads to its product as soon as the product is published.');
  expect(readFileSync(path.join(own.content, 'redirects.csv'), 'utf8')).toContain(
    '/products/cafe-torrado,/de/product/cafe-torrado\n',
  );
  const visit = async (address: string) => {
    const { status, location } = await editor.get(address);
    return [status, location];
  };
  await editor.post('/desk/texts/redirects/new', { from: '/neu', to: '/about' });
  await until('the server reads the file again', async () => (await visit('/neu'))[0] === 301);
  expect(await visit('/products/cafe-torrado')).toEqual([404, '']);
  expect((await editor.get('/desk/products?state=waiting')).text).toContain('CAF-250');
  const { draft, row } = (await findDraft(own.ctx, { kind: 'product', key: 'CAF-250' }))!;
  expect(draft).toMatchObject({ product_name: 'Café torrado', real_price: '6.90', kind: 'food' });
  expect([picturesOf(draft!).length, row.first_quantity]).toEqual([1, 12]);

  const before = await dumpRows(own.ctx);
  expect((await take()).text).toContain('Already in the shop or in the drafts, unchanged: 4 ');
  expect(await dumpRows(own.ctx)).toEqual(before);
  const table = await editor.post(
    PAGE,
    filled(
      shown.html,
      [
        ['bebidas', 'food', '7'],
        ['skip', '', ''],
        ['skip', '', ''],
      ],
      'redirects',
    ),
  );
  expect(table.html).toMatch(/^\uFEFF?from,to\r?\n\/products\/cafe-torrado,/);

  expect((await deskEditor(editor).publishAll()).status).toBe(303);
  expect(await visit('/products/cafe-torrado')).toEqual([301, '/de/product/cafe-torrado']);
  const check = await shopHere(['catalogue', 'check'], { ...own.env, CONTENT_DIR: own.content });
  expect(check.stderr).not.toContain('redirects.csv');
});

/** A product as the other shop's export names it. */
const foreign = (code: string, name: string): ConvertedProduct => ({
  ...{ code, line: 2, text: '' },
  cells: {
    ...{ cod_catalog: code, product_name: name, category_product: 'bebidas', kind: 'goods', real_price: '5.00' },
    ...{ vat_rate: '19', net_quantity: '1', net_unit: 'piece', slug: name.toLowerCase() },
  },
  pictures: ['one.jpg', 'two.jpg'].map((source) => ({ source, alt: '' })),
});

const zipWith = async (name: string, background: string) => {
  const photo = await sharp({ create: { width: 500, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return picturesInZip(writeZip(new Map([[name, photo]])))!;
};

const take = (product: ConvertedProduct, pictures: Pictures, ms?: number) =>
  takeDrafts(own.ctx, { products: [product], redirects: [] }, { locale: 'de-DE', pictures, ...(ms && { ms }) });

const picturesIn = async (code: string) =>
  picturesOf((await findDraft(own.ctx, { kind: 'product', key: code }))!.draft!).length;

it('the desk adds the pictures of a second zip to a draft, names what is still missing, and keeps those of another product', async () => {
  const [one, two] = [await zipWith('one.jpg', '#a52'), await zipWith('two.jpg', '#25a')];
  expect(await take(foreign('TWO-1', 'Duas'), one)).toMatchObject({ taken: 1, pictures: 1 });
  expect(await take(foreign('TWO-1', 'Outra'), two)).toMatchObject({ known: ['TWO-1'], pictures: 0, incomplete: [] });
  expect(await picturesIn('TWO-1')).toBe(1);
  const again = { pictures: 0, incomplete: [{ code: 'TWO-1', has: 1, of: 2 }] };
  expect(await take(foreign('TWO-1', 'Duas'), one)).toMatchObject(again);
  expect(await take(foreign('TWO-1', 'Duas'), two)).toMatchObject({ pictures: 1, incomplete: [] });
  expect(await picturesIn('TWO-1')).toBe(2);
});

it('the desk says how many products are left when there is no time for more', async () => {
  const before = await dumpRows(own.ctx);
  expect(await take(foreign('LEFT-1', 'Resto'), noPictures, -1)).toMatchObject({ taken: 0, left: 1 });
  expect(await dumpRows(own.ctx)).toEqual(before);
});

it('the desk refuses a file that it cannot convert with one sentence, and keeps what was chosen', async () => {
  const refused = await upload(Buffer.from('PK\u0003\u0004workbook'), { system: 'woocommerce' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('This file is damaged, of an old format such as .xls, or another kind of document.');
  expect(refused.html).toMatch(/<option value="woocommerce" selected/);
  expect((await upload(Buffer.alloc(3 * 1024 ** 2, 'a'))).text).toContain('The file is larger than 2 MB.');
  expect((await upload(EXPORT, { system: 'jtl' })).text).toContain(
    'This looks like an export of Shopify, not of JTL-Ameise.',
  );
  const packed = filled('name="part" value="H4sIAAAAAAAAA"', [], 'show');
  expect((await editor.post(PAGE, packed)).text).toContain('Choose the other shop');
});

it('the desk leaves out a product whose number another one of the shop or a draft has, and lets a tick replace it in the folder', async () => {
  const ours = await own.import([{ cod_catalog: 'VELA-1', product_name: 'Vela' }], {}, ['--partial']);
  expect(ours).toMatchObject({ code: 0 });
  const rows: [string, string, string][] = [
    ['bebidas', 'food', '7'],
    ['skip', '', ''],
    ['cabelos', 'cosmetic', '19'],
  ];
  // Of the shop's two products, one waits as a draft.
  const exported = EXPORT.toString().replaceAll('SAB-1', 'VELA-1').replaceAll('CAF-250', 'TWO-1');
  const shown = await upload(Buffer.from(exported));
  expect(shown.text).toContain('TWO-1: “Café torrado” replaces “Duas”');
  expect(shown.text).toMatch(/Numbers that another product of the shop has .* VELA-1: “[^”]+” replaces “Vela”/);
  const nameOf = async () => (await findDraft(own.ctx, { kind: 'product', key: 'VELA-1' }))!.published!.product_name;
  const taken = await editor.post(PAGE, filled(shown.html, rows, 'drafts'));
  expect(taken.text).toContain('The shop has another product with this number: Vela.');
  const filesOf = async (more: Record<string, string>) => {
    const form = filled(shown.html, rows, 'folder');
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    return [...openZip(Buffer.from((await editor.post(PAGE, form)).bytes)).keys()];
  };
  expect(await filesOf({})).not.toContain('cabelos/products.csv');
  expect(await filesOf({ overwrite: 'VELA-1' })).toContain('cabelos/products.csv');
  expect(await nameOf()).toBe('Vela');
});
