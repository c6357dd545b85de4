import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDraft, findDraft, saveDraft } from '#src/features/editing/server/drafts.service.ts';
import { publish } from '#src/features/editing/server/publish.service.ts';
import { findVersions, findSource } from '#src/features/editing/server/sources.repository.ts';
import { productRow, type Cells } from '../../support/catalogue/catalogue.ts';
import { stringify } from '../../support/texts/csv.ts';
import { dumpRows, productByCode } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const LATA: Cells = {
  cod_catalog: 'BEB-001',
  product_name: 'Guaraná Lata',
  brand: 'Antarctica',
  real_price: '1.80',
  discount: 10,
  vat_rate: 19,
  net_quantity: 350,
  net_unit: 'ml',
  ean: '7891991000826',
  slug: 'guarana-lata',
  supplier: 'Importhaus',
  rank: 3,
  subtitle_de: 'Limonade',
  food_name_de: 'Erfrischungsgetränk',
  ingredients_de: 'Wasser, **Soja**',
  packaging: 'can',
  drink_kind: 'other',
  packs: 1,
  energy_kj: 180,
};
const CACHACA: Cells = {
  cod_catalog: 'BEB-002',
  product_name: 'Cachaça',
  real_price: '20.00',
  vat_rate: 19,
  age_limit: 18,
  alcohol_percent: 40,
  withdrawal: 'sealed-hygiene',
  seal_de: 'Siegel',
  deposit: '0.50',
  reusable: 'yes',
  net_quantity: 700,
  net_unit: 'ml',
};
/** The columns that every table needs. */
const NEEDED = Object.keys(productRow({ cod_catalog: '' })).filter((column) => column !== 'discount');

let own: StockedShop;
let files: Record<string, string | Uint8Array>;
beforeAll(async () => {
  own = await stockedShop();
  const picture = (background: string) =>
    sharp({ create: { width: 700, height: 700, channels: 3, background } })
      .png()
      .toBuffer();
  files = {
    'shelf/BEB-001.de-DE.md': 'Aus dem **Norden**',
    'shelf/BEB-001.png': await picture('#c00'),
    'shelf/BEB-001_2.png': await picture('#0c0'),
    'shelf/pictures.csv': 'cod_catalog,picture,alt_de,alt_pt\nBEB-001,1,Dose,Lata\nBEB-001,2,Etikett,Rótulo\n',
  };
});
afterAll(() => own?.dispose());
beforeEach(() => own.stock([LATA, CACHACA], files));

const fieldsOf = async (code: string) => {
  const { published } = (await findSource(own.ctx.db.read, 'product', code))!;
  return (await findVersions(own.ctx.db.read, [published])).get(published!)!;
};

/** Imports a table that has only these columns. */
function importTable(rows: Cells[], columns: string[], ...args: string[]) {
  const table = path.join(own.env.DATA_DIR!, 'prices.csv');
  const cells = rows
    .map(productRow)
    .map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])));
  writeFileSync(table, stringify(cells));
  return shopHere(['catalogue', 'import', table, ...args], own.env);
}

describe('a product table', () => {
  it.each([
    ['of some products', ['--partial']],
    ['of all products', []],
  ])('%s keeps the shop’s values of missing columns', async (_what, args) => {
    const [before, fields] = [await dumpRows(own.ctx), await fieldsOf('BEB-001')];
    expect((await importTable([LATA, CACHACA], NEEDED, ...args)).stdout).toContain('left as they are 2');
    expect(await dumpRows(own.ctx)).toEqual(before);
    const rows = [{ ...LATA, real_price: '1.99' }, CACHACA];
    expect((await importTable(rows, NEEDED, ...args)).stdout).toContain('changed 1: BEB-001');
    expect(await fieldsOf('BEB-001')).toEqual({ ...fields, real_price: '1.99' });
    expect(await productByCode(own.ctx, 'BEB-001')).toMatchObject({
      discount_percent: 10,
      price_cents: 179,
      deposit_cents: 25,
      rank: 3,
    });
    expect(await productByCode(own.ctx, 'BEB-002')).toMatchObject({
      age_limit: 18,
      deposit_cents: 50,
      withdrawal: 'sealed-hygiene',
    });
  });

  it('clears a value with an empty cell', async () => {
    const { discount: _, ...rest } = await fieldsOf('BEB-001');
    expect((await importTable([{ ...LATA, discount: '' }], [...NEEDED, 'discount'], '--partial')).code).toBe(0);
    expect(await fieldsOf('BEB-001')).toEqual(rest);
  });

  it('is checked together with the shop’s values when columns are missing', async () => {
    const { code, stderr } = await importTable([{ ...LATA, deposit: '0.50' }], [...NEEDED, 'deposit'], '--partial');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('prices.csv:2 deposit: contradicts packaging, drink_kind and volume'),
    ]);
    const fresh = await importTable(
      [{ cod_catalog: 'BEB-009', alcohol_percent: 40 }],
      [...NEEDED, 'alcohol_percent'],
      '--partial',
    );
    expect(fresh.stderr).toContain('prices.csv:2 age_limit: is needed for drinks with alcohol.');
    expect(
      (await importTable([{ ...CACHACA, alcohol_percent: 41 }], [...NEEDED, 'alcohol_percent'], '--partial')).code,
    ).toBe(0);
  });

  it('keeps the values of a returning product', async () => {
    const fields = await fieldsOf('BEB-001');
    await own.stock([CACHACA]);
    expect((await importTable([LATA], NEEDED, '--partial')).stdout).toContain('changed 1: BEB-001');
    expect(await fieldsOf('BEB-001')).toEqual(fields);
  });

  it('is not reported as incomplete because of missing columns', async () => {
    await importTable([LATA], NEEDED, '--partial');
    const table = path.join(own.env.DATA_DIR!, 'prices.csv');
    expect((await shopHere(['catalogue', 'check', '--all', table], own.env)).stdout).not.toMatch(
      /ingredients_de|food_name_de/,
    );
  });
});

