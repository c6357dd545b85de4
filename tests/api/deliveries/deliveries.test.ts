import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { findUnexplained } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { changeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { stockOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { workbook, workbookFiles, zipOf } from '../../support/texts/workbook.ts';

const EAN = '4006381333931';
const PAGE = '/desk/stock/deliveries/new';

const own = forFile(() =>
  stockedShop([
    { cod_catalog: 'AGUA', product_name: 'Água de Coco', quantity_available: 10 },
    { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', quantity_available: 0, ean: EAN },
    { cod_catalog: 'KIT-1', product_name: 'Conjunto', net_quantity: 1, net_unit: 'piece', parts: 'AGUA 2' },
  ]),
);
let packer: DeskVisitor;

beforeAll(async () => {
  const { url } = await own.serve();
  packer = await newStaff(own.ctx, url, 'rui@example.org', 'packer');
});

const send = (fields: Record<string, string>, file?: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ supplier: 'Casa Brasil', act: 'check', ...fields }))
    form.set(name, value);
  if (file) form.set('file', new File([file], 'delivery.xlsx'));
  return packer.post(PAGE, form);
};

const stocks = async () => [await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'PAO-1')];

it('a delivery is shown before it is booked, its mistakes can be corrected, and then it is in stock and history', async () => {
  const before = await stocks();
  const file = Buffer.from(
    workbook([
      ['Lieferschein', 'LS 1'],
      ['EAN', 'Artikel', 'Menge', 'EK'],
      [Number(EAN), 'x', 24, 1.2],
      ['', 'NO-1', 3],
      ['', 'agua', '2.5'],
      ['', 'AGUA', 2, '1.000'],
    ]),
  );
  const checked = await send({ note: 'LS 1' }, file);
  expect(checked.text).toContain('3 lines cannot be booked');
  expect(checked.text).toContain('Line 4: No product has the code or EAN “NO-1”.');
  expect(checked.text).toContain('Line 5: “2.5” is not a number of units. Write a whole number from 1 to 1.000.000.');
  expect(checked.text).toContain('Line 6: “1.000” may mean 1000 or 1,00. Write one of these.');
  expect(checked.html).not.toContain('value="book"');
  expect(checked.html).toContain(`${EAN} = x; 24; 1.2\nNO-1; 3\nagua; 2.5\nAGUA; 2; 1.000</textarea>`);
  const corrected = { note: 'LS 1', lines: `${EAN}; 24; 1.2\nagua; 5; 0,80\n${EAN}; ; 1,20` };
  expect((await send({ ...corrected, act: 'book', lines: `${corrected.lines}\nNO-1` })).text).toContain('“NO-1”');
  const shown = await send(corrected);
  expect(shown.text).toContain('Casa Brasil, LS 1: 30 units. Nothing is booked yet.');
  expect(shown.text).toMatch(/Pão de Queijo PAO-1 25 1,20\s€ Água de Coco AGUA 5 0,80\s€/);
  expect(await stocks()).toEqual(before);

  const booked = await send({ ...corrected, act: 'book' });
  expect(booked.location).toMatch(/^\/desk\/stock\/deliveries\/[\w-]{36}\?done=deliveryBooked$/);
  expect(await stocks()).toEqual([before[0]! + 5, before[1]! + 25]);
  const { text, html } = await packer.get('/desk/stock/PAO-1');
  expect(text).toMatch(/Delivery Casa Brasil, LS 1 .{5,80} \+25 25 rui@example\.org/);
  const [, link = ''] = /href="(\/desk\/stock\/deliveries\/[\w-]{36})"/.exec(html) ?? [];
  expect((await packer.get(link)).text).toMatch(/Delivery: Casa Brasil, LS 1 .*by rui@example\.org: 30 units\./);
  expect((await packer.get('/desk/stock/deliveries')).text).toMatch(/Casa Brasil LS 1 30/);
});

it('a delivery that is sent again, however its supplier and note are written, says when it was booked', async () => {
  const before = await stocks();
  expect((await send({ note: 'LS 2', act: 'book', lines: 'AGUA 1' })).status).toBe(303);
  for (const act of ['check', 'book']) {
    const again = await send({ supplier: 'casa  brasil', note: 'ls2', act, lines: 'AGUA 7' });
    expect(again.status).toBe(400);
    expect(again.text).toMatch(/Delivery note LS 2 of Casa Brasil is booked already: on .{5,40} by rui@example\.org\./);
  }
  expect(await stocks()).toEqual([before[0]! + 1, before[1]]);
});

