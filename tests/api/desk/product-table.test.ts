import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeskEditor } from '../../support/people/desk-editor.ts';
import { setProduct, stockOf } from '../../support/people/order-rows.ts';
import { editingShop } from '../../support/shops/editing-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(editingShop);
let editor: DeskEditor;

beforeAll(() => {
  ({ editor } = own);
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
    expect((await own.shown('PAO-1')).price_cents).toBe(700);
    await editor.publishAll();
    expect(await own.shown('PAO-1')).toMatchObject({ price_cents: 585, reference_price_cents: 700 });
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
    expect((await own.shown('AGUA')).price_cents).toBe(520);
  });

  it('publishes earlier drafts, and says when none is pending', async () => {
    const changed = await row('AGUA', { 'real_price-AGUA': '5.40' });
    await editor.post('/desk/products', { ...changed, act: 'save' });
    expect((await editor.get('/desk/products')).text).toContain('1 change on this page is waiting to be published.');
    const unchanged = await row('AGUA', {});
    expect((await editor.post('/desk/products', { ...unchanged, act: 'publish' })).location).toContain(
      'done=published&count=1',
    );
    expect((await own.shown('AGUA')).price_cents).toBe(540);
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
    expect(refused.text).toContain('Nothing was published. Someone else has changed AGUA since this page was shown.');
    expect((await own.shown('AGUA')).brand).not.toBe('Mar');
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
    expect(refused.text).toContain('Someone else changed AGUA (Price in € with VAT) at the same time');
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
