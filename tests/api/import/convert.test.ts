import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeZip } from '#src/server/content/zip.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const EXPORTS = path.resolve('tests/support/data/exports');
const PICTURE = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#553311' } })
  .jpeg()
  .toBuffer();
const FILLED = `theirs;category_product;kind;vat_rate;net_quantity;net_unit;group;label_pt;label_de;label_en
Kaffee;bebidas;food;7;;;;;;
Mode;roupas;goods;19;1;piece;other;Roupas;Mode;Fashion
Seife;cabelos;cosmetic;19;;;;;;
`;

let own: StockedShop;
let folder: string;
beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'GRA-001', category_product: 'graos-e-farinaceos' }]);
  folder = path.join(own.env.DATA_DIR!, 'old-shop');
  mkdirSync(path.join(folder, 'bilder'), { recursive: true });
  copyFileSync(path.join(EXPORTS, 'shopify-product_template.csv'), path.join(folder, 'export.csv'));
  writeFileSync(path.join(folder, 'bilder', 'Café.JPG'), PICTURE);
});
afterAll(() => own?.dispose());

const at = (name: string) => path.join(folder, name);
const convert = (to: string, ...args: string[]) =>
  shopHere(['catalogue', 'convert', at('export.csv'), at(to), '--from', 'shopify', ...args], own.env);
