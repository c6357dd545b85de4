import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishAsPlanned } from '#src/features/editing/server/planned-publication.service.ts';
import { deskEditor, type DeskEditor } from '../../support/people/desk-editor.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { historyOf, productByCode } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

/** Each test changes products of its own. */
const CODES = Array.from({ length: 30 }, (_, index) => `P-${index + 10}`);

const own = forFile(() =>
  stockedShop(CODES.map((code) => ({ cod_catalog: code, product_name: `Doce ${code}`, real_price: '4.99' }))),
);
let editor: DeskEditor;
let owner: DeskVisitor;
let used = 0;
let A: string;
let B: string;

beforeAll(async () => {
  const { url } = await own.serve();
  editor = deskEditor(await newStaff(own.ctx, url, 'eda@example.org', 'editor'));
  owner = await newStaff(own.ctx, url, 'olga@example.org', 'owner');
});
beforeEach(async () => {
  [A, B] = CODES.slice(used, (used += 2)) as [string, string];
  await own.ctx.db.read.deleteFrom('plans').execute();
});

const shown = async (code: string) => (await productByCode(own.ctx, code))!;
const publications = async () =>
  (await own.ctx.db.read.selectFrom('publications').select('origin').orderBy('id').execute()).map(
    ({ origin }) => origin,
  );

/** A German clock's time in some days, as a form sends it. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

/** The boxes of these records in the section Publish. */
async function chosenOf(...codes: string[]): Promise<string[]> {
  const { html } = await editor.get('/desk/publish');
  const boxes = [...html.matchAll(/name="chosen" value="([^"]+)"/g)].map(([, value]) => value!);
  return boxes.filter((value) => codes.includes(value.split(' ')[1]!));
}

const plan = async (codes: string[], fields: Record<string, string> = {}) =>
  editor.post('/desk/publish', { act: 'plan', at: inDays(2), chosen: await chosenOf(...codes), ...fields });

/** Moves the time of all plans into the past. */
async function letTimePass(): Promise<void> {
  await own.ctx.db.read
    .updateTable('plans')
    .set({ due_at: new Date(Date.now() - 1000).toISOString() })
    .execute();
  await publishAsPlanned(own.ctx);
}

const planned = () => own.ctx.db.read.selectFrom('plans').selectAll().orderBy('id').execute();
const waitingFields = async (code: string) =>
  /does not show yet: ([^.]*)\./.exec((await editor.get(`/desk/products/${code}`)).text)?.[1];

