import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCatalogueFiles } from '#src/features/editing/server/import/catalogue-files.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { productRow, writeCatalogue, type Cells } from '../../../../support/catalogue/catalogue.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-files-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MATE = { cod_catalog: 'BEB-001' };
const HISTORY = 'cod_catalog,valid_from,real_price,discount\n';

async function read(rows: Cells[], files: Record<string, string> = {}, source = '.') {
  writeCatalogue(folder, rows.map(productRow), files);
  const mistakes: Mistake[] = [];
  const catalogue = await readCatalogueFiles(path.join(folder, source), mistakes);
  return { ...catalogue, mistakes: mistakes.map(describeMistake) };
}

describe('a catalogue folder', () => {
  it('is read with its categories, products, prices, texts and pictures', async () => {
    const { mistakes, ...files } = await read([MATE], {
      'shelf/price-history.csv': `${HISTORY}BEB-001,2026-08-01,"4,99",\n`,
      'shelf/BEB-001.de-DE.md': 'Mate.',
      'shelf/BEB-001.jpg': 'x',
      'shelf/README.md': 'x',
      'shelf/notes.txt': 'x',
    });
    expect(mistakes).toEqual([]);
    expect(files.categories?.map(({ row }) => row.slug)).toEqual(['bebidas', 'graos-e-farinaceos', 'cabelos']);
    expect(files.products.map(({ file, line, row }) => [file, line, row.cod_catalog])).toEqual([
      ['shelf/products.csv', 2, 'BEB-001'],
    ]);
    expect(files.prices.map(({ row }) => row)).toEqual([
      { cod_catalog: 'BEB-001', valid_from: '2026-08-01', real_price: 4.99, discount: 0 },
    ]);
    expect(files.texts).toEqual(new Map([['BEB-001', { 'de-DE': 'Mate.' }]]));
    expect(files.pictures).toEqual(new Map([['BEB-001', [path.join(folder, 'shelf/BEB-001.jpg')]]]));
  });

  it('may be a single product table without categories', async () => {
    const { products, categories, mistakes } = await read([MATE], {}, 'shelf/products.csv');
    expect([products.length, categories, mistakes]).toEqual([1, undefined, []]);
  });

  it('reports every invalid cell of every row, and keeps the valid rows', async () => {
    const { products, mistakes } = await read([
      { ...MATE, real_price: 'grátis', kind: 'drink' },
      { cod_catalog: 'BEB-002' },
    ]);
    expect(products.map(({ row }) => row.cod_catalog)).toEqual(['BEB-002']);
    expect(mistakes).toEqual([
      'shelf/products.csv:2 kind: "drink" is not possible. Write one of: food, cosmetic, goods.',
      'shelf/products.csv:2 real_price: "grátis" is not possible. Write a number from 0.01 to 100000 with at ' +
        'most 2 decimals, such as 4.99.',
    ]);
  });

  it('reports alternative texts of missing pictures', async () => {
    const { mistakes, alts } = await read([MATE], {
      'shelf/BEB-001.svg': 'x',
      'shelf/pictures.csv': 'cod_catalog,picture,alt_de\nBEB-001,1,Dose\nBEB-001,2,Etikett\nBEB-001,10,Etikett\n',
    });
    expect(alts.map(({ row }) => row)).toContainEqual({ cod_catalog: 'BEB-001', picture: 1, alt_de: 'Dose' });
    expect(mistakes).toEqual([
      'shelf/pictures.csv:4 picture: "10" is not possible. Write a number from 1 to 9 without decimals, such as 2.',
    ]);
    const other = await read([MATE], {
      'shelf/BEB-001.svg': 'x',
      'shelf/pictures.csv': 'cod_catalog,picture,alt_de\nBEB-001,2,Etikett\n',
    });
    expect(other.mistakes).toEqual([
      'shelf/pictures.csv:2 picture: BEB-001 has no picture 2. Correct the number or the code, or remove the row.',
    ]);
  });

  it('reports prices, texts and pictures that belong to no product', async () => {
    const { mistakes } = await read([MATE], {
      'shelf/price-history.csv': `${HISTORY}BEB-099,2026-08-01,4.99,\n`,
      'shelf/BEB-098.de-DE.md': 'x',
      'shelf/BEB-097.svg': 'x',
    });
    expect(mistakes).toEqual([
      'shelf/price-history.csv:2 cod_catalog: no product has the code BEB-099. Correct it, or remove the row.',
      'BEB-098.de-DE.md: belongs to no product. Name it after a cod_catalog, or remove it.',
      'BEB-097.svg: belongs to no product. Name it after a cod_catalog, or remove it.',
    ]);
  });

  it('does not report files of a product whose own row is invalid', async () => {
    const { mistakes } = await read([{ ...MATE, real_price: '-1' }], {
      'shelf/price-history.csv': `${HISTORY}BEB-001,2026-08-01,4.99,\n`,
      'shelf/BEB-001.de-DE.md': 'x',
      'shelf/BEB-001.svg': 'x',
    });
    expect(mistakes).toEqual([expect.stringContaining('products.csv:2 real_price')]);
  });

  it('reports unread files that look like product files or tables', async () => {
    const ignored = [
      'BEB-001.heic',
      'beb-001_2.GIF',
      'BEB-001.tif',
      'BEB-001.jfif',
      'BEB-001.de-DE.txt',
      'Products.csv',
      'pictures.xlsx',
    ];
    const others = ['notes.txt', 'BEB-001.psd', 'Oma.gif', 'products.csv.bak'];
    const { mistakes } = await read(
      [MATE],
      Object.fromEntries([...ignored, ...others].map((name) => [`other/${name}`, 'x'])),
    );
    expect(mistakes.map((line) => line.split(': ')[0]).sort()).toEqual(ignored.map((name) => `other/${name}`).sort());
    expect(mistakes).toContain(
      'other/BEB-001.heic: is of a kind that the shop does not read. Save a picture as BEB-001.jpg, .png, ' +
        '.webp or .avif, and a text as BEB-001.de-DE.md.',
    );
    expect(mistakes).toContain(
      'other/Products.csv: is not read under this name. Save it as "CSV UTF-8" with the name products.csv.',
    );
  });

  it('leaves originals alone that lie beside the files that were saved from them', async () => {
    const files = [
      'BEB-001.jpg',
      'BEB-001.heic',
      'BEB-001.de-DE.md',
      'BEB-001.de-DE.docx',
      'BEB-001.docx',
      'products.xlsx',
    ];
    expect((await read([MATE], Object.fromEntries(files.map((name) => [`shelf/${name}`, 'x'])))).mistakes).toEqual([]);
    const { mistakes } = await read([MATE], {
      'shelf/BEB-001.jpg': 'x',
      'shelf/BEB-001_2.heic': 'x',
      'shelf/BEB-001.en-US.odt': 'x',
    });
    expect(mistakes.map((line) => line.split(': ')[0])).toEqual(['shelf/BEB-001.en-US.odt', 'shelf/BEB-001_2.heic']);
  });

  it('reports a duplicate picture and an unsupported language', async () => {
    const { mistakes } = await read([MATE], {
      'shelf/BEB-001.png': 'x',
      'shelf/BEB-001.svg': 'x',
      'shelf/BEB-001.vo-XX.md': 'x',
    });
    expect(mistakes).toEqual([
      'shelf/BEB-001.svg: is a second picture of BEB-001 beside shelf/BEB-001.png. Remove one.',
      `shelf/BEB-001.vo-XX.md: names the language "vo-XX". Name it ${LOCALE_CODES.join(', ')}.`,
    ]);
  });

  it('orders several pictures of a product by their numbers', async () => {
    const { mistakes, pictures } = await read([MATE], {
      'shelf/BEB-001_3.png': 'x',
      'shelf/beb-001_2.PNG': 'x',
      'shelf/BEB-001.jpg': 'x',
    });
    expect(mistakes).toEqual([]);
    const names = ['BEB-001.jpg', 'beb-001_2.PNG', 'BEB-001_3.png'];
    expect(pictures).toEqual(new Map([['BEB-001', names.map((name) => path.join(folder, 'shelf', name))]]));
  });

  it('reports a picture with a missing, duplicate or invalid number', async () => {
    const { mistakes } = await read(
      [MATE, { cod_catalog: 'BEB-002' }, { cod_catalog: 'BEB-003' }, { cod_catalog: 'BEB-004' }],
      {
        'shelf/BEB-001.png': 'x',
        'shelf/BEB-001_3.png': 'x',
        'shelf/BEB-002_2.png': 'x',
        'shelf/BEB-003.png': 'x',
        'shelf/BEB-003_2.jpg': 'x',
        'shelf/BEB-003_2.png': 'x',
        'shelf/BEB-004_1.png': 'x',
      },
    );
    const gap = (wanted: string) =>
      `has no picture ${wanted} before it. Add that one, or number the pictures without a gap.`;
    expect(mistakes).toEqual([
      'shelf/BEB-003_2.png: is a second picture of BEB-003_2 beside shelf/BEB-003_2.jpg. Remove one.',
      'shelf/BEB-004_1.png: is neither a text nor a picture of a product. Name it as BEB-001.de-DE.md, ' +
        'BEB-001.jpg or BEB-001_2.jpg, or remove it.',
      `shelf/BEB-001_3.png: ${gap('BEB-001_2')}`,
      `shelf/BEB-002_2.png: ${gap('BEB-002')}`,
    ]);
  });

  it('must exist and contain a product', async () => {
    expect((await read([MATE], {}, 'nowhere')).mistakes).toEqual([
      `${path.join(folder, 'nowhere')}: does not exist. Name a catalogue folder or a CSV file.`,
    ]);
    const nothing = `${Object.keys(productRow(MATE)).join(',')}\n`;
    expect((await read([], { 'shelf/products.csv': nothing })).mistakes).toEqual([
      `${path.join(folder, '.')}: contains no products.csv with a product. Name the catalogue folder.`,
    ]);
  });
});
