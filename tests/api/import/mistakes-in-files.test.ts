import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAndCheck } from '#src/features/editing/server/import/import-catalogue.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const HEAD =
  'cod_catalog,product_name,category_product,kind,real_price,quantity_available,vat_rate,net_quantity,net_unit';
const ROW = 'Produto,bebidas,food,1.00,1,7,1,kg';
const ROWS: Cells[] = [{ cod_catalog: 'BEB-001' }];

let own: StockedShop;
let before: Awaited<ReturnType<typeof dumpRows>>;

beforeAll(async () => {
  own = await stockedShop([
    { cod_catalog: 'ALT-001', slug: 'antigo' },
    { cod_catalog: 'BEB-001', real_price: '5.00' },
  ]);
  before = await dumpRows(own.ctx);
});
afterAll(() => own?.dispose());

/** Imports files with mistakes and returns the lines that report them. */
async function mistakes(rows: Cells[], files: Record<string, string | Uint8Array> = {}): Promise<string[]> {
  const { code, stdout, stderr } = await own.import(rows, files);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^\d+ mistakes?:$/m);
  expect(stderr).toMatch(/\nNothing was changed\.\n$/);
  expect(await dumpRows(own.ctx)).toEqual(before);
  return [...stderr.matchAll(/^ {2}(\S.*)$/gm)].map(([, line = '']) => line);
}

