import { beforeAll, describe, expect, it } from 'vitest';
import { findProductBySlug } from '#src/features/catalogue/server/catalogue.repository.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import { findDraft } from '#src/features/editing/server/drafts.service.ts';
import { previewProduct } from '#src/features/editing/server/preview-product.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { call } from '../../support/people/call.ts';
import type { DeskEditor } from '../../support/people/desk-editor.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { stockOf } from '../../support/people/order-rows.ts';
import { editingShop, PAO, photo } from '../../support/shops/editing-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { wordsOf } from '../../support/texts/html.ts';
import { formsIn } from '../../support/texts/html-forms.ts';

const own = forFile(editingShop);
let editor: DeskEditor;
let owner: DeskVisitor;
let url: string;

beforeAll(() => {
  ({ editor, owner, url } = own);
});

const lastPublication = async () =>
  (await own.ctx.db.read.selectFrom('publications').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

describe('a product in the desk', () => {
  it('is changed as a draft that appears in the shop after the publication, with both audit entries', async () => {
    expect(
      (await editor.save('AGUA', { product_name: 'Água de Coco Verde', 'text:de-DE': 'Neu\r\n\r\n**gut**' })).location,
    ).toContain('done=draftSaved');
    expect((await own.shown('AGUA')).product_name).toBe('Água de Coco');
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
    expect(await own.inShop('agua-de-coco')).toMatchObject({ product: { product_name: 'Água de Coco Verde' } });
    const { info_html } = await own.ctx.db.read
      .selectFrom('product_texts')
      .selectAll()
      .where('locale', '=', 'de-DE')
      .where('product_id', '=', (await own.shown('AGUA')).id)
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
    expect((await own.shown('AGUA')).brand).toBeNull();
    expect((await editor.post('/desk/products/AGUA', typed)).location).toContain('done=published');
    expect((await own.shown('AGUA')).brand).toBe('Praia');
    const next = { act: 'publish', base: await editor.baseOf('/desk/products/AGUA') };
    expect((await editor.post('/desk/products/AGUA', next)).location).toContain('done=nothingPublished');
    // Another person's saved change is not published unseen.
    await editor.save('AGUA', { brand: 'Sol' });
    const unseen = await editor.post('/desk/products/AGUA', { ...next, subtitle_en: 'Coconut water' });
    expect(unseen.text).toContain('Someone else has changed AGUA since this page was shown.');
    expect(unseen.html).toContain('value="Coconut water"');
    expect((await own.shown('AGUA')).brand).toBe('Praia');
    await editor.save('AGUA', { brand: '', subtitle_en: '' });
    await editor.publishAll();
  });

  it('keeps the typed input when it is refused, and explains what to enter', async () => {
    const refused = await editor.save('AGUA', { real_price: 'viel', brand: 'Marke' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Price in € with VAT: Write a number from 0,01 to 100.000');
    expect(refused.html).toMatch(/value="viel"[^>]*aria-invalid|aria-invalid="true"[^>]*value="viel"/);
    expect(refused.html).toMatch(/id="mistake-real_price"[^>]*>\s*Write a number from 0,01 to 100.000/);
    expect(refused.html).toContain('value="Marke"');
    const contradictory = await editor.save('AGUA', { alcohol_percent: '5' });
    expect(contradictory.text).toContain('A drink with alcohol needs a minimum age');
  });

  it('lists legally missing facts and what to enter, in the person’s language, with links to the fields', async () => {
    const page = await editor.get('/desk/products/AGUA');
    expect(page.text).toMatch(
      /Required for sale Write the legal name of the food in German, as on the label\. LMIV art\. 9\(1\)\(a\)/,
    );
    const german = await (
      await newStaff(own.ctx, url, 'ute@example.org', 'editor', 'de-DE')
    ).get('/desk/products/AGUA');
    expect(german.text).toMatch(
      /Schreiben Sie die Nährwerte .* „Von der Nährwerttabelle befreit“ den Grund\. LMIV Art\. 9\(1\)\(l\)/,
    );
    // One request for eight fields is one detail, in the list and beside the section.
    expect(german.text).toContain('Nährwerte je 100 g oder 100 ml 1 Pflichtangabe fehlt');
    expect(german.html).toMatch(/href="#field-salt_g"[^]*id="field-salt_g" name="salt_g"/);
  });

  it('has a preview in each language without side effects', async () => {
    await editor.save('AGUA', { subtitle_de: 'Aus grünen Kokosnüssen', real_price: '5.99' });
    const before = await own.shown('AGUA');
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
    expect(await own.shown('AGUA')).toEqual(before);
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
    expect(conflict.text).toContain('Someone else changed Brand at the same time.');
    expect(conflict.text).toMatch(/Brand Casa Roça/);
    // The form contains both inputs; sending it again decides.
    expect(conflict.html).toMatch(/name="subtitle_de" value="Käsebrötchen"/);
    const next = /name="base" value="([^"]+)"/.exec(conflict.html)![1]!;
    await owner.post('/desk/products/PAO-1', { act: 'save', base: next, brand: 'Roça', subtitle_en: 'Cheese bread' });
    await editor.publishAll();
    expect(await own.shown('PAO-1')).toMatchObject({ brand: 'Roça' });
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
      'This code is or was already in use',
    );
    expect((await editor.get('/desk/products')).text).toContain('Goiabada NOVO-1 New');
    await editor.publishAll();
    expect(await stockOf(own.ctx, 'NOVO-1')).toBe(12);
    expect(await own.inShop('goiabada')).toMatchObject({ product: { product_name: 'Goiabada', price: 3.5 } });
  });

  it('becomes a variant of another with one action, as soon as it differs', async () => {
    const page = await editor.get('/desk/products/new?variant=PAO-1');
    expect(page.text).toContain('Variant of Pão de Queijo');
    const { fields: sent } = formsIn(page.html).find(({ fields }) => 'product_name' in fields)!;
    expect(sent).toMatchObject({ variant_of: 'PAO-1', ean: '' });
    const typed = { ...sent, cod_catalog: 'PAO-9', quantity_available: '3' };
    const alike = await editor.post('/desk/products/new', { ...typed, act: 'publish' });
    expect(alike.location).toBe('/desk/products/PAO-9?done=createdOnly');
    expect((await editor.get('/desk/products')).text).toContain('PAO-9 New variant of PAO-1');
    expect((await editor.save('PAO-9', { act: 'publish' })).text).toContain('Shoppers cannot tell PAO-9 from PAO-1');
    expect((await editor.save('PAO-9', { variant_of: 'PAO-9' })).text).toContain('not a variant of itself');
    expect((await editor.save('PAO-9', { variant_of: 'QUE-1' })).text).toContain('is not in the shop');
    await editor.post('/desk/products/PAO-9', { act: 'remove' });
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
      quantity_available: '0',
      act: 'create',
    });
    expect(created.location).toBe('/desk/products/NOVO-2?done=draftSaved');
    // The photo comes with the form of a browser without scripts, and the product goes live at once.
    const form = new FormData();
    form.append('photos', new File([await photo(700, 700)], 'mini.jpg', { type: 'image/jpeg' }));
    for (const [name, value] of Object.entries({
      ...sent,
      category_product: 'bebidas',
      product_name: 'Pão Grande',
      quantity_available: '0',
      act: 'publish',
    }))
      form.append(name, String(value));
    expect((await editor.post('/desk/products/new', form)).location).toContain('done=published&count=1');
    expect(await own.shown('NOVO-3')).toMatchObject({
      product_name: 'Pão Grande',
      picture: expect.stringMatching(/\./),
    });
    await editor.post('/desk/products/NOVO-2', { act: 'remove' });
    await editor.post('/desk/products/NOVO-3', { act: 'remove' });
    await editor.post('/desk/products/PAO-1', { act: 'discard' });
    await editor.publishAll();
  });

  it('cannot have the bar code of another product', async () => {
    await editor.save('NOVO-1', { ean: PAO.ean });
    const refused = await editor.publishAll();
    expect(wordsOf(refused.html)).toContain('NOVO-1 has the same bar code as PAO-1.');
    const preview = await editor.get('/desk/products/NOVO-1/preview?locale=de-DE');
    expect(preview).toMatchObject({ status: 400 });
    expect(wordsOf(preview.html)).toContain('NOVO-1 has the same bar code as PAO-1.');
    await editor.post('/desk/products/NOVO-1', { act: 'discard' });
  });

  it('is removed by the next publication and restored by a rollback', async () => {
    const before = await lastPublication();
    await editor.post('/desk/products/NOVO-1', { act: 'remove' });
    expect(await own.inShop('goiabada')).toMatchObject({ product: { product_name: 'Goiabada' } });
    await editor.publishAll();
    expect((await call(url, '/api/slug/goiabada/')).status).toBe(404);
    await editor.post(`/desk/publish/${before}`, { act: 'back' });
    expect(await own.inShop('goiabada')).toMatchObject({ product: { product_name: 'Goiabada' } });
    expect(await stockOf(own.ctx, 'NOVO-1')).toBe(12);
  });
});
