import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/people/call.ts';
import type { DeskEditor } from '../../support/people/desk-editor.ts';
import { editingShop } from '../../support/shops/editing-shop.ts';
import { formsIn } from '../../support/texts/html-forms.ts';
import { forFile } from '../../support/shops/for-file.ts';

const own = forFile(editingShop);
let editor: DeskEditor;
let url: string;

beforeAll(() => {
  ({ editor, url } = own);
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

  it('are published from the table together with their products', async () => {
    const labels = { label_pt: 'Balas', label_de: 'Bonbons', label_en: 'Candies', group: 'food' };
    await editor.post('/desk/products/categories', { slug: 'balas', ...labels });
    await editor.save('PAO-1', { category_product: 'balas' });
    const { html, text } = await editor.get('/desk/products?q=queijo');
    expect(text).toContain('Also publish the new category “Candies”');
    const publish = formsIn(html).find(({ fields }) => fields.act === 'publish')!;
    expect((await editor.post('/desk/products', publish.fields)).location).toBe('/desk/publish?done=published&count=2');
    expect((await call(url, '/api/category/balas/')).body).toMatchObject({ count: 1 });
    await editor.save('PAO-1', { category_product: 'bebidas' });
    await editor.post('/desk/products/categories/balas', { act: 'remove' });
    await editor.publishAll();
    expect((await editor.get('/desk/products')).text).not.toContain('Also publish');
  });

  it('get their words for search engines, which are shown as a result and are at most 70 and 170 characters long', async () => {
    const page = '/desk/products/categories/bebidas';
    const before = formsIn((await editor.get(page)).html).find(({ fields }) => fields.base)!.fields;
    expect((await editor.get(page)).html).toMatch(/Drinks · Vitrine/);
    const refused = await editor.post(page, { ...before, act: 'save', seo_title_de: 'ä'.repeat(71) });
    expect(refused.text).toContain('Title for search engines: Deutsch');
    expect(refused.text).toMatch(/at most 70/);
    expect(refused.html).toContain(`value="${'ä'.repeat(71)}"`);
    await editor.post(page, { ...before, act: 'save', seo_title_de: 'Getränke kaufen', seo_description_de: 'Kalt.' });
    await editor.publishAll();
    const { head_words } = await own.ctx.db.read
      .selectFrom('categories')
      .select('head_words')
      .where('slug', '=', 'bebidas')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(head_words)).toEqual({ seo_title_de: 'Getränke kaufen', seo_description_de: 'Kalt.' });
    expect((await editor.get(page)).text).toContain('Getränke kaufen');
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