const shop = (...args: string[]) => shopHere(['catalogue', ...args], own.env);
const text = (name: string) => readFileSync(at(name), 'utf8');
const filesIn = (name: string) =>
  readdirSync(at(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(at(name), path.join(entry.parentPath, entry.name)))
    .sort();
const bytesIn = (name: string) =>
  Object.fromEntries(filesIn(name).map((file) => [file, readFileSync(at(`${name}/${file}`), 'base64')]));

describe('a converted export', () => {
  it('begins with a table of the old categories, and writes no product before it is filled in', async () => {
    const { code, stdout } = await convert('new');
    expect(code).toBe(0);
    expect(filesIn('new')).toEqual(['mapping.csv']);
    expect(stdout).toContain('  Kaffee: category_product, kind, vat_rate\n');
    writeFileSync(at('new/mapping.csv'), FILLED.replace('goods', 'clothes'));
    expect(await convert('new')).toMatchObject({ code: 1, stderr: expect.stringContaining('mapping.csv:3 kind') });
    writeFileSync(at('new/mapping.csv'), FILLED);
  });

  it('becomes a folder that the shop imports once its missing cells are filled in, and exports again unchanged', async () => {
    const { code, stdout, stderr } = await convert('new');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('with 3 redirects');
    expect(filesIn('new')).toEqual([
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
      'roupas/products.csv',
    ]);
    const missing = text('new/missing.csv');
    expect(missing).toMatch(/^CAM-L;Camisa;needed for the import;;"?The price “1\.000” is not clear\./m);
    expect(missing).toMatch(/^CAF-250;Café torrado;required by law;food_name_de;/m);
    expect(missing).toMatch(/becher\.png was not found/);
    expect(text('new/redirects.csv')).toContain('/products/cafe-torrado,/de/product/cafe-torrado\n');

    const refused = await shop('import', at('new'), '--partial');
    expect(refused.stderr).toContain('real_price: is needed.');
    writeFileSync(
      at('new/roupas/products.csv'),
      text('new/roupas/products.csv').replace('CAM-L,Camisa,roupas,goods,,', 'CAM-L,Camisa,roupas,goods,21.00,'),
    );
    expect(await shop('import', at('new'), '--partial')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^added 5: /),
    });

    expect(await shop('export', at('first'))).toMatchObject({ code: 0 });
    expect(await shop('import', at('first'))).toMatchObject({
      stdout: expect.stringContaining('added 0\nchanged 0\nwithdrawn 0\n'),
    });
    expect(await shop('import', at('new'), '--partial')).toMatchObject({
      stdout: expect.stringContaining('added 0\nchanged 0\n'),
    });
    expect(await shop('export', at('second'))).toMatchObject({ code: 0 });
    expect(bytesIn('second')).toEqual(bytesIn('first'));
    expect(filesIn('first')).toEqual(expect.arrayContaining(['roupas/products.csv', 'bebidas/CAF-250.jpg']));
  });

  it('takes pictures from a zip, and keeps codes and addresses when it is converted again', async () => {
    writeFileSync(
      at('pictures.zip'),
      writeZip(
        new Map([
          ['a/caf\u00E9.jpg', PICTURE],
          ['../../becher.png', PICTURE],
        ]),
      ),
    );
    mkdirSync(at('again'));
    writeFileSync(at('again/mapping.csv'), FILLED);
    expect(await convert('again', '--pictures', at('pictures.zip'))).toMatchObject({ code: 0 });
    expect(filesIn('again')).toContain('bebidas/CAF-250_2.png');
    expect(existsSync(at('becher.png'))).toBe(false);
    expect(text('again/redirects.csv')).toBe(text('new/redirects.csv'));
  });

  it('leaves out a product whose number another product of the shop has, until the owner lets it replace that one', async () => {
    const other = { cod_catalog: 'SAB-1', product_name: 'Vela', category_product: 'cabelos', slug: 'vela' };
    await own.stock([{ cod_catalog: 'GRA-001', category_product: 'graos-e-farinaceos' }, other]);
    const convertInto = (name: string, ...args: string[]) => {
      mkdirSync(at(name));
      writeFileSync(at(`${name}/mapping.csv`), FILLED.replace('Mode;roupas;goods;19;1;piece;other', 'Mode;skip;;;;;'));
      return convert(name, ...args);
    };
    const nameOf = async () =>
      (
        await own.ctx.db.read.selectFrom('products').select('product_name').where('cod_catalog', '=', 'SAB-1').execute()
      ).map(({ product_name: name }) => name);
    const left = await convertInto('left');
    expect(left.stdout).toMatch(
      /^SAB-1: left out “.+”, because this shop has “Vela” with this code \(--overwrite SAB-1\)$/m,
    );
    expect(text('left/missing.csv')).toMatch(
      /^SAB-1;[^;]*;left out;;"?The shop has another product with this number: Vela/m,
    );
    expect(filesIn('left').filter((file) => file.startsWith('cabelos/'))).toEqual([]);
    expect(await shop('import', at('left'), '--partial')).toMatchObject({ code: 0 });
    expect(await nameOf()).toEqual(['Vela']);

    const taken = await convertInto('taken', '--overwrite', 'SAB-1', '--overwrite', 'NO-1');
    expect(taken.stdout).toMatch(/^SAB-1: the import replaces “Vela” of this shop with “.+”$/m);
    expect(taken.stdout).toContain('NO-1: no other product of this shop has this code\n');
    expect(await shop('import', at('taken'), '--partial', '--yes')).toMatchObject({ code: 0 });
    expect(await nameOf()).not.toEqual(['Vela']);
  });

  it('never overwrites a folder in which somebody may have worked', async () => {
    expect(await convert('new')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has other files than mapping.csv'),
    });
  });

  it('names another system, missing columns and a broken zip in one sentence', async () => {
    const jtl = ['catalogue', 'convert', path.join(EXPORTS, 'jtl-ameise.csv'), at('x'), '--from', 'shopify'];
    expect((await shopHere(jtl, own.env)).stderr).toContain('This looks like an export of JTL-Ameise, not of Shopify.');
    writeFileSync(at('other.csv'), 'Title;Amount\nA;1\n');
    const other = ['catalogue', 'convert', at('other.csv'), at('x'), '--from', 'shopify'];
    expect((await shopHere(other, own.env)).stderr).toContain(
      'The file lacks columns of Shopify: Handle, Variant Price.',
    );
    writeFileSync(at('broken.zip'), 'PK\u0003\u0004');
    expect((await convert('x', '--pictures', at('broken.zip'))).stderr).toContain('is neither a folder nor a zip');
    expect(existsSync(at('x'))).toBe(false);
  });
});