describe('an import of files with mistakes', () => {
  it('reports all format mistakes at once', async () => {
    const found = await mistakes(ROWS, {
      'latin/products.csv': Buffer.from(`${HEAD}\nBEB-002,Guaran\xe1,${ROW}`, 'latin1'),
      'quote/products.csv': `${HEAD}\nBEB-003,"Produto,${ROW}\n`,
      'columns/products.csv': `${HEAD.replace('vat_rate', 'tax')},kind\n`,
      'empty/products.csv': '',
      'fields/products.csv': `${HEAD}\nBEB-004,${ROW},1,2\n`,
      'prices/price-history.csv':
        'cod_catalog,valid_from,real_price,discount\nBEB-001,01.08.2026,5.00,\nBEB-001,2024-02-30,x,99\n',
      'shelf/BEB-001.fr-FR.md': 'Bonjour',
      'shelf/BEB-001.de-de.md': Buffer.from('Getr\xe4nk', 'latin1'),
      'shelf/guarana (1).jpg': 'x',
      'shelf/BEB-001.en-US.md': 'Text',
      'shelf/beb-001.en-us.md': 'Other text',
      'shelf/README.md': 'For people',
      'categories.csv': 'slug,group,label_pt,label_de,label_en\nbebidas,drinks,,Getränke,Drinks\n',
    });
    for (const expected of [
      /^latin\/products\.csv: is not UTF-8 text\. .*"CSV UTF-8"/,
      /^quote\/products\.csv:2: cannot be read: .*Close every quote/,
      /^columns\/products\.csv:1 tax: is not a column\. Known columns: cod_catalog, /,
      /^columns\/products\.csv:1 vat_rate: is missing\. Add the column/,
      /^columns\/products\.csv:1 kind: appears twice\. Remove one/,
      /^empty\/products\.csv:1: is empty\. The first line names the columns/,
      /^fields\/products\.csv:2: has 11 fields, the first line names 9\. Put fields that hold a separator in quotes/,
      /^prices\/price-history\.csv:2 valid_from: "01\.08\.2026" is not a date\. Write it as 2026-08-01/,
      /^prices\/price-history\.csv:3 valid_from: /,
      /^prices\/price-history\.csv:3 real_price: "x" is not possible\. Write /,
      /^prices\/price-history\.csv:3 discount: "99" is not possible\. Write /,
      /^shelf\/BEB-001\.fr-FR\.md: names the language "fr-FR"\. Name it pt-BR, de-DE, en-US/,
      /^shelf\/BEB-001\.de-de\.md: is not UTF-8 text\. In the editor, save it/,
      /^shelf\/guarana \(1\)\.jpg: is neither a text nor a picture of a product\. Name it as BEB-001/,
      /^shelf\/beb-001\.en-us\.md: is a second text of BEB-001 in en-US\. Remove one/,
      /^categories\.csv:2 group: "drinks" is not possible\. Write one of: food, care, bath, beauty, gifts, other/,
      /^categories\.csv:2 label_pt: is needed\. Fill it in/,
    ])
      expect(found).toContainEqual(expect.stringMatching(expected));
    expect(found).not.toContainEqual(expect.stringContaining('README'));
  });

  it('reports texts, pictures and prices that belong to no product', async () => {
    expect(
      await mistakes(ROWS, {
        'shelf/BEB-009.de-DE.md': 'Hallo',
        'shelf/BEB-008.png': 'x',
        'shelf/price-history.csv': 'cod_catalog,valid_from,real_price\nBEB-007,2024-01-01,1.00\n',
      }),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /BEB-009\.de-DE\.md: belongs to no product\. Name it after a cod_catalog, or remove it\./,
        ),
        expect.stringMatching(/BEB-008\.png: belongs to no product\./),
        expect.stringMatching(
          /^shelf\/price-history\.csv:2 cod_catalog: no product has the code BEB-007\. Correct it, or remove/,
        ),
      ]),
    );
  });

  it('reports HTML in a text that the shop would not show', async () => {
    const form = '**Gut** <form action="/desk/shop"><button name="act" value="close">Weiter</button></form>';
    expect(await mistakes(ROWS, { 'shelf/BEB-001.de-DE.md': form })).toEqual([
      'BEB-001.de-DE.md text:de-DE: contains what the shop does not show: <form> <button>. Remove it, ' +
        'or write it in Markdown.',
    ]);
  });

  it('accepts a price of today, which begins at midnight in Germany', async () => {
    const folder = path.join(own.ctx.config.dataDir, 'after-midnight');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'products.csv'), `${HEAD}\nBEB-001,${ROW}`);
    writeFileSync(
      path.join(folder, 'price-history.csv'),
      'cod_catalog,valid_from,real_price\nBEB-001,2030-06-11,1.00\n',
    );
    const columnsAt = async (moment: string) =>
      (await readAndCheck({ ...own.ctx, now: () => new Date(moment) }, folder)).mistakes.map(({ field }) => field);
    expect(await columnsAt('2030-06-10T21:30:00Z')).toContain('valid_from');
    expect(await columnsAt('2030-06-10T22:30:00Z')).not.toContain('valid_from');
  });

  it('reports a price history that is out of order or in the future', async () => {
    const history =
      'cod_catalog,valid_from,real_price\nBEB-001,2024-03-01,4.00\nBEB-001,2024-02-01,3.00\nBEB-001,2999-01-01,4.50\n';
    expect(
      await mistakes([{ cod_catalog: 'BEB-001', real_price: '5.00' }], { 'shelf/price-history.csv': history }),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^shelf\/price-history\.csv:3 valid_from: must be later than in the row before\./),
        expect.stringMatching(
          /^shelf\/price-history\.csv:4 valid_from: lies in the future\. Write a day up to today\./,
        ),
      ]),
    );
  });

  it('reports every broken, too small, too large or duplicate picture', async () => {
    const small = await sharp({ create: { width: 399, height: 399, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const two: Cells[] = [...ROWS, { cod_catalog: 'BEB-002' }];
    expect((await mistakes(two, { 'shelf/BEB-001.jpg': 'no picture', 'shelf/BEB-002.png': small })).sort()).toEqual([
      'shelf/BEB-001.jpg: cannot be read as a picture. Save it as PNG, JPEG, WebP, AVIF or SVG.',
      'shelf/BEB-002.png: is 399 px wide. Use a picture of 1200 px or more.',
    ]);
    expect(
      await mistakes(ROWS, { 'shelf/BEB-001.avif': readFileSync('tests/support/data/59-megapixels.avif') }),
    ).toEqual(['shelf/BEB-001.avif: has more than 24 megapixels. Make it smaller; 1200 px are enough.']);
    expect(await mistakes(ROWS, { 'shelf/BEB-001.png': small, 'shelf/BEB-001.webp': small })).toEqual([
      'shelf/BEB-001.webp: is a second picture of BEB-001 beside shelf/BEB-001.png. Remove one.',
    ]);
  });

  it('reports an address that another product has', async () => {
    expect(await mistakes([...ROWS, { cod_catalog: 'NEU-001', slug: 'antigo' }])).toEqual([
      'shelf/products.csv:3 slug: "antigo" is already the address of ALT-001. Choose another.',
    ]);
  });

  it('reports a missing or empty source', async () => {
    const missing = await shopHere(['catalogue', 'import', path.join(own.folder, 'nada')], own.env);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/nada: does not exist\. Name a catalogue folder or a CSV file\./);
    own.write([]);
    rmSync(path.join(own.folder, 'shelf'), { recursive: true });
    const empty = await shopHere(['catalogue', 'import', own.folder], own.env);
    expect(empty.code).toBe(1);
    expect(empty.stderr).toMatch(/contains no products\.csv with a product\./);
    expect(await dumpRows(own.ctx)).toEqual(before);
  });
});

