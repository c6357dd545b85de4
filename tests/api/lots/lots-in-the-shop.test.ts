import { beforeAll, expect, it } from 'vitest';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { expireGoods } from '#src/features/orders/server/lots/expired-lots.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { formsIn } from '../../support/texts/html-forms.ts';

const own = forFile(deskShop);
const EAN = '4006381333931';
let today: string;
let note = 0;

beforeAll(async () => {
  today = germanDay(own.ctx.now().toISOString());
  await setProduct(own.ctx, 'MATE', { ean: EAN });
});

const receive = async (code: string, lot: string, days: number, units: number) => {
  const line = { code, name: '', units, cost: null, lot, bestBefore: addDays(today, days) };
  note += 1;
  expect((await bookDelivery(own.ctx, { supplier: 'x', note: `${note}`, lines: [line] })).ok).toBe(true);
};

/** What can be sold of each lot of a product. */
const lotsOf = async (code: string) => {
  const { id } = await productByCode(own.ctx, code);
  const rows = await own.ctx.db.read.selectFrom('lots').selectAll().where('product_id', '=', id).execute();
  return Object.fromEntries(rows.map(({ lot, units }) => [lot, units]));
};

const packForm = async (number: string) => {
  const { html, text } = await own.packer.get(`/desk/packing/${number}`);
  return { text, fields: formsIn(html).find(({ fields }) => 'parcel' in fields)?.fields ?? {} };
};

it('packing proposes the lot that expires first, and takes its units or those of another lot that the packer scans', async () => {
  await receive('MATE', 'L-90', 90, 5);
  await receive('MATE', 'L-60', 60, 3);
  const [first, second] = [await own.buy({ MATE: 2 }), await own.buy({ MATE: 2 })];
  expect(await lotsOf('MATE')).toEqual({ 'L-90': 4, 'L-60': 0 });
  const shown = await packForm(first);
  expect(shown.fields['lot-MATE']).toBe('L-60');
  expect(shown.text).toMatch(/Take first: 2 × L-60, best before .{8,20}\. Also there: 4 × L-90, best before/);
  await own.packer.post(`/desk/packing/${first}`, { ...shown.fields, act: 'pack' });
  expect((await own.owner.get(`/desk/orders/${first}`)).text).toContain('MATE L-60');
  expect((await packForm(second)).fields['lot-MATE']).toBe('L-60, L-90');
  const date = addDays(today, 90).replaceAll('-', '').slice(2);
  const scanned = `010${EAN}15${date}10L-90`;
  await own.packer.post(`/desk/packing/${second}`, { act: 'pack', 'lot-MATE': scanned });
  expect((await own.owner.get(`/desk/orders/${second}`)).text).toContain('MATE L-90');
  expect(await lotsOf('MATE')).toEqual({ 'L-90': 3, 'L-60': 1 });
  expect((await own.owner.get('/desk/stock/MATE')).text).toMatch(
    new RegExp(`Another lot was packed ${second} L-90, best before .{8,80} -1 `),
  );
  expect((await own.owner.post(`/desk/orders/${second}`, { act: 'undo' })).status).toBe(303);
  expect(await lotsOf('MATE'), 'undone').toEqual({ 'L-90': 4, 'L-60': 0 });
  expect((await packForm(second)).fields['lot-MATE']).toBe('L-60, L-90');
});

