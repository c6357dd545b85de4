import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { versionDigest } from '#src/features/editing/server/catalogue-fields.ts';
import { findDraft, saveDraft } from '#src/features/editing/server/drafts.service.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { workbook } from '../../support/texts/workbook.ts';

const EAN = '4006381333931';
const PAGE = '/desk/products/price-list';

const own = forFile(() =>
  stockedShop([
    { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '2.00' },
    { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', real_price: '4.99', ean: EAN },
    { cod_catalog: 'MATE', product_name: 'Mate', real_price: '3.00' },
  ]),
);
let editor: DeskVisitor;

beforeAll(async () => {
  const { url } = await own.serve();
  editor = await newStaff(own.ctx, url, 'eda@example.org', 'editor');
});

const LIST = [
  ['Casa Brasil', '', '', ''],
  ['Preisliste', 'Stand 2026', '', ''],
  ['Barcode', 'Bezeichnung', 'Ihr Preis', 'VE'],
  [Number(EAN), 'Pão', 14.4, 12],
  ['7891234567895', 'Guaraná', 1.1, 6],
  ['agua', 'Água', '1,20 €', 1],
  ['MATE', 'Mate', 'auf Anfrage', 1],
];

const send = (fields: Record<string, string | string[]>, file?: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ supplier: 'Casa Brasil', act: 'read', ...fields }))
    for (const one of [value].flat()) form.append(name, one);
  if (file) form.set('file', new File([file], 'prices.xlsx'));
  return editor.post(PAGE, form);
};

/** The fields of the page's last form that a tap on its button sends. */
function fieldsOf(html: string): Record<string, string | string[]> {
  const fields: Record<string, string[]> = {};
  const add = (name: string, value: string) => (fields[name] ??= []).push(value);
  for (const [tag] of html.slice(0, html.indexOf('Change the columns')).matchAll(/<input [^>]*>/g)) {
    const of = (attribute: string) => new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '';
    if (of('type') === 'file' || of('name') === '' || of('name') === 'acceptsJumps') continue;
    if (of('type') !== 'checkbox' || / checked/.test(tag)) add(of('name'), of('value'));
  }
  return fields;
}

const costs = async () =>
  (
    await own.ctx.db.read
      .selectFrom('supplier_costs as c')
      .innerJoin('products as p', 'p.id', 'c.product_id')
      .select(['p.cod_catalog as code', 'c.cost_cents as cost'])
      .execute()
  )
    .map(({ code, cost }) => `${code} ${cost}`)
    .sort();

const salePrices = async () => {
  const rows = await own.ctx.db.read.selectFrom('products').select(['cod_catalog', 'real_price_cents']).execute();
  return Object.fromEntries(rows.map((row) => [row.cod_catalog, row.real_price_cents]));
};