it('a delivery that arrives ten times at once is booked once', async () => {
  const before = await stocks();
  const lines = [
    { code: 'PAO-1', name: '', units: 2, cost: null, lot: 'L1', bestBefore: '2099-01-31' },
    { code: 'AGUA', name: '', units: 3, cost: 80, lot: '', bestBefore: '' },
  ];
  const booked = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      bookDelivery(own.ctx, { supplier: 'Sabor', note: '77', lines: index % 2 ? lines : lines.toReversed() }),
    ),
  );
  expect(booked.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await stocks()).toEqual([before[0]! + 3, before[1]! + 2]);
  expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
});

it('a delivery books its units with lot and date, which the history and the lot list name, and refuses an impossible day', async () => {
  const rows = [
    ['Artikel', 'Menge', 'Charge', 'MHD'],
    ['AGUA', 4, 'L 22', 72685],
    ['AGUA', 2, 'Lot l22', '31.12.2098'],
    ['AGUA', 3, '', '02.2099'],
    ['PAO-1', 1, 'X', '29.02.2097'],
    ['PAO-1', 1, 'X', 'bald'],
  ];
  const checked = await send({ note: 'LS 5' }, Buffer.from(workbook(rows)));
  expect(checked.text).toContain('Line 5: There is no day “29.02.2097”.');
  expect(checked.text).toContain('Line 6: “bald” is not a date.');
  expect(checked.html).toContain('AGUA; 4; ; L 22; 72685');
  const booked = await send({ note: 'LS 5' }, Buffer.from(workbook(rows.slice(0, 4))));
  expect(booked.text).toMatch(/AGUA · L 22, best before December 31, 2098 6 /);
  expect(booked.text).toMatch(/AGUA · best before February 28, 2099 3 /);
  const [, lines = ''] = /name="lines" value="([^"]*)"/.exec(booked.html) ?? [];
  await send({ note: 'LS 5', act: 'book', lines });
  const { text } = await packer.get('/desk/stock/AGUA');
  expect(text).toMatch(
    /Lots Lot Best before Can be sold L 22 December 31, 2098 6 – February 28, 2099 3 Of no known lot – \d/,
  );
  expect(text).toMatch(/Delivery Casa Brasil, LS 5 best before February 28, 2099 .{5,80} \+3 /);
  expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
});

it('goods past their date are booked only after somebody has agreed to that', async () => {
  const before = await stocks();
  const lines = 'PAO-1; 5; ; OLD; 31.10.2026';
  const asked = await send({ note: 'LS 6', lines });
  expect(asked.text).toContain('These goods are past their date already.');
  expect(asked.text).toContain('Pão de Queijo (PAO-1): OLD, best before October 31, 2026');
  const refused = await send({ note: 'LS 6', lines, act: 'book' });
  expect(refused.text).toContain('These goods are past their date already: PAO-1.');
  expect(await stocks()).toEqual(before);
  expect((await send({ note: 'LS 6', lines, act: 'book', expired: 'yes' })).status).toBe(303);
  expect(await stocks()).toEqual([before[0], before[1]! + 5]);
});

/** The lines that a preview would book. */
const linesIn = (html: string) => decodeEntities(/name="lines" value="([^"]*)"/.exec(html)?.[1] ?? '');

it('a delivery whose lines have an EAN and a code is booked as it was shown, unless they name two products', async () => {
  const before = await stocks();
  const file = (code: string) => Buffer.from(`EAN;Artikelnummer;Menge;EK\n${EAN};${code};2;0.4550\n`);
  const shown = await send({ note: 'LS 30' }, file('PAO-1'));
  expect(shown.text).toContain('Casa Brasil, LS 30: 2 units.');
  expect(shown.text).toContain('Costs rounded to the cent: PAO-1 0.4550.');
  const booked = await send({ note: 'LS 30', act: 'book', lines: linesIn(shown.html) });
  expect(booked.status).toBe(303);
  expect(await stocks()).toEqual([before[0], before[1]! + 2]);
  // A supplier's own number is no code of the shop.
  expect((await send({ note: 'LS 31' }, file('77'))).text).toContain('LS 31: 2 units.');
  const two = await send({ note: 'LS 31' }, file('AGUA'));
  expect(two.text).toContain(`“${EAN} AGUA” names several products.`);
  const again = await send({ note: 'LS 31', act: 'book', lines: `${EAN} = AGUA; 2` });
  expect(again.text).toContain(`“${EAN} AGUA” names several products.`);
  expect(await stocks()).toEqual([before[0], before[1]! + 2]);
});

