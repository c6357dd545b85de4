import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { findProductBySlug } from '#src/features/catalogue/server/catalogue.repository.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import { findDraft } from '#src/features/editing/server/drafts.service.ts';
import { previewProduct } from '#src/features/editing/server/preview-product.ts';
import { saveStoredPictures } from '#src/features/editing/server/sources.repository.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { call } from '../../support/people/call.ts';
import { childrenOf } from '../../support/outside/child-processes.ts';
import { deskEditor, type DeskEditor } from '../../support/people/desk-editor.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { setProduct, stockOf } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { formsIn } from '../../support/texts/html-forms.ts';
import { until } from '../../support/until.ts';

const AGUA = { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.99' };
const PAO = { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', real_price: '7.00', ean: '7891991000826' };
const FILES = { 'shelf/AGUA.de-DE.md': '# Kokoswasser\n\nErfrischt.\n' };

const own = forFile(() => stockedShop([AGUA, PAO], FILES));
const server = forFile(() => own.serve());
let url: string;
let editor: DeskEditor;
let owner: DeskVisitor;

beforeAll(async () => {
  ({ url } = server);
  owner = await newStaff(own.ctx, url, 'ana@example.org', 'owner');
  editor = deskEditor(await newStaff(own.ctx, url, 'eda@example.org', 'editor'));
});

const shown = async (code: string) => (await productByCode(own.ctx, code))!;
const inShop = async (slug: string) => (await call(url, `/api/slug/${slug}/`)).body;
const lastPublication = async () =>
  (await own.ctx.db.read.selectFrom('publications').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();

describe('a product in the desk', () => {
  it('is changed as a draft that appears in the shop after the publication, with both audit entries', async () => {
    expect(
      (await editor.save('AGUA', { product_name: 'Água de Coco Verde', 'text:de-DE': 'Neu\r\n\r\n**gut**' })).location,
    ).toContain('done=draftSaved');
    expect((await shown('AGUA')).product_name).toBe('Água de Coco');
    const page = await editor.get('/desk/products/AGUA');
    // The Enter key presses the first of them.
    const [enter] = page.html.match(/<button [^>]*form="product-form"[^>]*>/g)!;
    expect(enter).toContain('value="save"');
    expect(page.text).toContain(
      'The draft has changes that the shop does not show yet: Name on the pack, Text: Deutsch.',
    );
    expect(page.text).toContain('changed the draft');
    const waiting = await editor.get('/desk/publish');
    expect(waiting.text).toContain('Name on the pack Água de Coco Água de Coco Verde');

    const base = await editor.baseOf('/desk/products/AGUA');
    const published = await editor.post('/desk/products/AGUA', { act: 'publish', base });
    expect(published.location).toBe('/desk/publish?done=published&count=1');
    expect(await inShop('agua-de-coco')).toMatchObject({ product: { product_name: 'Água de Coco Verde' } });
    const { info_html } = await own.ctx.db.read
      .selectFrom('product_texts')
      .selectAll()
      .where('locale', '=', 'de-DE')
      .where('product_id', '=', (await shown('AGUA')).id)
      .executeTakeFirstOrThrow();
    expect(info_html).toBe('<p>Neu</p>\n<p><strong>gut</strong></p>');
    expect((await editor.get(`/desk/publish/${await lastPublication()}`)).text).toContain(
      'Água de Coco Água de Coco Verde',
    );
  });

  it('is refused with HTML in a text, and the tag is named', async () => {
    const refused = await editor.save('AGUA', {
      'text:de-DE': 'Gut <meta http-equiv="refresh" content="0;url=https://evil.example/">',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('The shop does not show this: &lt;meta&gt;');
  });

  it('is published as its form shows it, including unsaved input', async () => {
    const base = await editor.baseOf('/desk/products/AGUA');
    const typed = { act: 'publish', base, product_name: 'Água de Coco Verde', brand: 'Praia' };
    expect((await editor.post('/desk/products/AGUA', { ...typed, real_price: 'viel' })).html).toContain(
      'value="Praia"',
    );
    expect((await shown('AGUA')).brand).toBeNull();
    expect((await editor.post('/desk/products/AGUA', typed)).location).toContain('done=published');
    expect((await shown('AGUA')).brand).toBe('Praia');
    const next = { act: 'publish', base: await editor.baseOf('/desk/products/AGUA') };
    expect((await editor.post('/desk/products/AGUA', next)).location).toContain('done=nothingPublished');
    // Another person's saved change is not published unseen.
    await editor.save('AGUA', { brand: 'Sol' });
    const unseen = await editor.post('/desk/products/AGUA', { ...next, subtitle_en: 'Coconut water' });
    expect(unseen.text).toContain('Somebody else has changed AGUA since this page was shown.');
    expect(unseen.html).toContain('value="Coconut water"');
    expect((await shown('AGUA')).brand).toBe('Praia');
    await editor.save('AGUA', { brand: '', subtitle_en: '' });
    await editor.publishAll();
  });

  it('keeps the typed input when it is refused, and explains what to enter', async () => {
    const refused = await editor.save('AGUA', { real_price: 'viel', brand: 'Marke' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Price in € with VAT: Write a number from 0,01 to 100.000');
    expect(refused.html).toContain('value="viel"');
    expect(refused.html).toContain('value="Marke"');
    const contradictory = await editor.save('AGUA', { alcohol_percent: '5' });
    expect(contradictory.text).toContain('A drink with alcohol needs a minimum age');
  });

  it('lists legally missing facts and what to enter, in the person’s language, with links to the fields', async () => {
    const page = await editor.get('/desk/products/AGUA');
    expect(page.text).toMatch(
      /must not be sold without it Write the legal name of the food in German, as on the label\. LMIV art\. 9\(1\)\(a\)/,
    );
    const german = await (
      await newStaff(own.ctx, url, 'ute@example.org', 'editor', 'de-DE')
    ).get('/desk/products/AGUA');
    expect(german.text).toMatch(
      /Schreiben Sie die Nährwerte .* „Von der Nährwerttabelle befreit“ den Grund\. LMIV Art\. 9\(1\)\(l\)/,
    );
    expect(german.html).toMatch(/href="#field-salt_g"[^]*id="field-salt_g" name="salt_g"/);
  });

  it('has a preview in each language without side effects', async () => {
    await editor.save('AGUA', { subtitle_de: 'Aus grünen Kokosnüssen', real_price: '5.99' });
    const before = await shown('AGUA');
    const preview = await editor.get('/desk/products/AGUA/preview?locale=de-DE');
    expect(preview.status).toBe(200);
    expect(preview.text).toContain('Aus grünen Kokosnüssen');
    expect(preview.text).toContain('5,99');
    expect((await editor.get('/desk/products/AGUA/preview?locale=en-US')).html).toContain('<html lang="en-US"');
    // Each form gets a new id each time it is shown.
    const pageNow = async () =>
      (await editor.get('/desk/products/AGUA')).html.replaceAll(/name="form_id" value="[^"]+"/g, '');
    const page = await pageNow();
    const typed = await editor.post('/desk/products/AGUA/preview?locale=de-DE', {
      subtitle_de: 'Noch nicht gespeichert',
      real_price: '6,49',
    });
    expect(typed.text).toMatch(/Noch nicht gespeichert.*6,49/);
    expect(typed.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    const wrong = await editor.post('/desk/products/AGUA/preview?locale=de-DE', { real_price: 'viel' });
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('Price in € with VAT: Write a number') });
    expect(await pageNow()).toBe(page);
    expect(await shown('AGUA')).toEqual(before);
    await own.ctx.db.write(async (tx) => {
      await own.ctx.db.lock(tx, 'catalogue');
      const meanwhile = await editor.post('/desk/products/AGUA/preview?locale=de-DE', {
        subtitle_de: 'Während eines Imports',
      });
      expect(meanwhile).toMatchObject({ status: 200, text: expect.stringContaining('Während eines Imports') });
    });
    await editor.post('/desk/products/AGUA', { act: 'discard' });
    expect((await editor.get('/desk/products/AGUA')).text).toContain('The shop shows what is here.');
  });

  it('has a preview that equals the shop page after the publication', async () => {
    const { ctx } = own;
    const inAllLanguages = <T>(act: (locale: Locale) => Promise<T>) => Promise.all(LOCALE_CODES.map(act));
    const publishes = async (changes: Record<string, string>, slug: string) => {
      expect((await editor.save('VERDE', changes)).location).toContain('draftSaved');
      const draft = (await findDraft(ctx, { kind: 'product', key: 'VERDE' }))!;
      const previews = await inAllLanguages((locale) => previewProduct(ctx, draft.row, draft.draft!, locale));
      expect((await editor.publishAll()).location).toContain('done=published');
      const pages = await inAllLanguages((locale) => findProductBySlug(ctx.db.read, viewIn(ctx, locale), slug));
      expect(pages[0]).toBeDefined();
      return [previews.map((preview) => preview.ok && preview.value.product), pages] as const;
    };
    const fields = {
      cod_catalog: 'VERDE',
      product_name: 'Água de Coco',
      category_product: 'bebidas',
      kind: 'food',
      quantity_available: '7',
    };
    await editor.post('/desk/products/new', {
      ...fields,
      real_price: '3',
      vat_rate: '7',
      net_quantity: '1',
      net_unit: 'l',
    });
    const [first, firstPages] = await publishes({ subtitle_en: 'Green *coconuts*' }, 'agua-de-coco-2');
    expect(first.map((product) => ({ ...product, id: firstPages[0]!.id }))).toEqual(firstPages);
    const [second, secondPages] = await publishes(
      { discount: '20', 'text:de-DE': '**Gut**', slug: 'verde', reusable: 'yes' },
      'verde',
    );
    expect(second).toEqual(secondPages);
    expect(second[0]).toMatchObject({ referencePrice: 300, price: 240, packMark: 'MEHRWEG', quantityAvailable: 7 });
    await editor.post('/desk/products/VERDE', { act: 'remove' });
    await editor.publishAll();
  });

  it('accepts two people’s changes to different fields, and shows both values for the same field', async () => {
    const base = await editor.baseOf('/desk/products/PAO-1');
    await editor.post('/desk/products/PAO-1', { act: 'save', base, brand: 'Casa' });
    const other = await owner.post('/desk/products/PAO-1', { act: 'save', base, subtitle_de: 'Käsebrötchen' });
    expect(other.location).toContain('draftSaved');
    const conflict = await owner.post('/desk/products/PAO-1', {
      act: 'save',
      base,
      brand: 'Roça',
      subtitle_en: 'Cheese bread',
    });
    expect(conflict.status).toBe(400);
    expect(conflict.text).toContain('Somebody else changed Brand at the same time.');
    expect(conflict.text).toMatch(/Brand Casa Roça/);
    // The form contains both inputs; sending it again decides.
    expect(conflict.html).toMatch(/name="subtitle_de" value="Käsebrötchen"/);
    const next = /name="base" value="([^"]+)"/.exec(conflict.html)![1]!;
    await owner.post('/desk/products/PAO-1', { act: 'save', base: next, brand: 'Roça', subtitle_en: 'Cheese bread' });
    await editor.publishAll();
    expect(await shown('PAO-1')).toMatchObject({ brand: 'Roça' });
  });

  it('is created with its first stock, and its code is never given twice', async () => {
    const fields = {
      cod_catalog: 'novo-1',
      quantity_available: '12',
      product_name: 'Goiabada',
      category_product: 'bebidas',
      kind: 'food',
    };
    const rest = { real_price: '3,50', vat_rate: '7', net_quantity: '300', net_unit: 'g' };
    expect((await editor.post('/desk/products/new', { ...fields, ...rest, net_quantity: '' })).text).toContain(
      'Content: Write a number',
    );
    for (const quantity_available of ['', '12.5', '1e3'])
      expect((await editor.post('/desk/products/new', { ...fields, ...rest, quantity_available })).text).toContain(
        'Type a whole number',
      );
    const ambiguous = await editor.post('/desk/products/new', { ...fields, ...rest, quantity_available: '1.000' });
    expect(ambiguous.text).toContain('“1.000” may mean 1000 or 1. Type one of these.');
    expect((await editor.post('/desk/products/new', { ...fields, ...rest })).location).toBe(
      '/desk/products/NOVO-1?done=draftSaved',
    );
    expect((await editor.post('/desk/products/new', { ...fields, ...rest })).text).toContain(
      'This code exists already',
    );
    expect((await editor.get('/desk/products')).text).toContain('Goiabada NOVO-1 new');
    await editor.publishAll();
    expect(await stockOf(own.ctx, 'NOVO-1')).toBe(12);
    expect(await inShop('goiabada')).toMatchObject({ product: { product_name: 'Goiabada', price: 3.5 } });
  });

  it('is copied without what belongs to one product, and gets the next code of its category', async () => {
    await editor.save('PAO-1', { subtitle_de: 'Käsebrötchen' });
    const page = await editor.get('/desk/products/new?copy=PAO-1');
    expect(page.text).toContain('Copy of Pão de Queijo');
    expect(page.html).toMatch(/name="subtitle_de" value="Käsebrötchen"/);
    expect(page.html).not.toContain(PAO.ean);
    const sent = formsIn(page.html).find(({ fields }) => 'product_name' in fields)!.fields;
    const created = await editor.post('/desk/products/new', {
      ...sent,
      category_product: 'bebidas',
      product_name: 'Pão de Queijo Mini',
      act: 'create',
    });
    expect(created.location).toBe('/desk/products/NOVO-2?done=draftSaved');
    // The photo comes with the form of a browser without scripts, and the product goes live at once.
    const form = new FormData();
    form.append('photos', new File([await picture(700, 700)], 'mini.jpg', { type: 'image/jpeg' }));
    for (const [name, value] of Object.entries({
      ...sent,
      category_product: 'bebidas',
      product_name: 'Pão Grande',
      act: 'publish',
    }))
      form.append(name, String(value));
    expect((await editor.post('/desk/products/new', form)).location).toBe('/desk/publish?done=published&count=1');
    expect(await shown('NOVO-3')).toMatchObject({ product_name: 'Pão Grande', picture: expect.stringMatching(/\./) });
    await editor.post('/desk/products/NOVO-2', { act: 'remove' });
    await editor.post('/desk/products/NOVO-3', { act: 'remove' });
    await editor.post('/desk/products/PAO-1', { act: 'discard' });
    await editor.publishAll();
  });

  it('cannot have the bar code of another product', async () => {
    await editor.save('NOVO-1', { ean: PAO.ean });
    const refused = await editor.publishAll();
    expect(refused.text).toContain('NOVO-1 has the same bar code as PAO-1.');
    const preview = await editor.get('/desk/products/NOVO-1/preview?locale=de-DE');
    expect(preview).toMatchObject({ status: 400 });
    expect(preview.text).toContain('NOVO-1 has the same bar code as PAO-1.');
    await editor.post('/desk/products/NOVO-1', { act: 'discard' });
  });

  it('is removed by the next publication and restored by a rollback', async () => {
    const before = await lastPublication();
    await editor.post('/desk/products/NOVO-1', { act: 'remove' });
    expect(await inShop('goiabada')).toMatchObject({ product: { product_name: 'Goiabada' } });
    await editor.publishAll();
    expect((await call(url, '/api/slug/goiabada/')).status).toBe(404);
    await editor.post(`/desk/publish/${before}`, { act: 'back' });
    expect(await inShop('goiabada')).toMatchObject({ product: { product_name: 'Goiabada' } });
    expect(await stockOf(own.ctx, 'NOVO-1')).toBe(12);
  });
});

describe('the product table in the desk', () => {
  const row = async (code: string, changes: Record<string, string>) => {
    const { html } = await editor.get('/desk/products');
    const value = (name: string) => new RegExp(`name="${name}-${code}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const cells = ['base', 'was-real_price', 'was-discount', 'was-quantity'];
    return {
      code,
      ...Object.fromEntries(cells.map((name) => [`${name}-${code}`, value(name)])),
      [`real_price-${code}`]: value('was-real_price'),
      [`discount-${code}`]: value('was-discount'),
      [`quantity-${code}`]: value('was-quantity'),
      ...changes,
    };
  };

  it('saves price and discount as a draft, and the stock at once', async () => {
    const sent = await row('PAO-1', { 'real_price-PAO-1': '6,50', 'discount-PAO-1': '10', 'quantity-PAO-1': '25' });
    expect((await editor.post('/desk/products', { ...sent, act: 'save' })).location).toContain('done=draftSaved');
    expect(await stockOf(own.ctx, 'PAO-1')).toBe(25);
    expect((await shown('PAO-1')).price_cents).toBe(700);
    await editor.publishAll();
    expect(await shown('PAO-1')).toMatchObject({ price_cents: 585, reference_price_cents: 700 });
    expect((await editor.get('/desk/products/PAO-1')).text).toContain(
      'Struck-through price after the publication: 7,00 €',
    );
  });

  it('publishes changes at once, and asks before a price changes by more than half', async () => {
    const sent = await row('AGUA', { 'real_price-AGUA': '49.90' });
    const refused = await editor.post('/desk/products', { ...sent, act: 'publish' });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.text).toContain('The price of AGUA would go from');
    const again = await row('AGUA', { 'real_price-AGUA': '5.20' });
    expect((await editor.post('/desk/products', { ...again, act: 'publish' })).location).toBe(
      '/desk/publish?done=published&count=1',
    );
    expect((await shown('AGUA')).price_cents).toBe(520);
  });

  it('publishes earlier drafts, and says when none is pending', async () => {
    const changed = await row('AGUA', { 'real_price-AGUA': '5.40' });
    await editor.post('/desk/products', { ...changed, act: 'save' });
    expect((await editor.get('/desk/products')).text).toContain('1 change on this page is waiting to be published.');
    const unchanged = await row('AGUA', {});
    expect((await editor.post('/desk/products', { ...unchanged, act: 'publish' })).location).toContain(
      'done=published&count=1',
    );
    expect((await shown('AGUA')).price_cents).toBe(540);
    const live = await row('AGUA', {});
    expect((await editor.post('/desk/products', { ...live, act: 'publish' })).location).toBe(
      '/desk/products?done=nothingPublished',
    );
    expect((await editor.get('/desk/products?done=nothingPublished')).text).toContain(
      'Nothing was published, because nothing is waiting here.',
    );
  });

  it('saves a price beside another person’s change, but does not publish unseen changes', async () => {
    const sent = await row('AGUA', { 'real_price-AGUA': '5.45' });
    await editor.save('AGUA', { brand: 'Mar' });
    const refused = await editor.post('/desk/products', { ...sent, act: 'publish' });
    expect(refused.text).toContain('Nothing was published. Somebody else has changed AGUA since this page was shown.');
    expect((await shown('AGUA')).brand).not.toBe('Mar');
    expect((await editor.get('/desk/products/AGUA')).text).toContain('does not show yet: Brand, Price in € with VAT.');
    await editor.post('/desk/products/AGUA', { act: 'discard' });
  });

  it('books a delivery once, even when the publication is refused', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const sent = await row('AGUA', { 'quantity-AGUA': '+24', 'real_price-AGUA': '54.00' });
    const refused = await editor.post('/desk/products', { ...sent, act: 'publish' });
    expect(refused.text).toContain('The price of AGUA would go from');
    expect(refused.html).toContain(`name="quantity-AGUA" value="${before + 24}"`);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before + 24);
    await editor.post('/desk/products/AGUA', { act: 'discard' });
  });

  it('asks how to read a count when the stock changed meanwhile', async () => {
    const sent = await row('PAO-1', { 'quantity-PAO-1': '40', 'real_price-PAO-1': '6.55' });
    const before = await stockOf(own.ctx, 'PAO-1');
    await setProduct(own.ctx, 'PAO-1', { quantity_available: before + 5 });
    const refused = await editor.post('/desk/products', { ...sent, act: 'save' });
    expect(refused.text).toContain(`PAO-1 ${before + 5} 40`);
    expect(refused.html).toContain('value="6.55"');
    expect((await editor.get('/desk/products?state=waiting')).text).not.toContain('PAO-1');
    await setProduct(own.ctx, 'PAO-1', { quantity_available: before });
  });

  it.each([
    ['quantity', '', 'whole number, 0 or more, for AGUA'],
    ['quantity', '12.5', 'whole number, 0 or more, for AGUA'],
    ['quantity', '1e3', 'whole number, 0 or more, for AGUA'],
    ['quantity', '0x10', 'whole number, 0 or more, for AGUA'],
    ['quantity', '1.000', 'AGUA: “1.000” may mean 1000 or 1. Type one of these.'],
    ['real_price', '1.000', 'AGUA Price in € with VAT: “1.000” may mean 1000 or 1,00. Type one of these.'],
    ['discount', '0x10', 'AGUA Discount in %: Type a whole number from 0 to 90'],
  ])('refuses %s “%s” and keeps the typed input', async (cell, typed, problem) => {
    const before = await stockOf(own.ctx, 'AGUA');
    const refused = await editor.post('/desk/products', {
      ...(await row('AGUA', { [`${cell}-AGUA`]: typed })),
      act: 'save',
    });
    expect(refused.text).toContain(problem);
    if (typed) expect(refused.html).toContain(`value="${typed}"`);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
  });

  it('refuses a row that another person has changed', async () => {
    const sent = await row('AGUA', { 'real_price-AGUA': '5.30' });
    await editor.save('AGUA', { real_price: '5.10' });
    const refused = await editor.post('/desk/products', { ...sent, act: 'save' });
    expect(refused.text).toContain('Somebody else changed AGUA (Price in € with VAT) at the same time');
    // The other row of the same form is not saved either.
    const other = await row('PAO-1', { 'real_price-PAO-1': '6.60', 'quantity-PAO-1': '99' });
    expect(
      (await editor.post('/desk/products', { ...other, ...sent, code: ['PAO-1', 'AGUA'], act: 'save' })).status,
    ).toBe(400);
    expect(await stockOf(own.ctx, 'PAO-1')).toBe(25);
    expect((await editor.get('/desk/products?state=waiting')).text).not.toContain('PAO-1');
    await editor.post('/desk/products/AGUA', { act: 'discard' });
  });

  it('finds products by name, category and state', async () => {
    expect((await editor.get('/desk/products?q=queijo')).text).toContain('Pão de Queijo');
    expect((await editor.get('/desk/products?q=queijo')).text).not.toContain('Coco');
    expect((await editor.get('/desk/products?state=reduced')).text).not.toContain('Coco');
    expect((await editor.get('/desk/products?category=cabelos')).text).toContain('No products found.');
  });

  it('downloads as a file with exactly the rows it shows', async () => {
    const { html, headers } = await editor.get('/desk/products/products.csv?q=queijo');
    expect(headers.get('content-disposition')).toBe('attachment; filename="products.csv"');
    const [head, ...lines] = html.split('\r\n');
    expect(head).toMatch(
      /^\uFEFF?cod_catalog;product_name;category_product;real_price;discount;quantity_available;kind;vat_rate;net_quantity;net_unit$/,
    );
    expect(lines).toEqual([expect.stringMatching(/^PAO-1;Pão de Queijo;bebidas;"6,50";10;25;food;\d+;[^;]+;\w+$/)]);
  });

  it('downloads as a file that can be imported again', async () => {
    const file = path.join(own.env.DATA_DIR!, 'again.csv');
    writeFileSync(file, (await editor.get('/desk/products/products.csv')).bytes);
    const { code, stderr } = await shopHere(['catalogue', 'import', file, '--partial'], own.env);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('needed')]);
  });

  it('marks the refused field and names its column', async () => {
    const refused = await editor.post('/desk/products', {
      ...(await row('PAO-1', { 'discount-PAO-1': '99' })),
      act: 'save',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/PAO-1 Discount in %: /);
    expect(refused.html.match(/name="[^"]+"(?=[^>]* aria-invalid="true")/g)).toEqual(['name="discount-PAO-1"']);
  });
});

describe('pictures in the desk', () => {
  const AT = '/desk/products/AGUA';
  const photoForm = (bytes: Buffer<ArrayBuffer>, crop = 'centre') => {
    const form = new FormData();
    form.append('crop', crop);
    form.append('photos', new File([bytes], 'Foto.JPG', { type: 'image/jpeg' }));
    return form;
  };
  /** Uploads a photo as the script of the form does. */
  const upload = async (bytes: Buffer<ArrayBuffer>, crop?: string) => {
    const { status, html } = await editor.post('/desk/products/photos', photoForm(bytes, crop));
    return { status, ...(JSON.parse(html) as { original?: string; address?: string; problem?: string }) };
  };
  const uploaded = async (width: number, height: number, crop?: string) =>
    (await upload(await picture(width, height), crop)).original!;
  const listed = async () => /name="pictures" value="([^"]*)"/.exec((await editor.get(AT)).html)![1]!.split(' ');

  it('are uploaded one by one, cropped to a square, ordered by the form, and shown after the publication', async () => {
    const first = await upload(await picture(900, 600));
    const stored = await fetch(url + first.address!);
    expect(await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).toMatchObject({ width: 640, height: 640 });
    const second = await uploaded(800, 500, 'end');
    expect((await editor.save('AGUA', { pictures: `${first.original} ${second}` })).location).toContain('draftSaved');
    const alts = { [`alt:de-DE:${second}`]: 'Dose von vorn', [`alt:de-DE:${first.original}`]: 'Karton' };
    await editor.save('AGUA', { pictures: `${second} ${first.original} originals/${'0'.repeat(24)}.webp`, ...alts });
    expect(await listed()).toEqual([second, first.original]);
    await editor.save('AGUA', { pictures: second });
    expect(await listed()).toEqual([second]);
    expect((await editor.get(AT)).html).not.toContain('Karton</textarea>');
    expect((await shown('AGUA')).picture).toBeNull();
    await editor.publishAll();
    expect((await shown('AGUA')).picture).toMatch(/^[0-9a-f]{12}\.\w+$/);
    expect((await fetch(`${url}/media/${second}`)).status).toBe(404);
  });

  it('are added, moved and removed without scripts, together with the typed fields', async () => {
    const [had = ''] = await listed();
    const form = photoForm(await picture(820, 820));
    form.append('photos', new File([await picture(830, 830)], 'zwei.jpg', { type: 'image/jpeg' }));
    for (const [name, value] of Object.entries({ act: 'save', base: await editor.baseOf(AT), pictures: had }))
      form.append(name, value);
    expect((await editor.post(AT, form)).location).toContain('draftSaved');
    const [, second = '', third = ''] = await listed();
    const pictures = `${had} ${second} ${third}`;
    await editor.save('AGUA', { pictures, move: `earlier ${third}`, subtitle_en: 'Moved' });
    expect(await listed()).toEqual([had, third, second]);
    expect((await editor.get(AT)).html).toContain('value="Moved"');
    await editor.save('AGUA', { pictures: (await listed()).join(' '), move: `later ${had}`, subtitle_en: '' });
    expect(await listed()).toEqual([third, had, second]);
    for (const gone of [third, second])
      await editor.save('AGUA', { pictures: (await listed()).join(' '), move: `remove ${gone}` });
    expect(await listed()).toEqual([had]);
  });

  it('are at most nine', async () => {
    const before = await listed();
    const more = [...'123456789'].map((digit) => `originals/${digit.repeat(24)}.webp`);
    await own.ctx.db.write((tx) => saveStoredPictures(tx, new Map(more.map((name) => [name, 'none.white']))));
    const refused = await editor.save('AGUA', { pictures: [...before, ...more].join(' '), subtitle_en: 'Kept' });
    expect(refused.text).toContain('There can be at most 9 pictures.');
    expect(refused.html).toContain('value="Kept"');
    expect(await listed()).toEqual(before);
  });

  it('are refused when they have too many pixels', async () => {
    const refused = await upload(readFileSync('tests/support/data/59-megapixels.avif'));
    expect(refused).toEqual({ status: 400, problem: expect.stringContaining('more than 24 megapixels') });
  });

  it('are decoded one at a time in a separate process, while pages are served', async () => {
    const shop = server.process.pid!;
    const files = await Promise.all([900, 901, 902, 903].map((width) => picture(width, 600)));
    const uploads = files.map((file) => upload(file));
    let decoder = 0;
    await until('a picture is being decoded, and stopped', () => {
      [decoder = 0] = childrenOf(shop);
      return decoder !== 0 && process.kill(decoder, 'SIGSTOP');
    });
    expect((await owner.get('/desk/orders')).status).toBe(200);
    expect((await editor.get('/desk/products')).status).toBe(200);
    expect((await fetch(`${url}/de/login`)).status).toBe(200);
    expect(childrenOf(shop)).toEqual([decoder]);
    process.kill(decoder, 'SIGKILL'); // as after a minute
    const answers = await Promise.all(uploads);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400]);
    expect(answers.find(({ status }) => status === 400)?.problem).toContain('save it as JPEG');
  });

  it('have an alternative text in each language, which defaults to the name', async () => {
    const preview = async (locale: string) => (await editor.get(`${AT}/preview?locale=${locale}`)).html;
    expect(await preview('de-DE')).toMatch(/<img [^>]*alt="Dose von vorn"/);
    expect(await preview('de-DE')).toContain('aria-label="Bild vergrößern. Dose von vorn"');
    expect(await preview('en-US')).toMatch(/<img [^>]*alt="Água de Coco Verde"/);
    const [pictures = ''] = await listed();
    const alt = (text: string, locale = 'de-DE') => ({ pictures, [`alt:${locale}:${pictures}`]: text });
    const long = await editor.save('AGUA', { ...alt('Dose'), ...alt('x'.repeat(251), 'en-US') });
    expect(long.text).toContain('Picture description: English (US): Write at most 250 characters');
    expect(long.html).toContain('x'.repeat(251));
    const base = await editor.baseOf(AT);
    await editor.post(AT, { act: 'save', base, ...alt('Grüne Dose') });
    const stale = await owner.post(AT, { act: 'save', base, ...alt('Dose mit Strohhalm') });
    expect(stale.status).toBe(400);
    expect(stale.text).toContain('Picture description: Deutsch Grüne Dose Dose mit Strohhalm');
    await editor.save('AGUA', alt('Wasser, ein Superfood'));
    expect((await editor.get(AT)).text).toContain('Picture description: Deutsch: “Superfood” may be a claim');
    await editor.save('AGUA', alt('Grüne Dose'));
    await editor.publishAll();
    expect(await preview('de-DE')).toMatch(/<img [^>]*alt="Grüne Dose"/);
  });

  it('are refused when they are not pictures or too small', async () => {
    expect((await upload(Buffer.from('no picture'))).problem).toContain('This picture cannot be used.');
    expect((await upload(await picture(300, 900))).problem).toContain(
      'The picture has 300 × 900 pixels. It needs at least 400 × 400.',
    );
  });
});

describe('categories in the desk', () => {
  it('are published with the product that needs them, and the message says so', async () => {
    const labels = { label_pt: 'Doces', label_de: 'Süßes', label_en: 'Sweets', group: 'food' };
    await editor.post('/desk/products/categories', { slug: 'doces', ...labels });
    await editor.save('PAO-1', { category_product: 'doces' });
    const base = await editor.baseOf('/desk/products/PAO-1');
    const refused = await editor.post('/desk/products/PAO-1', { act: 'publish', base });
    expect(refused.text).toContain('The category doces is new and not published yet.');
    expect(refused.text).toContain('Also publish the new category “Sweets”');
    expect((await editor.get('/desk/products/PAO-1/preview?locale=en-US')).text).toContain('Sweets');
    const withCategory = /name="withCategory" value="([^"]+)"/.exec(refused.html)![1]!;
    const published = await editor.post('/desk/products/PAO-1', { act: 'publish', base, withCategory });
    expect(published.location).toBe('/desk/publish?done=published&count=2');
    expect((await call(url, '/api/category/doces/')).body).toMatchObject({ count: 1 });
    await editor.save('PAO-1', { category_product: 'bebidas' });
    await editor.post('/desk/products/categories/doces', { act: 'remove' });
    await editor.publishAll();
  });

  it('are created, renamed, and removed when they have no product left', async () => {
    const labels = { label_pt: 'Queijos', label_de: 'Käse', label_en: 'Cheese', group: 'food' };
    await editor.post('/desk/products/categories', { slug: 'queijos', ...labels });
    for (const page of ['/desk/products/PAO-1', '/desk/products/new?kind=food'])
      expect((await editor.get(page)).html, page).toMatch(/<option value="queijos">\s*Cheese/);
    await editor.save('PAO-1', { category_product: 'queijos' });
    await editor.publishAll();
    expect((await call(url, '/api/category/queijos/')).body).toMatchObject({ count: 1 });
    const base = await editor.baseOf('/desk/products/categories/queijos');
    await editor.post('/desk/products/categories/queijos', { act: 'save', base, ...labels, label_de: 'Käse und Brot' });
    await editor.publishAll();
    const { label_de } = await own.ctx.db.read
      .selectFrom('categories')
      .selectAll()
      .where('slug', '=', 'queijos')
      .executeTakeFirstOrThrow();
    expect(label_de).toBe('Käse und Brot');
    await editor.post('/desk/products/categories/queijos', { act: 'remove' });
    expect((await editor.publishAll()).text).toContain(
      'Products that are still in the category queijos: 1. Move them first.',
    );
    await editor.save('PAO-1', { category_product: 'bebidas' });
    await editor.publishAll();
    // The former name leads to the category that took the product over.
    expect((await call(url, '/api/category/queijos/')).body).toEqual((await call(url, '/api/category/bebidas/')).body);
  });
});