it('a price list with any column names asks once what they mean, shows old and new prices, and changes nothing before a tap', async () => {
  const line = { code: 'PAO-1', name: '', units: 1, cost: 100, lot: '', bestBefore: '' };
  await bookDelivery(own.ctx, { supplier: 'Casa Brasil', note: '1', lines: [line] });
  const file = Buffer.from(workbook(LIST));
  const asked = await send({}, file);
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('What do the columns of Casa Brasil mean?');
  expect(asked.html).toMatch(/<option value="Barcode" selected[^>]*>Barcode \(for example 4006381333931\)/);
  const [, part = ''] = /name="part" value="([^"]*)"/.exec(asked.html) ?? [];
  const half = await send({ part, act: 'show', column_ean: 'Barcode' });
  expect(half.status).toBe(400);
  expect(half.text).toContain('Choose the column with the EAN or code, and the one with the price');

  const columns = {
    column_ean: 'Barcode',
    column_cost: 'Ihr Preis',
    column_pack: 'VE',
    rule: 'follow',
    rounding: 'nine',
  };
  const shown = await send({ part, act: 'show', ...columns });
  expect(shown.text).toContain('Casa Brasil. Prices that change: 2; that stay: 0; lines about other products: 1.');
  expect(shown.text).toContain('Line 7: “auf Anfrage” is not a price in EUR');
  expect(shown.text).toContain('7891234567895');
  expect(shown.text).toMatch(/Pão de Queijo PAO-1 1,00\s€ → 1,20\s€ 4,99\s€/);
  expect(shown.text).toMatch(/Água de Coco AGUA new: 1,20\s€/);
  // 4.99 × 1.2 = 5.988
  expect(shown.html).toMatch(/name="real_price-PAO-1" value="5,99"/);
  expect(await costs()).toEqual([]);

  const saved = await send({ ...fieldsOf(shown.html), act: 'publish' });
  expect(saved.location).toContain('done=published&count=1');
  expect(await costs()).toEqual(['AGUA 120', 'PAO-1 120']);
  expect(await salePrices()).toEqual({ AGUA: 200, MATE: 300, 'PAO-1': 599 });
  expect((await editor.get(PAGE)).status).toBe(200);

  const again = await send({ supplier: 'casa brasil' }, file);
  expect(again.text).toContain('Prices that change: 0; that stay: 2; lines about other products: 1.');
});

it('prices that change by more than half are saved only once somebody has confirmed them', async () => {
  const list = (price: string) => Buffer.from(`EAN;EK;UVP\n${EAN};${price};99,00\nAGUA;1,20;2,00\n`);
  const first = await send({ supplier: 'Sabor' }, list('1,00'));
  expect(first.text).toContain('What do the columns of Sabor mean?');
  const [, part = ''] = /name="part" value="([^"]*)"/.exec(first.html) ?? [];
  const columns = { column_ean: 'EAN', column_cost: 'EK', column_retail: 'UVP', rule: 'list', rounding: 'cent' };
  const shown = await send({ supplier: 'Sabor', part, act: 'show', ...columns });
  expect(shown.text).toContain('More than half');
  const fields = { ...fieldsOf(shown.html), supplier: 'Sabor' };
  const before = await costs();
  const refused = await send({ ...fields, act: 'save' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(
    'A price changes by more than half here, or a purchase price is above the sale price: PAO-1.',
  );
  expect(await costs()).toEqual(before);
  const saved = await send({ ...fields, act: 'save', acceptsJumps: 'yes' });
  expect(saved.location).toContain('done=draftSaved');
  expect(await costs()).toEqual([...before, 'AGUA 120', 'PAO-1 100'].sort());
  expect(await salePrices()).toMatchObject({ 'PAO-1': 599 });
});

it.each([
  ['a picture', Buffer.from('%PDF-1.7\n\0\0\0'), 'This is neither an Excel workbook (.xlsx) nor'],
  ['an .xls file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'of an old Excel format (.xls) or has a password'],
  ['half a workbook', Buffer.from(workbook(LIST).subarray(0, 300)), 'This Excel file is damaged'],
  ['a large file', Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), 'The file is too large: at most 2 MB'],
  ['a list without names', Buffer.from(`${EAN};1,20\n`), 'The file has no row with the names of its columns.'],
])('%s instead of a price list gets one clear sentence', async (_, file, sentence) => {
  const refused = await send({ supplier: randomUUID() }, file);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
});