it('lines that leave open what came are named, and stay so in the text that can be corrected', async () => {
  const before = await stocks();
  const table = `EAN,Menge,EK\n${EAN},,1.20\n${EAN},6,1,20\n`;
  const { text, html } = await send({ note: 'LS 32' }, Buffer.from(table));
  expect(text).toContain('Line 2: The number of units is missing.');
  expect(text).toContain('Line 3: The line has more cells than the table has columns.');
  const [, lines = ''] = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(html) ?? [];
  const again = await send({ note: 'LS 32', act: 'book', lines: decodeEntities(lines) });
  expect(again.text).toContain('2 lines cannot be booked');
  expect((await send({ note: 'LS 32', act: 'book', lines: 'AGUA, 24, 1,20' })).text).toContain('more cells');
  expect((await send({ note: 'LS 32', act: 'book', lines: 'KIT-1 2' })).text).toContain('“KIT-1” is a set.');
  expect(await stocks()).toEqual(before);
});

it('two thousand scanned units are a delivery', async () => {
  const before = await stocks();
  const lines = Array.from({ length: 2000 }, (_, at) => (at % 4 ? EAN : 'AGUA')).join('\n');
  expect((await send({ note: 'LS 33', act: 'book', lines })).status).toBe(303);
  expect(await stocks()).toEqual([before[0]! + 500, before[1]! + 1500]);
});

it('more units of a product than the shop can count are refused with all other lines', async () => {
  const before = await stocks();
  const refused = await send({ note: 'LS 3', act: 'book', lines: 'PAO-1 5\nAGUA 1000000' });
  expect(refused.text).toContain('AGUA would have more than 1.000.000 units');
  expect(await stocks()).toEqual(before);
  expect((await send({ note: 'LS 3', lines: 'PAO-1 5' })).text).toContain('LS 3: 5 units.');
});

it.each([
  ['a picture of a delivery note', Buffer.from('%PDF-1.7\n\0\0\0'), 'This is neither an Excel workbook (.xlsx) nor'],
  ['an .xls file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'of an old Excel format (.xls) or has a password'],
  ['half a workbook', Buffer.from(workbook([['code', 'units']]).subarray(0, 300)), 'This Excel file is damaged'],
  [
    'a workbook of blanks',
    Buffer.from(zipOf(workbookFiles(' '.repeat(6e6)))),
    'takes more than 5 MB once it is unpacked',
  ],
  ['a large file', Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), 'The file is too large: at most 2 MB with one table.'],
  ['an empty table', Buffer.from(workbook([['code', 'units']])), 'There are no lines.'],
  [
    'a long table',
    Buffer.from(workbook(Array.from({ length: 501 }, () => ['AGUA', 1]))),
    'There are more than 500 lines.',
  ],
])('%s gets one clear sentence, and books nothing', async (_, file, sentence) => {
  const refused = await send({ note: randomUUID() }, file);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
});

it('`stock receive` books a file once, all of it or nothing', async () => {
  const before = await stocks();
  const file = path.join(os.tmpdir(), `vitrine-${randomUUID()}.csv`);
  const receive = () => shopHere(['stock', 'receive', file, '--supplier', 'Casa Brasil', '--note', 'LS 9'], own.env);
  writeFileSync(file, `ean;Menge;EK\n${EAN};6;0,99\n123;1;\n`);
  const refused = await receive();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`${file}:3: No product has the code or EAN “123”.\nNothing was booked.`);
  expect(await stocks()).toEqual(before);
  writeFileSync(file, `ean;Menge;EK;MHD\n${EAN};6;0,99;10.2026\n`);
  expect((await receive()).stderr).toContain('Past their date: PAO-1. Book them all the same with --expired.');
  writeFileSync(file, `ean;Menge;EK;Lote;MHD\n${EAN};6;0,99;L1;02.2099\n`);
  const stdout = '     +6  PAO-1  Pão de Queijo  L1, best before 2099-02-28\nBooked: 6 units.\n';
  expect(await receive()).toMatchObject({ code: 0, stdout });
  const again = await receive();
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/Delivery note LS 9 of Casa Brasil is booked already: on 2\S+Z by command line\./);
  expect(await stocks()).toEqual([before[0], before[1]! + 6]);
});

