import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPagesState } from '#src/features/editing/desk/publish.loader.ts';
import { exportCatalogue } from '#src/features/editing/server/import/export-catalogue.ts';
import { reportBuild } from '#src/server/build-progress.ts';
import { deskEditor, type DeskEditor } from '../../support/people/desk-editor.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { productByCode } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { formsIn } from '../../support/texts/html-forms.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const AGUA = { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.99' };
const PAO = { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', real_price: '7.00' };

const own = forFile(() => stockedShop([AGUA, PAO]));
let editor: DeskEditor;

beforeAll(async () => {
  const { url } = await own.serve();
  editor = deskEditor(await newStaff(own.ctx, url, 'eda@example.org', 'editor'));
});

const shown = async (code: string) => (await productByCode(own.ctx, code))!;

describe('changes in files and in the desk', () => {
  beforeEach(async () => {
    await editor.save('PAO-1', { real_price: '7.00' });
    await editor.publishAll();
    await own.import([AGUA, PAO], {}, ['--ours']);
  });

  it('are merged: changes of the desk stay, and conflicts must be decided', async () => {
    await editor.save('AGUA', { product_name: 'Água de Coco Verde' });
    await editor.save('PAO-1', { real_price: '8.00' });
    await editor.publishAll();
    const rows = [
      { ...AGUA, brand: 'Sol' },
      { ...PAO, real_price: '9.00' },
    ];
    const refused = await own.import(rows);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('PAO-1 is “9.00” in the files and “8.00” in the desk.');
    expect(refused.stderr).toContain('--theirs PAO-1');
    expect((await shown('AGUA')).brand).toBeNull();
    expect(await own.import(rows, {}, ['--ours', 'PAO-1'])).toMatchObject({ code: 0 });
    expect(await shown('AGUA')).toMatchObject({ brand: 'Sol', product_name: 'Água de Coco Verde' });
    expect((await shown('PAO-1')).real_price_cents).toBe(800);
    // The same files are imported again, and the decision stays.
    expect((await own.import(rows)).stdout).toContain('changed 0');
    expect(await own.import([AGUA, { ...PAO, real_price: '9.50' }], {}, ['--theirs'])).toMatchObject({ code: 0 });
    expect((await shown('PAO-1')).real_price_cents).toBe(950);
  });

  it('agree after an export into the imported folder, so that only later changes count', async () => {
    await editor.save('PAO-1', { real_price: '8.00' });
    await editor.publishAll();
    expect(await exportCatalogue(own.ctx, own.folder, { agrees: true })).toMatchObject({ ok: true });
    await editor.save('PAO-1', { real_price: '8.50' });
    await editor.publishAll();
    expect(await shopHere(['catalogue', 'import', own.folder], own.env)).toMatchObject({ code: 0 });
    expect((await shown('PAO-1')).real_price_cents).toBe(850);
  });

  it('do not agree after an export into another folder, so the import asks', async () => {
    await editor.save('PAO-1', { real_price: '8.00' });
    await editor.publishAll();
    expect(await exportCatalogue(own.ctx, own.folder, { agrees: false })).toMatchObject({ ok: true });
    await editor.save('PAO-1', { real_price: '8.50' });
    await editor.publishAll();
    const refused = await shopHere(['catalogue', 'import', own.folder], own.env);
    expect(refused.stderr).toContain('PAO-1 is “8.00” in the files and “8.50” in the desk.');
  });
});

/** The number of the latest publication. */
const latest = async () =>
  (await own.ctx.db.read.selectFrom('publications').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

describe('a publication in the desk', () => {
  it('of an import is undone alone, and the same files change nothing when they are imported again', async () => {
    await editor.save('PAO-1', { real_price: '7.00', brand: '' });
    await editor.publishAll();
    await own.import([AGUA, PAO], {}, ['--theirs']);
    const wrong = [
      { ...AGUA, real_price: '5.49', brand: 'Errado' },
      { ...PAO, real_price: '7.77' },
      { cod_catalog: 'NOVO-9', product_name: 'Rapadura', real_price: '2.00' },
    ];
    expect(await own.import(wrong)).toMatchObject({ code: 0 });
    const id = await latest();
    // A person has corrected one of the values meanwhile, so this one stays.
    await editor.save('PAO-1', { real_price: '7.10' });
    await editor.publishAll();
    await editor.save('AGUA', { subtitle_en: 'Waiting' });
    const page = await editor.get(`/desk/publish/${id}`);
    expect(page.text).toContain('Importing the same files again changes nothing');
    expect(page.text).toContain('1 product that was new here leaves the shop.');
    const undone = await editor.post(`/desk/publish/${id}`, { act: 'undo', leaves: 'yes' });
    expect(undone.location).toBe('/desk/publish?done=published&count=2');
    expect(await shown('AGUA')).toMatchObject({ real_price_cents: 499, brand: null });
    expect(await shown('PAO-1')).toMatchObject({ real_price_cents: 710 });
    expect((await shown('NOVO-9')).withdrawn_at).not.toBeNull();
    expect((await editor.get('/desk/products/AGUA')).html).toContain('value="Waiting"');
    expect((await own.import(wrong)).stdout).toMatch(/added 0[^]*changed 0/);
    expect((await shown('AGUA')).real_price_cents).toBe(499);
    await editor.post('/desk/products/AGUA', { act: 'discard' });
  });

  it('keeps earlier versions of each product, which become drafts one by one', async () => {
    await editor.save('AGUA', { brand: 'Sol', subtitle_de: 'Neu' });
    await editor.save('PAO-1', { brand: 'Sol' });
    await editor.publishAll();
    await editor.save('AGUA', { brand: 'Mar' });
    const form = formsIn((await editor.get('/desk/products/AGUA')).html).find(
      ({ fields }) => fields.act === 'restore',
    )!;
    await editor.save('AGUA', { brand: 'Lua' });
    const stale = await editor.post('/desk/products/AGUA', form.fields);
    expect(stale.text).toContain('Someone else has since changed the draft.');
    const page = await editor.get('/desk/products/AGUA');
    expect(page.text).toContain('Different from now: Brand, Subtitle: Deutsch.');
    const forms = formsIn(page.html).filter(({ fields }) => fields.act === 'restore');
    // The newest is live; the next one is the version from before.
    expect((await editor.post('/desk/products/AGUA', forms[1]!.fields)).location).toContain('done=restored');
    expect((await shown('AGUA')).brand).toBe('Sol');
    const { html, text } = await editor.get('/desk/products/AGUA');
    expect(html).not.toContain('value="Neu"');
    expect(text).toMatch(/restored an earlier version as the draft[^]*Brand: Lua →/);
    await editor.publishAll();
    expect((await shown('AGUA')).brand).toBeNull();
    expect((await shown('PAO-1')).brand).toBe('Sol');
    const foreign = { ...forms[0]!.fields, version: forms[1]!.fields.version! };
    expect((await editor.post('/desk/products/PAO-1', foreign)).status).toBe(400);
  });

  it('keeps the versions of a removed product, which returns with one of them', async () => {
    await editor.post('/desk/products/PAO-1', { act: 'remove' });
    await editor.publishAll();
    const page = await editor.get('/desk/products/PAO-1');
    expect(page.text).toContain('This product is not in the shop.');
    const form = formsIn(page.html).find(({ fields }) => fields.act === 'restore')!;
    await editor.post('/desk/products/PAO-1', form.fields);
    await editor.publishAll();
    expect(await shown('PAO-1')).toMatchObject({ withdrawn_at: null, brand: 'Sol' });
  });
});

describe('a price change of many products', () => {
  const ASKED = '/desk/products/prices?percent=%2B5&rounding=nine';
  /** The form as the preview fills it in. */
  const preview = async (path = ASKED) => {
    const page = await editor.get(path);
    const form = formsIn(page.html).find(({ fields }) => fields.act === 'publish');
    const codes = [...page.html.matchAll(/name="code" value="([^"]+)" checked/g)].map(([, code]) => code!);
    return { ...page, codes, fields: form ? { ...form.fields, code: codes } : {} };
  };

  beforeEach(async () => {
    await editor.save('AGUA', { real_price: '4.99', discount: '' });
    await editor.save('PAO-1', { real_price: '7.00', discount: '' });
    await editor.publishAll();
  });

  it('shows each new price and saves nothing before it is confirmed', async () => {
    const { text, codes, fields } = await preview();
    expect(codes).toEqual(['AGUA', 'PAO-1']);
    expect(text).toMatch(/4,99 € \+0,30 €[^]*7,00 € \+0,39 €/);
    expect(fields).toMatchObject({ 'real_price-AGUA': '5,29', 'real_price-PAO-1': '7,39' });
    expect((await editor.get('/desk/products?state=waiting')).text).toContain('No products found.');
    for (const wrong of ['', 'viel', '-95'])
      expect((await preview(`/desk/products/prices?percent=${wrong}`)).codes).toEqual([]);
    expect((await editor.get('/desk/products/prices?percent=viel')).text).toContain('Type a number from -90 to 200');
  });

  it('publishes the ticked products with the confirmed prices, in cents, with history and record', async () => {
    const { fields } = await preview();
    const sent = { ...fields, code: ['AGUA'], 'real_price-AGUA': '5,25', act: 'publish' };
    expect((await editor.post(ASKED, sent)).location).toBe('/desk/publish?done=published&count=1');
    expect(await shown('AGUA')).toMatchObject({ real_price_cents: 525, price_cents: 525 });
    expect((await shown('PAO-1')).real_price_cents).toBe(700);
    expect((await editor.get('/desk/products/AGUA')).text).toMatch(
      /changed the draft[^]*Price in € with VAT: 4,99 → 5,25/,
    );
    expect((await editor.post(ASKED, { act: 'publish' })).text).toContain('Tick at least one change.');
  });

  it('refuses a price that somebody else has changed meanwhile, and saves none', async () => {
    const { fields } = await preview();
    await editor.save('AGUA', { real_price: '6.00' });
    const refused = await editor.post(ASKED, { ...fields, act: 'save' });
    expect(refused.text).toContain('Someone else changed AGUA (Price in € with VAT) at the same time');
    expect((await editor.get('/desk/products?state=waiting')).text).not.toContain('PAO-1');
  });

  it('names the struck-through price of a discount, and asks before a price changes by more than half', async () => {
    await editor.save('PAO-1', { discount: '10' });
    await editor.publishAll();
    const { text, fields } = await preview('/desk/products/prices?percent=60&rounding=cent&state=reduced');
    expect(text).toContain('With 10% discount: 6,30 € → 10,08 €. After that, no price is struck through.');
    expect(text).toContain('More than half');
    const refused = await editor.post(ASKED, { ...fields, acceptsJumps: [], act: 'publish' });
    expect(refused.text).toContain('The new prices are saved as drafts');
    expect(refused.html).not.toContain('real_price-PAO-1');
    await editor.post('/desk/products/PAO-1', { act: 'discard' });
    const again = await preview('/desk/products/prices?percent=60&rounding=cent&state=reduced');
    const accepted = await editor.post(ASKED, { ...again.fields, acceptsJumps: 'yes', act: 'publish' });
    expect(accepted.location).toBe('/desk/publish?done=published&count=1');
    expect(await shown('PAO-1')).toMatchObject({ price_cents: 1008, reference_price_cents: null });
  });
});

it('a change is not shown as late in the second in which servers switch to its build, however old it is', async () => {
  const { version } = await own.ctx.db.read.selectFrom('catalogue_state').selectAll().executeTakeFirstOrThrow();
  const hourLater = Date.now() + 3_600_000;
  const after = (ms: number) => ({ ...own.ctx, now: () => new Date(hourLater + ms) });
  await reportBuild(after(0), { state: 'live', version, total: 9, done: 9 });
  expect(await loadPagesState(after(500))).toMatchObject({ state: 'building' });
  expect(await loadPagesState(after(2000))).toMatchObject({ state: 'live' });
});