it('a list that names another currency above its table asks before it shows prices, each time', async () => {
  const file = Buffer.from('Casa Brasil;Preise in USD\nCode;EK\nAGUA;1,25\n');
  const supplier = 'Dolar';
  const [, part = ''] = /name="part" value="([^"]*)"/.exec((await send({ supplier }, file)).html) ?? [];
  const columns = { supplier, part, act: 'show', column_code: 'Code', column_cost: 'EK' };
  const asked = await send(columns);
  expect(asked.status).toBe(400);
  expect(asked.text).toContain('Above its table the file names another currency: USD.');
  expect(asked.text).not.toContain('Prices that change');
  const shown = await send({ ...columns, euros: 'yes' });
  expect(shown.text).toMatch(/1,20\s€ → 1,25\s€|new: 1,25\s€/);
  const saved = await send({ ...fieldsOf(shown.html), supplier, act: 'save' });
  expect(saved.location).toContain('done=costsSaved');
  expect((await send({ supplier }, file)).text).toContain('Above its table the file names another currency: USD.');

  const onDisk = path.join(os.tmpdir(), `vitrine-${randomUUID()}.csv`);
  writeFileSync(onDisk, file);
  const list = (...more: string[]) =>
    shopHere(['stock', 'price-list', onDisk, '--supplier', supplier, ...more], own.env);
  expect(await list()).toMatchObject({ code: 1, stderr: expect.stringContaining('names USD above its table.') });
  expect(await list('--euros')).toMatchObject({ code: 0, stdout: expect.stringContaining('0 change, 1 stay.') });
});

it('`stock price-list` shows the changes, and saves them when it is told to', async () => {
  const file = path.join(os.tmpdir(), `vitrine-${randomUUID()}.csv`);
  writeFileSync(file, `Ref;Netto\nMATE;1,50\nNO-1;2,00\nAGUA;1.200\n`);
  const list = (...more: string[]) => shopHere(['stock', 'price-list', file, '--supplier', 'Erva', ...more], own.env);
  expect((await list()).stderr).toContain('The file has: Ref, Netto. Nothing was saved.');
  const shown = await list('--column', 'code=ref', '--column', 'cost=netto');
  expect(shown.stderr).toContain(`${file}:4: “1.200” may mean 1200 or 1,2000.`);
  expect(shown.stdout).toMatch(/MATE {2}Mate {2}cost new -> 1,50\s€/);
  expect(shown.stdout).toContain('About no product of the shop: NO-1\n1 change, 0 stay.\nNothing is saved yet.');
  const saved = await list('--column', 'code=ref', '--column', 'cost=netto', '--save');
  expect(saved).toMatchObject({ code: 0 });
  expect(saved.stdout).toContain('Saved: 1.');
  writeFileSync(file, `Ref;Netto\nMATE;15,00\n`);
  const jump = await list('--save', '--sale', 'follow');
  expect(jump.code).toBe(1);
  expect(jump.stderr).toContain(
    'Prices that change by more than half, or cost more than the sale price: MATE. Correct them, or add --yes.',
  );
  expect((await list('--save', '--sale', 'follow', '--yes')).stdout).toContain('New sale prices wait as drafts');
  expect(await costs()).toContain('MATE 1500');
});

it('a price beside a change that waits already is saved, but not published with it', async () => {
  const at = { kind: 'product', key: 'MATE' } as const;
  const { draft } = (await findDraft(own.ctx, at))!;
  await saveDraft(own.ctx, at, (shown) => ({ ...shown, product_name: 'Mate verde' }), versionDigest(draft!));
  const before = await salePrices();
  const list = Buffer.from('Code;EK;UVP\nMATE;1,60;4,00\nAGUA;1,20;2,40\n');
  const [, part = ''] = /name="part" value="([^"]*)"/.exec((await send({ supplier: 'Verde' }, list)).html) ?? [];
  const columns = { column_code: 'Code', column_cost: 'EK', column_retail: 'UVP', rule: 'list', rounding: 'cent' };
  const shown = await send({ supplier: 'Verde', part, act: 'show', ...columns });
  expect(shown.text).toContain('A price stays a draft if its product is not for sale or has other changes');
  const saved = await send({ ...fieldsOf(shown.html), supplier: 'Verde', act: 'publish', acceptsJumps: 'yes' });
  expect(saved.location).toContain('done=published&count=1');
  expect(await salePrices()).toEqual({ ...before, AGUA: 240 });
  expect((await findDraft(own.ctx, at))!.draft).toMatchObject({ product_name: 'Mate verde', real_price: '4.00' });
});
