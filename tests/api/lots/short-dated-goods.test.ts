import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { movedTo } from '#src/features/catalogue/server/moved-page.ts';
import { findOrigins } from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import { changeStock, returnStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { bookDelivery, judgeLines } from '#src/features/deliveries/server/delivery.service.ts';
import { importCatalogue } from '#src/features/editing/server/import/import-catalogue.ts';
import { findNextCode } from '#src/features/editing/server/next-code.ts';
import { endShortDated, offerLot, takeBack } from '#src/features/editing/server/short-dated/short-dated.service.ts';
import { findLeft, readRecalled, recallProduct, undoRecall } from '#src/features/recall/server/recall.service.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { pages } from '#src/shared/paths.ts';
import { productRow, writeCatalogue, type Cells } from '../../support/catalogue/catalogue.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';

let own: FreshShop;
let today: string;
let date: string;
let end: string;

beforeEach(async () => {
  own = await freshShop();
  today = germanDay(own.ctx.now().toISOString());
  date = addDays(today, 60);
  end = date.slice(2).replaceAll('-', '');
});
afterEach(() => own.dispose());

const at = (day: string) => ({ ...own.ctx, now: () => new Date(`${day}T12:00:00Z`) });

async function importRows(rows: Cells[], ctx = own.ctx) {
  const source = writeCatalogue(path.join(own.env.DATA_DIR!, 'files'), rows.map(productRow));
  const done = await importCatalogue(ctx, { source });
  return done.ok ? [] : done.error.map(({ field }) => field);
}

async function deliver(code: string, units: number) {
  const line = { code, name: '', units, cost: null, lot: '', bestBefore: date };
  expect((await bookDelivery(own.ctx, { supplier: 'x', note: code, lines: [line] })).ok).toBe(true);
}

const lotOf = async (code: string) => {
  const { id } = await productByCode(own.ctx, code);
  const lots = own.ctx.db.read.selectFrom('lots').select(['id', 'units']).where('product_id', '=', id);
  return lots.executeTakeFirstOrThrow();
};

async function offer(code: string, units: number, { ctx = own.ctx, percent = 50, seen = 0 } = {}) {
  const lot = await lotOf(code);
  const done = await offerLot(ctx, { lotId: lot.id, units, percent, seen: seen || lot.units });
  return done.ok ? done.value : done.error.kind;
}

const stockOf = async (code: string) => {
  const { quantity_available: units, withdrawn_at: endedAt } = await productByCode(own.ctx, code);
  return endedAt === null ? units : `${units} ended`;
};
const line = async (code: string, quantity: number) => [
  { productId: (await productByCode(own.ctx, code)).id, quantity },
];
const take = async (code: string, units: number, ctx = own.ctx) => {
  const lines = await line(code, units);
  return ctx.db.write((tx) => takeStock(ctx, tx, lines, { reason: 'held' }));
};
const backFrom = async (code: string) => takeBack(own.ctx, (await productByCode(own.ctx, code)).id);

const SIZES = [
  { cod_catalog: 'GUARANA-ANTAR-350', product_name: 'Guaraná', ean: '4006381333931', variant_of: '' },
  {
    ...{ cod_catalog: 'GUARANA-ANTAR-900', product_name: 'Guaraná', ean: '7891991000826' },
    ...{ variant_of: 'GUARANA-ANTAR-350', net_quantity: 900, real_price: '9.99' },
  },
];

it('sizes with lots of one name and one date have a short-dated variant each, with its own goods', async () => {
  expect(await importRows(SIZES)).toEqual([]);
  for (const { cod_catalog: code } of SIZES) await deliver(code, 6);
  const [small, large] = [await offer('GUARANA-ANTAR-350', 4), await offer('GUARANA-ANTAR-900', 4)];
  expect([small, large]).toEqual([`GUARANA-ANTAR-${end}`, `GUARANA-ANT-2-${end}`]);
  const { id, net_quantity: content } = await productByCode(own.ctx, large);
  expect(content).toBe(900);
  expect((await findOrigins(own.ctx.db.read, [id])).get(id)).toMatchObject({ ean: '7891991000826' });

  // The files move the product into another family, and rename it.
  const moved = { cod_catalog: 'GUARANA-ANTAR-900', product_name: 'Guaraná Zero', net_quantity: 900, variant_of: '' };
  expect(await importRows([SIZES[0]!, moved])).toEqual([]);
  expect(await offer('GUARANA-ANTAR-900', 1)).toBe(large);
  const hazard = Object.fromEntries(LOCALE_CODES.map((locale) => [locale, 'Vidro.'])) as never;
  for (const typed of ['GUARANA-ANTAR-900', large]) {
    const read = await readRecalled(own.ctx.db.read, { code: typed });
    expect(read).toEqual({ ok: true, value: { code: 'GUARANA-ANTAR-900', name: 'Guaraná Zero' } });
    const recalled = { code: typed };
    await recallProduct(own.ctx, recalled, hazard);
    const codes = ['GUARANA-ANTAR-350', small, 'GUARANA-ANTAR-900', large];
    const locks = await Promise.all(codes.map(async (code) => (await productByCode(own.ctx, code)).recalled));
    expect(locks).toEqual([0, 0, 1, 1]);
    expect((await findLeft(own.ctx.db.read, recalled)).lots.map(({ units }) => units)).toEqual([1, 5]);
    await undoRecall(own.ctx, recalled);
  }
  expect(await backFrom(large)).toEqual({ ok: true, value: 'GUARANA-ANTAR-900' });
  expect([await stockOf('GUARANA-ANTAR-350'), await stockOf('GUARANA-ANTAR-900')]).toEqual([22, 26]);
});

it('units that come back after a short-dated variant has ended can be moved back to their product', async () => {
  await importRows([{ cod_catalog: 'AGUA' }]);
  await deliver('AGUA', 6);
  const code = await offer('AGUA', 6);
  await take(code, 2);
  expect((await backFrom(code)).ok).toBe(true);
  const lines = await line(code, 2);
  await own.ctx.db.write((tx) => returnStock(own.ctx, tx, lines, { reason: 'released' }));
  expect([await stockOf('AGUA'), await stockOf(code)]).toEqual([24, '2 ended']);
  expect((await backFrom(code)).ok).toBe(true);
  expect([await stockOf('AGUA'), await stockOf(code)]).toEqual([26, '0 ended']);
  expect(await backFrom(code)).toMatchObject({ ok: false, error: { kind: 'lot_gone' } });
});

it('a short-dated variant gets only units that the shop has, and none of a set', async () => {
  const bread = { cod_catalog: 'PAO', parts: '' };
  await importRows([{ cod_catalog: 'AGUA', quantity_available: 0, parts: '' }, bread]);
  await deliver('AGUA', 6);
  // As a server of an older version sells, without lots.
  await setProduct(own.ctx, 'AGUA', { quantity_available: 2 });
  expect(await offer('AGUA', 6)).toBe('lot_units');
  expect(await stockOf('AGUA')).toBe(2);
  expect(await offer('AGUA', 2)).toBe(`AGUA-${end}`);
  expect([await stockOf('AGUA'), await stockOf(`AGUA-${end}`)]).toEqual([0, 2]);
  await own.ctx.db.write((tx) => changeStock(own.ctx, tx, 'AGUA', { add: 6 }, { reason: 'changed' }));
  expect(await importRows([{ cod_catalog: 'AGUA', parts: 'PAO 2' }, bread])).toEqual(['parts']);
  await own.ctx.db.write((tx) => changeStock(own.ctx, tx, 'AGUA', { set: 0 }, { reason: 'changed' }));
  expect(await importRows([{ cod_catalog: 'AGUA', parts: 'PAO 2' }, bread])).toEqual([]);
  expect(await offer('AGUA', 1)).toBe('lot_gone');
});

it('only a variant is sold until a date, until its last day, and a new one waits for its units', async () => {
  const agua = { cod_catalog: 'AGUA', variant_of: '', sold_until: '' };
  const saved = {
    cod_catalog: 'SAVE',
    variant_of: 'AGUA',
    sold_until: date,
    variant_pt: 'Curto',
    quantity_available: 0,
  };
  expect(await importRows([agua, { ...saved, variant_of: '' }])).toEqual(['sold_until']);
  expect(await importRows([agua, saved])).toEqual([]);
  await endShortDated(own.ctx);
  expect(await stockOf('SAVE')).toBe(0);
  const { id } = await productByCode(own.ctx, 'SAVE');
  expect((await findOrigins(own.ctx.db.read, [id])).get(id)).toMatchObject({ code: 'AGUA' });
  await own.ctx.db.write((tx) => changeStock(own.ctx, tx, 'SAVE', { set: 3 }, { reason: 'changed' }));
  expect(await take('SAVE', 1, at(date))).toEqual([]);
  expect(await take('SAVE', 1, at(addDays(date, 1)))).toEqual([id]);
  await endShortDated(at(addDays(date, 1)));
  expect(await stockOf('SAVE')).toBe('2 ended');
});

it('a short-dated variant that returns says what its product says now, with the lowest price of its goods', async () => {
  await importRows([{ cod_catalog: 'AGUA', real_price: '10.00', vegan: 'yes' }]);
  await deliver('AGUA', 6);
  const code = await offer('AGUA', 2, { ctx: at(addDays(today, 1)), percent: 30 });
  await takeBack(at(addDays(today, 2)), (await productByCode(own.ctx, code)).id);
  await importRows([{ cod_catalog: 'AGUA', real_price: '6.00', vegan: 'no' }], at(addDays(today, 5)));
  expect(await offer('AGUA', 2, { ctx: at(addDays(today, 50)) })).toBe(code);
  const { price_cents: price, reference_price_cents: reference, facts } = await productByCode(own.ctx, code);
  expect([price, reference]).toEqual([300, 600]);
  expect(facts).toContain('"vegan":"no"');
});

it('the page of a short-dated variant that has ended leads to its product, and a delivery to its code is refused', async () => {
  await importRows([{ cod_catalog: 'AGUA' }]);
  await deliver('AGUA', 6);
  const code = await offer('AGUA', 2);
  const typed = { line: 1, names: [code.toLowerCase()], units: '1', cost: '', lot: '', bestBefore: '' };
  expect(await judgeLines(own.ctx.db.read, [typed])).toMatchObject([
    { ready: { error: { kind: 'line_short_dated' } } },
  ]);
  const page = `/de${pages.product((await productByCode(own.ctx, code)).slug)}`;
  expect(await movedTo(own.ctx, page)).toBeUndefined();
  await backFrom(code);
  expect(await movedTo(own.ctx, page)).toBe(`/de${pages.product((await productByCode(own.ctx, 'AGUA')).slug)}`);
});

it('the code proposed for a new product does not continue the date of a short-dated variant', async () => {
  await importRows([{ cod_catalog: 'BEB-001' }]);
  await deliver('BEB-001', 6);
  expect(await offer('BEB-001', 2)).toBe(`BEB-001-${end}`);
  expect(await findNextCode(own.ctx, 'bebidas')).toBe('BEB-002');
});

it('replacements and refunds taken back find the units of a short-dated variant that has ended, but nobody buys them', async () => {
  await importRows([{ cod_catalog: 'AGUA' }]);
  await deliver('AGUA', 6);
  const code = await offer('AGUA', 6);
  await take(code, 3);
  await backFrom(code);
  const lines = await line(code, 3);
  await own.ctx.db.write((tx) => returnStock(own.ctx, tx, lines, { reason: 'released' }));
  const [one] = await line(code, 1);
  const takeFor = (reason: 'held' | 'resent' | 'return_undone', ctx = own.ctx) =>
    ctx.db.write((tx) => takeStock(ctx, tx, [one!], { reason }));
  expect(await takeFor('held')).toEqual([one!.productId]);
  expect(await takeFor('resent', at(addDays(date, 1)))).toEqual([one!.productId]);
  expect(await takeFor('resent')).toEqual([]);
  expect(await takeFor('return_undone')).toEqual([]);
  expect(await stockOf(code)).toBe('1 ended');
});
