import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { KyselyPlugin } from 'kysely';
import { exportCatalogue } from '#src/features/editing/server/import/export-catalogue.ts';
import { importCatalogue } from '#src/features/editing/server/import/import-catalogue.ts';
import type { Database, Reader } from '#src/server/db/database.ts';
import { writeLargeCatalogue } from '../../bench/large-catalogue.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { type Cells } from '../../support/catalogue/catalogue.ts';
import { freshShop } from '../../support/shops/fresh-shop.ts';
import { dumpRows, productByCode } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const A: Cells = {
  cod_catalog: 'BEB-001',
  product_name: 'Guaraná',
  net_quantity: '1.2340',
  net_unit: 'kg',
  gross_weight_g: '1310',
  ingredients_de: '**Gerste**, "Zucker"',
  seo_title_de: 'Guaraná, kalt',
  seo_description_en: 'A drink',
};
const B: Cells = {
  cod_catalog: 'GRA-001',
  product_name: ' Feijão, preto',
  category_product: 'graos-e-farinaceos',
  discount: 10,
  supplier: 'Pai & Filho',
};
const PICTURE = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#cc8844' } })
  .png()
  .toBuffer();
const FILES = {
  'shelf/BEB-001.de-DE.md': '# Titel\r\n\r\nText\r\n',
  'shelf/BEB-001.png': PICTURE,
  'shelf/BEB-001_2.JPEG': await sharp(PICTURE).jpeg().toBuffer(),
  'shelf/pictures.csv': 'picture,cod_catalog,alt_de\n2,BEB-001,"Etikett, von hinten"\n',
};

let own: StockedShop;

beforeEach(async () => {
  own = await stockedShop();
});
afterEach(() => own?.dispose());

const read = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'base64')]),
  );
const text = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8');
const target = (name: string) => path.join(own.env.DATA_DIR ?? '', name);
const exported = async (folder: string, env = own.env) => {
  const outcome = await shopHere(['catalogue', 'export', folder], env);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return read(folder);
};

const folderOf = async (name: string) => {
  await exported(target(name));
  return target(name);
};

/** Exports, imports into an empty database, and exports that one. */
async function roundTrip() {
  const first = await exported(target('first'));
  const other = await freshShop();
  try {
    const result = await importCatalogue(other.ctx, { source: target('first') });
    expect(result).toMatchObject({ ok: true });
    return { first, second: await exported(target('second'), other.env) };
  } finally {
    await other.dispose();
  }
}