/** The address of the newest delivery with this note. */
const pageOf = async (note: string) => {
  const { id } = await own.ctx.db.read
    .selectFrom('deliveries')
    .select('id')
    .where('note', '=', note)
    .orderBy('booked_at', 'desc')
    .executeTakeFirstOrThrow();
  return `/desk/stock/deliveries/${id}`;
};

it('a delivery that was booked by mistake is undone once, with its lots, and its note can be booked again', async () => {
  const before = await stocks();
  const lines = 'AGUA; 4\nPAO-1; 3; 1,00; L9; 31.01.2099\nPAO-1; 2; 1,00; L10; 31.01.2099';
  await send({ note: 'LS 20', act: 'book', lines });
  const page = await pageOf('LS 20');
  const undone = await Promise.all([1, 2, 3].map(() => packer.post(page, { act: 'undo' })));
  expect(undone.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
  expect(undone.find(({ status }) => status === 400)!.text).toContain('This delivery was undone already: on');
  expect(await stocks()).toEqual(before);
  expect((await packer.get(page)).text).toMatch(/Undone on .{5,40} by rui@example\.org\./);
  const { text } = await packer.get('/desk/stock/PAO-1');
  expect(text).toMatch(/Delivery undone Casa Brasil, LS 20 L9, best before January 31, 2099 .{5,80} -3 /);
  expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
  expect((await send({ note: 'LS 20', act: 'book', lines: 'AGUA; 1' })).status).toBe(303);
  expect(await stocks()).toEqual([before[0]! + 1, before[1]]);
});

it('a delivery is not undone once some of its units have left the stock, with or without a lot', async () => {
  await send({ note: 'LS 21', act: 'book', lines: 'AGUA; 4\nPAO-1; 3; ; L21; 31.01.2099' });
  const page = await pageOf('LS 21');
  const before = await stocks();
  await own.ctx.db.write((tx) =>
    changeStock(own.ctx, tx, 'PAO-1', { add: -1 }, { reason: 'broken', lot: { lot: 'L21', bestBefore: '2099-01-31' } }),
  );
  const refused = await packer.post(page, { act: 'undo' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Only 2 of the 3 units of PAO-1 from this delivery can still be sold');
  expect(await stocks()).toEqual([before[0], before[1]! - 1]);
  await send({ note: 'LS 22', act: 'book', lines: 'AGUA; 7' });
  await own.ctx.db.write((tx) => changeStock(own.ctx, tx, 'AGUA', { set: 6 }, { reason: 'counted' }));
  expect((await packer.post(await pageOf('LS 22'), { act: 'undo' })).text).toMatch(/Only \d of the 7 units of AGUA/);
  expect(await stockOf(own.ctx, 'AGUA')).toBe(6);
  expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
});

it('a delivery whose mistake a stocktake has corrected already is not undone, so that its units do not leave twice', async () => {
  const before = await stocks();
  await send({ note: 'LS 24', act: 'book', lines: 'PAO-1; 50' });
  await own.ctx.db.write((tx) => changeStock(own.ctx, tx, 'PAO-1', { add: -45 }, { reason: 'counted' }));
  // Units without a lot that another delivery brings would be taken for those of the first one.
  await send({ note: 'LS 25', act: 'book', lines: 'PAO-1; 50' });
  const refused = await packer.post(await pageOf('LS 24'), { act: 'undo' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('The stock of PAO-1 was counted or typed after this delivery was booked');
  const undo = ['stock', 'undo-delivery', '--supplier', 'casa brasil', '--note', 'LS 24'];
  expect((await shopHere(undo, own.env)).stderr).toContain('The stock of PAO-1 was counted or typed');
  expect(await stocks()).toEqual([before[0], before[1]! + 55]);
  expect((await packer.post(await pageOf('LS 25'), { act: 'undo' })).status).toBe(303);
});

it('`stock undo-delivery` takes a delivery back by its supplier and note', async () => {
  const before = await stocks();
  await send({ note: 'LS 23', act: 'book', lines: 'PAO-1; 3' });
  const undo = () => shopHere(['stock', 'undo-delivery', '--supplier', 'casa brasil', '--note', 'LS 23'], own.env);
  expect((await undo()).stdout).toContain('The delivery is undone.');
  expect(await stocks()).toEqual(before);
  expect((await undo()).stderr).toContain('No delivery of casa brasil with the note LS 23 is booked.');
});