describe('a partial folder', () => {
  it('keeps the shop’s values for missing columns, texts, pictures and descriptions', async () => {
    const fields = await fieldsOf('BEB-001');
    const columns = ['cod_catalog', 'product_name', 'real_price', 'discount', 'vat_rate', 'net_quantity', 'net_unit'];
    const row = Object.fromEntries(columns.map((column) => [column, LATA[column]!]));
    expect((await own.import([row], {}, ['--partial'])).stdout).toContain('left as they are 1');
    expect(
      (await own.import([row], { 'shelf/BEB-001.png': files['shelf/BEB-001.png']! }, ['--partial'])).stdout,
    ).toContain('changed 1');
    const [first = '', second = ''] = fields.pictures!.split(' ');
    const { [`alt:de-DE:${second}`]: _de, [`alt:pt-BR:${second}`]: _pt, ...rest } = fields;
    expect(await fieldsOf('BEB-001')).toEqual({ ...rest, pictures: first });
    const described = {
      'shelf/BEB-001.png': files['shelf/BEB-001.png']!,
      'shelf/pictures.csv': 'cod_catalog,picture,alt_de\nBEB-001,1,Rote Dose\n',
    };
    await own.import([row], described, ['--partial']);
    expect(await fieldsOf('BEB-001')).toMatchObject({
      [`alt:de-DE:${first}`]: 'Rote Dose',
      [`alt:pt-BR:${first}`]: 'Lata',
    });
  });

  it('clears missing values when it is declared as the whole catalogue', async () => {
    const { brand: _, ...row } = LATA;
    await own.stock([row, CACHACA]);
    expect(await fieldsOf('BEB-001')).not.toHaveProperty('brand');
    expect(await fieldsOf('BEB-001')).not.toHaveProperty('pictures');
  });
});

// The product stays in the shop, so this is the last test.
it('importing a table keeps the draft of a product that was created in the desk', async () => {
  const at = { kind: 'product', key: 'BEB-003' } as const;
  const {
    cod_catalog: _code,
    quantity_available: _units,
    ...cells
  } = productRow({ cod_catalog: at.key, brand: 'Antiga' });
  const filled = Object.entries(cells).filter(([, value]) => value !== '');
  const typed = Object.fromEntries(filled.map(([column, value]) => [column, String(value)]));
  expect(await createDraft(own.ctx, at, typed)).toMatchObject({ ok: true });
  const { draft } = (await findSource(own.ctx.db.read, at.kind, at.key))!;
  expect(await publish(own.ctx, { only: new Map([['product BEB-003', draft]]) })).toMatchObject({ ok: true });
  const fields = await fieldsOf(at.key);
  expect(await saveDraft(own.ctx, at, (shown) => ({ ...shown, brand: 'Nova' }), draft!)).toMatchObject({ ok: true });
  const row: Cells = { cod_catalog: at.key, real_price: Number(fields.real_price) + 0.1 };
  const imported = await importTable([row], NEEDED, '--partial', '--theirs', at.key);
  expect(imported.stdout, imported.stderr).toContain('changed 1: BEB-003');
  const price = (Number(fields.real_price) + 0.1).toFixed(2);
  expect(await fieldsOf(at.key)).toEqual({ ...fields, real_price: price });
  expect((await findDraft(own.ctx, at))?.draft).toEqual({ ...fields, real_price: price, brand: 'Nova' });
});