describe('a planned publication', () => {
  it('publishes only the ticked drafts, once, also with two servers', async () => {
    await editor.save(A, { real_price: '4.80' });
    await editor.save(B, { real_price: '5.10' });
    expect((await plan([A], { at: '2020-01-01T08:00' })).text).toContain('a day and time in the future');
    expect((await plan([A], { at: '2037-03-29T02:30' })).text).toContain('This time does not exist in Germany');
    expect((await plan([])).text).toContain('Tick at least one change');
    expect((await plan([A])).location).toBe('/desk/publish?done=planned&count=1');
    const { text: list } = await editor.get(`/desk/products?q=${A}`);
    expect(list).toMatch(new RegExp(`${A}\\s+Changes on `));
    expect((await editor.get(`/desk/products?q=${B}`)).text).not.toContain('Changes on');
    // A colleague changes the same product later.
    await editor.save(A, { brand: 'Sol' });
    await publishAsPlanned(own.ctx);
    expect((await shown(A)).price_cents).toBe(499);
    const before = await publications();
    await letTimePass();
    await Promise.all([publishAsPlanned(own.ctx), publishAsPlanned(own.ctx)]);
    expect(await shown(A)).toMatchObject({ price_cents: 480, brand: null });
    expect((await shown(B)).price_cents).toBe(499);
    expect(await publications()).toEqual([...before, 'planned']);
    expect(await waitingFields(A)).toBe('Brand');
    expect(await waitingFields(B)).toBe('Price in € with VAT');
  });

  it('the log names the person who planned a publication, not the command line', async () => {
    await editor.save(A, { brand: 'Sol' });
    await plan([A]);
    await letTimePass();
    const { text } = await owner.get('/desk/people/audit');
    expect(text).toMatch(/eda@example\.org published · publication \d+ Occasion: scheduled/);
    expect(text).not.toContain('command line published');
  });

  it('is an offer when it has an end, after which the earlier price and its reference price return', async () => {
    await editor.save(A, { discount: '20' });
    const refused = await plan([A], { until: inDays(1) });
    expect(refused.text).toContain('The end must be after the start');
    expect(refused.html).not.toContain('acceptsJumps');
    await plan([A], { until: inDays(9) });
    expect((await editor.get('/desk/publish')).text).toMatch(/Price with the discount 4,99\s€ 3,99\s€/);
    await letTimePass();
    expect(await shown(A)).toMatchObject({ price_cents: 399, reference_price_cents: 499 });
    expect((await editor.get('/desk/publish')).text).toContain('Live now. Ends on');
    const today = (await editor.get('/desk')).text;
    expect(today).toMatch(/1 offer is running and ends on \d/);
    expect(today).not.toContain('scheduled');
    // Another field that is published while the offer runs stays after its end.
    await editor.save(A, { brand: 'Sol' });
    await editor.publishAll();
    await letTimePass();
    expect(await shown(A)).toMatchObject({ price_cents: 499, reference_price_cents: null, brand: 'Sol' });
    expect((await historyOf(own.ctx, A)).slice(-2).map(({ price_cents }) => price_cents)).toEqual([399, 499]);
    expect(await waitingFields(A)).toBeUndefined();
    expect(await planned()).toEqual([]);
  });

  it('does not overwrite a price that a person set during the offer', async () => {
    await editor.save(A, { discount: '20' });
    await plan([A], { until: inDays(9) });
    await letTimePass();
    await editor.save(A, { discount: '10' });
    await editor.publishAll();
    await letTimePass();
    expect((await shown(A)).price_cents).toBe(449);
  });

  it('survives a reset of the draft, and becomes a draft again when it is cancelled', async () => {
    await editor.save(A, { real_price: '4.50' });
    await plan([A]);
    await editor.save(A, { brand: 'Sol' });
    await editor.post(`/desk/products/${A}`, { act: 'discard' });
    expect((await editor.get(`/desk/products/${A}`)).text).toMatch(/Scheduled for .*: Price in € with VAT\./);
    const id = String((await planned())[0]?.id);
    const cancel = { act: 'cancelPlan', plan: id, stage: 'start' };
    expect((await editor.post('/desk/publish', { ...cancel, stage: 'end' })).text).toContain(
      'This schedule has since changed',
    );
    expect((await editor.post('/desk/publish', cancel)).location).toContain('done=unplanned');
    expect(await waitingFields(A)).toBe('Price in € with VAT');
    expect((await editor.post('/desk/publish', cancel)).text).toContain('This schedule has since changed');
  });

  it('may exist beside others, unless two offers of a product overlap', async () => {
    await editor.save(A, { discount: '20' });
    await plan([A], { at: inDays(2), until: inDays(6) });
    await editor.save(A, { discount: '30' });
    const crossing = await plan([A], { at: inDays(4), until: inDays(8) });
    expect(crossing.text).toContain(`Another offer of ${A} begins or ends during this time`);
    await plan([A], { at: inDays(7), until: inDays(8) });
    await editor.save(B, { real_price: '6.50' });
    await plan([B]);
    expect(await planned()).toHaveLength(3);
    expect((await editor.get('/desk')).text).toMatch(/3 publications are scheduled, the next one for \d/);
  });

  it('asks before a price changes by more than half, like an immediate publication', async () => {
    await editor.save(A, { real_price: '49.90' });
    const refused = await plan([A]);
    expect(refused.text).toContain(`Nothing was scheduled. Price in € with VAT: The price of ${A} would go from`);
    expect(refused.html).toContain('name="acceptsJumps"');
    expect((await plan([A], { acceptsJumps: 'yes' })).location).toContain('done=planned');
    await letTimePass();
    expect((await shown(A)).price_cents).toBe(4990);
  });

  it('changes nothing when it fails, reports the reason in the desk and by mail, and stays until a person decides', async () => {
    await editor.save(A, { ean: '7891991000826' });
    await plan([A]);
    await editor.save(B, { ean: '7891991000826' });
    await editor.publishAll();
    const before = await publications();
    await letTimePass();
    expect(await publications()).toEqual(before);
    expect((await editor.get('/desk')).text).toMatch(
      /The publication scheduled for .* did not happen: Bar code \(EAN\)/,
    );
    const mail = () => own.ctx.db.read.selectFrom('outbox').select('text').where('kind', '=', 'plan_failed').execute();
    expect(await mail()).toHaveLength(1);
    await editor.save(B, { ean: '' });
    await editor.publishAll();
    await publishAsPlanned(own.ctx);
    expect((await shown(A)).ean).toBeNull();
    expect(await mail()).toHaveLength(1);
    const id = String((await planned())[0]?.id);
    const run = await editor.post('/desk/publish', { act: 'runPlan', plan: id, stage: 'start' });
    expect(run.location).toBe('/desk/publish?done=published&count=1');
    expect((await shown(A)).ean).toBe('7891991000826');
  });

  it('records every failure, even an unexpected one, and continues with the next plan', async () => {
    await editor.save(A, { real_price: '4.50' });
    await plan([A]);
    await editor.save(B, { real_price: '6.50' });
    await plan([B], { at: inDays(3) });
    await own.ctx.db.read
      .insertInto('catalogue_versions')
      .values({ digest: 'broken', fields: 'null' })
      .onConflict((c) => c.doNothing())
      .execute();
    await own.ctx.db.read.updateTable('plan_changes').set({ after: 'broken' }).where('key', '=', A).execute();
    await letTimePass();
    expect((await shown(B)).price_cents).toBe(650);
    expect((await editor.get('/desk/publish')).text).toContain('did not happen: The shop failed.');
  });

  it('does not start an offer that ended while the shop was not running', async () => {
    await editor.save(A, { discount: '20' });
    await plan([A], { until: inDays(9) });
    await own.ctx.db.read
      .updateTable('plans')
      .set({ ends_at: new Date(Date.now() - 500).toISOString() })
      .execute();
    await letTimePass();
    expect((await shown(A)).price_cents).toBe(499);
    expect((await editor.get('/desk')).text).toContain('the offer is over by now');
  });

  /** The form of a new product. */
  const newProduct = (code: string) => ({
    ...{
      cod_catalog: code,
      quantity_available: '12',
      product_name: `Panetone ${code}`,
      category_product: 'bebidas',
      kind: 'food',
    },
    ...{ real_price: '9,50', vat_rate: '7', net_quantity: '300', net_unit: 'g' },
  });

  it('adds a new product for a limited time, and reserves its code meanwhile', async () => {
    const all = newProduct('NATAL-1');
    await editor.post('/desk/products/new', all);
    await plan(['NATAL-1'], { until: inDays(9) });
    expect((await editor.get('/desk/products?q=natal')).text).toMatch(/Panetone NATAL-1 NATAL-1 Scheduled/);
    expect((await editor.post('/desk/products/new', all)).text).toContain('This code is or was already in use');
    await letTimePass();
    expect(await shown('NATAL-1')).toMatchObject({ withdrawn_at: null, quantity_available: 12 });
    await letTimePass();
    expect((await shown('NATAL-1')).withdrawn_at).not.toBeNull();
  });

  it('fails when an import has added its new product, and becomes a change of that product when it is cancelled', async () => {
    await editor.post('/desk/products/new', newProduct('NATAL-2'));
    await plan(['NATAL-2']);
    const row = { cod_catalog: 'NATAL-2', product_name: 'Panetone NATAL-2', real_price: '8.00', net_quantity: 300 };
    await own.stock([row], {}, { partial: true });
    await letTimePass();
    expect((await editor.get('/desk/publish')).text).toContain('did not happen: NATAL-2');
    const id = String((await planned())[0]?.id);
    expect((await editor.post('/desk/publish', { act: 'cancelPlan', plan: id, stage: 'start' })).location).toContain(
      'done=unplanned',
    );
    expect(await waitingFields('NATAL-2')).toBe('Price in € with VAT');
    expect((await shown('NATAL-2')).price_cents).toBe(800);
  });

  it('of the previous version is migrated with everything that is pending', async () => {
    await editor.save(A, { real_price: '4.60' });
    const value = JSON.stringify({ at: new Date(Date.now() + 86_400_000).toISOString(), who: 'eda' });
    await own.ctx.db.read.insertInto('settings').values({ name: 'planned_publication', value }).execute();
    await publishAsPlanned(own.ctx);
    expect(await planned()).toMatchObject([{ stage: 'start', who: 'eda' }]);
    await letTimePass();
    expect((await shown(A)).price_cents).toBe(460);
  });
});

describe('an immediate publication', () => {
  it('is refused when a ticked draft changed since the page was shown', async () => {
    await editor.save(A, { real_price: '4.70' });
    const chosen = await chosenOf(A);
    await editor.save(A, { brand: 'Lua' });
    const refused = await editor.post('/desk/publish', { act: 'publish', chosen });
    expect(refused.text).toContain(`Nothing was published. Someone else has changed ${A} since this page was shown.`);
    expect((await editor.post('/desk/publish', { act: 'publish', chosen: await chosenOf(A) })).location).toContain(
      'done=published&count=1',
    );
    expect((await editor.get('/desk/publish?done=published&count=1')).text).toContain('Published: 1 change.');
  });
});