describe('catalogue check', () => {
  const check = (...args: string[]) => shopHere(['catalogue', 'check', own.folder, ...args], own.env);

  it('reports mistakes, counts products and missing facts, and writes nothing', async () => {
    own.write([...ROWS, { cod_catalog: 'BEB-002', vat_rate: 5 }]);
    const { code, stdout, stderr } = await check('--all');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ {2}shelf\/products\.csv:3 vat_rate: "5" is not possible\. Write one of: 7, 19\.$/m);
    expect(stdout).toMatch(
      /^ {4}blocks sale: food_name_de\. Write the legal name of the food in German, .* \(LMIV art\. 9\(1\)\(a\), 14\(1\)\)$/m,
    );
    expect(stdout).toMatch(/^1 product, 1 mistake, 1 product with missing facts$/m);
    expect(await dumpRows(own.ctx)).toEqual(before);
  });

  it('counts missing facts, gives hints about pictures, and prints the long list only with --all', async () => {
    const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    own.write([...ROWS, { cod_catalog: 'BEB-002', subtitle_en: 'A healthy drink' }], {
      'shelf/BEB-001.png': picture,
      'shelf/BEB-002.png': 'no picture',
      'shelf/BEB-002.de-DE.md': 'FeijÃ£o',
    });
    const { stdout, stderr } = await check();
    expect(stdout).not.toContain('food_name_de');
    expect(stdout).toMatch(/^blocks sale: \d+ facts of 2 products$/m);
    expect(stdout).toMatch(/^1 place in texts may promise too much\nWith --all each of them is listed\.\n/m);
    expect(stdout).toContain('hint: shelf/BEB-001.png: is 800 × 600 px. With 1200 × 1200 px or more');
    expect(stderr).toMatch(
      /^2 mistakes:\n {2}BEB-002\.de-DE\.md text:de-DE: contains broken letters \(Ã£\)\..*\n {2}shelf\/BEB-002\.png: cannot be read as a picture/,
    );
  });

  it('lists missing facts by supplier, and writes a fill-in table for each supplier', async () => {
    own.write([
      { cod_catalog: 'BEB-001', product_name: 'Guaraná; "gelado"', supplier: 'Zé & Filhos', ean: '7891991000826' },
      { cod_catalog: 'BEB-002', supplier: 'Ana' },
      { cod_catalog: 'BEB-003', supplier: 'Zé & Filhos' },
    ]);
    const lists = path.join(own.folder, '../lists');
    const { code, stdout } = await check('--all', '--suppliers', lists);
    expect(code).toBe(0);
    expect(stdout.match(/^\S.*:$/gm)).toEqual(['Ana:', 'Zé & Filhos:']);
    expect(readdirSync(lists).toSorted()).toEqual(['ana.csv', 'ze-e-filhos.csv']);
    const table = readFileSync(path.join(lists, 'ze-e-filhos.csv'), 'utf8');
    // As a German spreadsheet reads it.
    expect(table).toMatch(/^\uFEFFcod_catalog;ean;product_name;needed;fact;request;law;answer\r$/m);
    expect(table).toMatch(/^BEB-001;7891991000826;"Guaraná; ""gelado""";blocks sale;food_name_de;/m);
    expect(table).toMatch(/^BEB-003;/m);
    expect(table).not.toContain('BEB-002');
  });

  it('reports prohibited advertising words with their place and law', async () => {
    own.write([{ cod_catalog: 'BEB-001', subtitle_en: 'A healthy drink' }], {
      'shelf/BEB-001.de-DE.md': 'Umweltfreundlich verpackt.',
    });
    const { code, stdout } = await check('--all');
    expect(code).toBe(0);
    expect(stdout.match(/^wording: .*$/gm)).toEqual([
      'wording: BEB-001.de-DE.md: “Umweltfreundlich” may be a green claim (Directive (EU) 2024/825; ' +
        'UWG Annex nos. 2a, 4a to 4c)',
      'wording: BEB-001 subtitle_en: “healthy” may be a health claim (Regulation (EC) 1924/2006 art. 10; ' +
        'LMIV art. 7(3))',
    ]);
  });

  it('exits with status 1 when --strict finds a product that must not be sold, and 0 without it', async () => {
    own.write([{ cod_catalog: 'BEB-001' }]);
    expect((await check()).code).toBe(0);
    const strict = await check('--strict');
    expect(strict.code).toBe(1);
    expect(strict.stdout).toMatch(/^1 product must not be sold before their facts are complete$/m);
  });
});