it('refunded goods go back to their lot, and to no lot’s stock once it has expired', async () => {
  await receive('GUARANA', 'L-1', 40, 2);
  const back = async (number: string) => {
    const path = `/desk/orders/${number}/refund`;
    const fields = { what: 'lines', 'units-GUARANA': '1', restock: 'yes' };
    const [, confirmed = ''] = /name="confirmed" value="(\d+)"/.exec((await own.owner.post(path, fields)).html) ?? [];
    expect((await own.owner.post(path, { ...fields, confirmed })).location).toContain('done=refunded');
  };
  const [first, second] = [await own.buy({ GUARANA: 1 }), await own.buy({ GUARANA: 1 })];
  for (const number of [first, second]) await own.packer.post(`/desk/packing/${number}`, { act: 'pack' });
  expect(await lotsOf('GUARANA')).toEqual({ 'L-1': 0 });
  await back(first);
  expect(await lotsOf('GUARANA')).toEqual({ 'L-1': 1 });
  const { quantity_available: stock } = await productByCode(own.ctx, 'GUARANA');
  await own.ctx.db.read
    .updateTable('lots')
    .set({ best_before: addDays(today, -1) })
    .where('lot', '=', 'L-1')
    .execute();
  await back(second);
  expect(await lotsOf('GUARANA')).toEqual({ 'L-1': 1 });
  expect((await productByCode(own.ctx, 'GUARANA')).quantity_available).toBe(stock);
});

const bestBeforeOf = async (code: string) => {
  const response = await fetch(`${own.server.url}/api/slug/${(await productByCode(own.ctx, code)).slug}`);
  return ((await response.json()) as { product: { best_before?: string } }).product.best_before;
};

it('the page and the API of a product name the earliest date, unless an order may get units of no known lot', async () => {
  const dateOf = () => bestBeforeOf('AGUA');
  expect(await dateOf()).toBeUndefined();
  await receive('AGUA', 'L-A', 50, 4);
  expect(await dateOf()).toBeUndefined();
  await receive('AGUA', 'L-B', 45, 8);
  expect(await dateOf()).toBe(addDays(today, 45));
});

it('units leave the stock once the day after their date, unpacked orders get others, and Today names them', async () => {
  await receive('AGUA', 'L-OLD', 5, 3);
  const number = await own.buy({ AGUA: 1 });
  const { text: before } = await own.owner.get('/desk');
  expect(before).toMatch(/Expires soon 2 · Água de Coco AGUA · L-OLD, best before/);
  expect((await packForm(number)).fields['lot-AGUA']).toBe('L-OLD');
  const { quantity_available: stock } = await productByCode(own.ctx, 'AGUA');
  await own.ctx.db.read
    .updateTable('lots')
    .set({ best_before: addDays(today, -1) })
    .where('lot', '=', 'L-OLD')
    .execute();
  await Promise.all([expireGoods(own.ctx), expireGoods(own.ctx)]);
  expect((await productByCode(own.ctx, 'AGUA')).quantity_available).toBe(stock - 3);
  expect(await lotsOf('AGUA')).toEqual({ 'L-A': 4, 'L-B': 7, 'L-OLD': 0 });
  expect((await packForm(number)).fields['lot-AGUA']).toBe('L-B');
  const { text } = await own.owner.get('/desk');
  expect(text).toMatch(/Past their date Take these units off the shelf\..*3 · Água de Coco AGUA · L-OLD, best before/);
});

it('a recall by lot knows what is left of it, and who received it', async () => {
  await receive('MATE', 'X-77', 200, 6);
  const hazard = { 'hazard-pt-BR': 'Vidro.', 'hazard-de-DE': 'Glas.', 'hazard-en-US': 'Glass.' };
  const { text } = await own.owner.post('/desk/products/recalls/new', {
    ...{ code: 'MATE', scope: 'lots', lots: 'L 60' },
    ...hazard,
  });
  expect(text).toMatch(/Left in stock: \d+ units of no known lot\. .*affected order/);
  const other = await own.owner.post('/desk/products/recalls/new', {
    ...{ code: 'MATE', scope: 'lots', lots: 'x77' },
    ...hazard,
  });
  expect(other.text).toMatch(/Left in stock: 6 × X-77, best before .{8,20}; \d+ units of no known lot\./);
});

it('no page names a date that is over, also before the units have left the stock', async () => {
  await receive('MATE', 'X-78', 210, 12);
  expect(await bestBeforeOf('MATE')).toBe(addDays(today, 90));
  const row = { best_before: addDays(today, -1) };
  await own.ctx.db.read.updateTable('lots').set(row).where('lot', '=', 'L-90').execute();
  expect(await bestBeforeOf('MATE')).toBe(addDays(today, 200));
});