describe('an export', () => {
  it('has columns of categories for search engines only where one has such words', async () => {
    await own.stock([A], FILES);
    expect(text(await folderOf('plain'), 'categories.csv')).toMatch(/^slug,group,label_pt,label_de,label_en\n/);
    const words =
      'slug,group,label_pt,label_de,label_en,seo_title_de\nbebidas,food,Bebidas,Getränke,Drinks,Getränke kaufen\n';
    await own.stock([A], { ...FILES, 'categories.csv': words });
    const { first, second } = await roundTrip();
    expect(Buffer.from(first['categories.csv']!, 'base64').toString()).toBe(words);
    expect(second).toEqual(first);
  });

  it('yields the same bytes after an import into an empty database: texts, pictures, prices and stock', async () => {
    await own.stock([A, B], FILES);
    await own.stock([{ ...A, real_price: '3.33' }, B], FILES);
    const { first, second } = await roundTrip();
    expect(Object.keys(first).sort()).toEqual([
      'bebidas/BEB-001.de-DE.md',
      'bebidas/BEB-001.png',
      'bebidas/BEB-001_2.jpg',
      'bebidas/pictures.csv',
      'bebidas/price-history.csv',
      'bebidas/products.csv',
      'categories.csv',
      'graos-e-farinaceos/price-history.csv',
      'graos-e-farinaceos/products.csv',
    ]);
    expect(second).toEqual(first);
    expect(text(target('first'), 'bebidas/products.csv')).toMatch(/,1310$/m);
    expect(text(target('first'), 'bebidas/pictures.csv')).toBe(
      'cod_catalog,picture,alt_pt,alt_de,alt_en\nBEB-001,2,,"Etikett, von hinten",\n',
    );
    expect(text(target('first'), 'bebidas/price-history.csv')).toMatch(
      /^cod_catalog,.*\nBEB-001,\S+Z,4\.99,0\nBEB-001,\S+Z,3\.33,0\n$/,
    );
  });

  it('with sets, allergens and goods that are sold until a date changes nothing when it is imported again', async () => {
    const empty: Cells = { allergens: '', traces: '', vegan: '', parts: '', variant_of: '', sold_until: '' };
    const filled: Cells[] = [
      { ...A, vegan: 'yes', allergens: 'gluten', traces: 'soy nuts' },
      { cod_catalog: 'BEB-002', product_name: 'Mate', allergens: 'none', net_quantity: 330, net_unit: 'ml' },
      { cod_catalog: 'BEB-003', product_name: 'Mate, curto', variant_of: 'BEB-002', sold_until: '2099-01-31' },
      {
        cod_catalog: 'SET-001',
        product_name: 'Conjunto',
        parts: 'BEB-001, BEB-002 2',
        quantity_available: 10,
        net_unit: 'piece',
        net_quantity: 1,
      },
      {
        cod_catalog: 'SET-002',
        product_name: 'Seis mates',
        parts: 'BEB-002 6',
        quantity_available: 3,
        net_unit: 'piece',
        net_quantity: 1,
      },
    ];
    const rows = filled.map((row) => ({ ...empty, ...row }));
    await own.stock(rows, FILES);
    const { first, second } = await roundTrip();
    expect(second).toEqual(first);
    expect(text(target('first'), 'bebidas/products.csv')).toContain('BEB-002 6');
    const before = await dumpRows(own.ctx);
    const again = await shopHere(['catalogue', 'import', target('first')], own.env);
    expect(again.stdout).toContain('changed 0');
    expect(await dumpRows(own.ctx)).toEqual(before);
  });

  it(`yields the same bytes for ${isWholeMatrix ? '20,000' : '150'} products like those of the demo catalogue`, async () => {
    const folder = writeLargeCatalogue(target('large'), isWholeMatrix ? 20_000 : 150, 'rows only');
    expect(await importCatalogue(own.ctx, { source: folder })).toMatchObject({ ok: true });
    const { first, second } = await roundTrip();
    expect(second).toEqual(first);
  });

  it('is a snapshot of the shop, even when an import ends while it reads', async () => {
    await own.stock([A, B], FILES);
    const before = await exported(target('before'));
    const { ctx } = own;
    let imported: Promise<unknown> | undefined;
    const afterQuery: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await (imported ??= own.stock([{ ...A, real_price: '3.33', quantity_available: 77 }], FILES));
        return result;
      },
    };
    const reading = <T>(look: (reader: Reader) => Promise<T>) =>
      ctx.db.snapshot((reader) => look(reader.withPlugin(afterQuery)));
    const db = { ...ctx.db, read: ctx.db.read.withPlugin(afterQuery), snapshot: reading } as Database;
    const watched = Object.create(ctx, { db: { value: db } }) as typeof ctx;
    expect(await exportCatalogue(watched, target('during'), { agrees: false })).toMatchObject({ ok: true });
    expect(await imported).toBeDefined();
    expect(read(target('during'))).toEqual(before);
  });

  it('changes nothing when it is imported again, even after a sale', async () => {
    await own.stock([A, B], FILES);
    await exported(target('first'));
    await own.ctx.db.read
      .updateTable('products')
      .set({ quantity_available: 7 })
      .where('cod_catalog', '=', 'BEB-001')
      .execute();
    const { publications: _, ...before } = await dumpRows(own.ctx);
    const { stdout } = await shopHere(['catalogue', 'import', target('first')], own.env);
    expect(stdout).toMatch(/^added 0\nchanged 0\nwithdrawn 0\nleft as they are 2\n$/);
    const { publications: __, ...after } = await dumpRows(own.ctx);
    expect(after).toEqual(before);
  });

  it('writes only changed files, deletes those of removed products and keeps notes', async () => {
    await own.stock([A, B], FILES);
    await exported(target('first'));
    writeFileSync(path.join(target('first'), 'README.md'), 'Notes');
    await own.stock([{ ...A, real_price: '3.33' }], FILES);
    const { stdout } = await shopHere(['catalogue', 'export', target('first')], own.env);
    expect(stdout).toBe(`1 products: wrote 2 files to ${target('first')}, removed 2\n`);
    expect(Object.keys(read(target('first')))).toContain('README.md');
    expect(readdirSync(target('first'))).not.toContain('graos-e-farinaceos');
  });

  it('refuses a folder with unrelated files', async () => {
    await own.stock([A]);
    const outcome = await shopHere(['catalogue', 'export', own.env.DATA_DIR ?? ''], own.env);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/contains .* and no categories\.csv of this shop, so it is not a catalogue/);
  });

  it('refuses a folder whose categories.csv belongs to another program', async () => {
    await own.stock([A]);
    mkdirSync(target('other/familie'), { recursive: true });
    writeFileSync(target('other/categories.csv'), 'id,name\n1,Drinks\n');
    for (const name of ['other/logo.png', 'other/familie/BEB-001.jpeg']) writeFileSync(target(name), 'x');
    const before = read(target('other'));
    expect(await shopHere(['catalogue', 'export', target('other')], own.env)).toMatchObject({ code: 1, stdout: '' });
    expect(read(target('other'))).toEqual(before);
  });

  it('keeps pictures and tables that belong to no product of the shop', async () => {
    await own.stock([A, B], FILES);
    await exported(target('first'));
    const foreign = {
      'familie/Oma-80.jpeg': 'x',
      'logo.png': 'x',
      'docs/products.csv': 'id,name\n1,Guaraná\n',
      'docs/pictures.csv': '',
      'new/pictures.csv': 'cod_catalog,picture,alt_de\nBEB-001,1,Dose\nNEU-001,1,Dose\n',
    };
    for (const [name, content] of Object.entries(foreign)) {
      mkdirSync(path.dirname(path.join(target('first'), name)), { recursive: true });
      writeFileSync(path.join(target('first'), name), content);
    }
    await own.stock([B]);
    const { stdout } = await shopHere(['catalogue', 'export', target('first')], own.env);
    expect(stdout).toMatch(/removed 6\nleft alone, because they belong to no product of the shop: .*Oma-80\.jpeg/);
    for (const [name, content] of Object.entries(foreign)) expect(text(target('first'), name)).toBe(content);
    expect(readdirSync(target('first'))).not.toContain('bebidas');
  });

  it('refuses products imported by an earlier version until the folder is imported once', async () => {
    await own.stock([A, B], FILES);
    await own.ctx.db.read.deleteFrom('publication_changes').execute();
    await own.ctx.db.read.deleteFrom('catalogue_sources').where('kind', '=', 'product').execute();
    const refused = await shopHere(['catalogue', 'export', target('first')], own.env);
    expect(refused.stderr).toMatch(
      /2 products were imported by an earlier version: BEB-001, GRA-001\. Import the catalogue folder once/,
    );
    const table = await shopHere(['catalogue', 'import', path.join(own.folder, 'shelf/products.csv')], own.env);
    expect(table.stderr).toMatch(/cod_catalog: was created by an older version/);
    expect(await shopHere(['catalogue', 'import', own.folder], own.env)).toMatchObject({ code: 0 });
    await exported(target('first'));
  });
});

describe('an export of the product table alone', () => {
  it('keeps texts and pictures', async () => {
    await own.stock([A, B], FILES);
    const before = await productByCode(own.ctx, 'BEB-001');
    for (const name of ['BEB-001.png', 'pictures.csv']) rmSync(path.join(own.folder, 'shelf', name));
    const { stdout } = await shopHere(['catalogue', 'import', path.join(own.folder, 'shelf/products.csv')], own.env);
    expect(stdout).toContain('left as they are 2');
    expect(await productByCode(own.ctx, 'BEB-001')).toEqual(before);
    await exported(target('first'));
    expect(text(target('first'), 'bebidas/pictures.csv')).toContain('Etikett');
  });
});
