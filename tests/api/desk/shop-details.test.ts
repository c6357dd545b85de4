import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { DETAIL_GROUPS } from '#src/features/shop-details/detail-fields.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { fieldsOf, textsShop } from '../../support/shops/texts-shop.ts';

const own = forFile(textsShop);
let editor: DeskVisitor;
let owner: DeskVisitor;

beforeAll(() => {
  ({ editor, owner } = own);
});

/** Both columns of a table whose rows share their fields' names. */
const rowsIn = (html: string, table: string): Record<string, string[]> =>
  Object.fromEntries(
    [`${table}Name`, `${table}Value`].map((name) => [
      name,
      [...html.matchAll(/<input[^>]*>/g)].flatMap(([input]) =>
        input.includes(`name="${name}"`) ? [/value="([^"]*)"/.exec(input)?.[1] ?? ''] : [],
      ),
    ]),
  );

describe('the facts of the shop', () => {
  it('can be changed only by the owner', async () => {
    expect((await editor.get('/desk/texts/facts/tax')).status).toBe(403);
    expect((await editor.get('/desk/texts')).text).not.toContain('Shop details');
    expect((await owner.get('/desk/texts')).text).toContain('Shop details');
  });

  it('and the shop’s own texts say in which line their file is broken, and keep what was typed', async () => {
    const good = own.fileText('shop.yaml');
    const typed = fieldsOf((await owner.get('/desk/texts/facts/tax')).html);
    const ownText = '/desk/texts/own/cart:summary';
    const text = fieldsOf((await owner.get(ownText)).html);
    writeFileSync(path.join(own.content, 'shop.yaml'), good.replace(/^company:$/m, 'company: ['));
    for (const page of ['/desk/texts', '/desk/texts/facts/tax', '/desk/texts/own', ownText]) {
      const shown = await owner.get(page);
      expect([page, shown.status]).toEqual([page, 200]);
      expect(shown.text, page).toMatch(/shop\.yaml contains a mistake in line \d+/);
    }
    const refused = await owner.post('/desk/texts/facts/tax', { ...typed, number: 'Kept' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('what you typed is below')]);
    const { digest, mode } = typed;
    expect(fieldsOf(refused.html)).toMatchObject({ digest, mode, number: 'Kept' });
    const other = await owner.post(ownText, { ...text, 'de-DE': 'Kept' });
    expect([other.status, fieldsOf(other.html)['de-DE']]).toEqual([400, 'Kept']);
    writeFileSync(path.join(own.content, 'shop.yaml'), 'texts: *AGB*\n');
    expect((await owner.get('/desk/texts/own')).text).toContain('shop.yaml contains a mistake');
    writeFileSync(path.join(own.content, 'shop.yaml'), good);
  });

  it('are written into the file, and comments there stay', async () => {
    const before = own.fileText('shop.yaml');
    const shop = fieldsOf((await owner.get('/desk/texts/facts/shop')).html);
    const saved = await owner.post('/desk/texts/facts/shop', {
      ...shop,
      shipping: '4,90',
      freeFrom: '49',
      'deliveryDays.most': '5',
    });
    expect(saved.location).toContain('done=factsSaved');
    expect(own.fileText('shop.yaml')).toBe(
      before
        .replace('shipping: 5.00', 'shipping: 4.9')
        .replace('freeFrom:', 'freeFrom: 49')
        .replace('{ least: 2, most: 4 }', '{ least: 2, most: 5 }'),
    );
    expect((await own.acts())[0]).toMatchObject({
      act: 'texts.facts',
      subject_id: 'shop.yaml: shop',
      before: JSON.stringify({ shipping: '5.00', freeFrom: '', 'deliveryDays.most': '4' }),
      after: JSON.stringify({ shipping: '4.90', freeFrom: '49.00', 'deliveryDays.most': '5' }),
    });
  });

  it('refuse a free-shipping limit that could mean 1 € or 1000 €, and a limit of 0', async () => {
    const before = own.fileText('shop.yaml');
    const shop = fieldsOf((await owner.get('/desk/texts/facts/shop')).html);
    const ambiguous = await owner.post('/desk/texts/facts/shop', { ...shop, freeFrom: '1.000' });
    expect(ambiguous.text).toContain('“1.000” may mean 1000 or 1,00. Type one of these.');
    expect(ambiguous.html).toContain('value="1.000"');
    expect((await owner.post('/desk/texts/facts/shop', { ...shop, freeFrom: '0' })).status).toBe(400);
    expect(own.fileText('shop.yaml')).toBe(before);
  });

  it('are refused with the field’s name when one is invalid', async () => {
    const company = fieldsOf((await owner.get('/desk/texts/facts/company')).html);
    const refused = await owner.post('/desk/texts/facts/company', {
      ...company,
      postalCode: '1011',
      vatId: 'DE1',
      street: 'Kept 1',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please check: Postal code, VAT number');
    expect(refused.html).toContain('value="Kept 1"');
    const shop = fieldsOf((await owner.get('/desk/texts/facts/shop')).html);
    expect(shop.shipping).toMatch(/^\d,\d\d$/);
    const days = await owner.post('/desk/texts/facts/shop', {
      ...shop,
      'deliveryDays.least': '9',
      'deliveryDays.most': '4',
    });
    expect(days.text).toMatch(/Please check: [^;.]+; [^;.]+/);
    expect(days.text).not.toContain('has more days');
    const marked = days.html
      .match(/<input[^>]* aria-invalid="true"[^>]*>/g)
      ?.map((field) => / name="([^"]+)/.exec(field)?.[1]);
    expect(marked).toEqual(['deliveryDays.least', 'deliveryDays.most']);
  });

  it('show the allowed and usual values of each number, and the default where the file has none', async () => {
    const before = own.fileText('shop.yaml');
    const file = parseDocument(before);
    for (const group of ['payment', 'fastDelivery', 'collection', 'reviews', 'stock', 'dhl', 'vouchers'])
      file.delete(group);
    writeFileSync(path.join(own.content, 'shop.yaml'), String(file));
    for (const group of DETAIL_GROUPS) {
      const { html } = await owner.get(`/desk/texts/facts/${group}`);
      for (const [input] of html.matchAll(/<input[^>]*>/g)) {
        if (/ required/.test(input)) expect(input, group).not.toMatch(/ value(?:=""|(?!=))/);
        const hint = /aria-describedby="([^"]+)"/.exec(input)?.[1];
        if (/inputmode="(?:numeric|decimal)"/.test(input) && !/name="heavier/.test(input))
          expect(html.split(`id="${hint}"`)[1]?.split('</p>')[0], `${group} ${input}`).toMatch(
            /\d|Four to eight digits/,
          );
      }
      const unchanged = { ...fieldsOf(html), ...rowsIn(html, 'carriers'), ...rowsIn(html, 'breaks') };
      const saved = await owner.post(`/desk/texts/facts/${group}`, unchanged);
      expect(saved.location, group).toContain('done=nothingChanged');
    }
    expect((await owner.get('/desk/texts/facts/reviews')).text).toContain('Usual: 7');
    writeFileSync(path.join(own.content, 'shop.yaml'), before);
  });

  it('say at a checkbox what it needs, and mark it when that is missing', async () => {
    const page = await owner.get('/desk/texts/facts/vouchers');
    expect(page.text).toContain('Only together with the field above');
    expect(page.text).not.toContain('Picking up an order');
    expect((await owner.get('/desk/texts/facts/collection')).text).toContain('Picking up an order');
    const { digest = '' } = fieldsOf(page.html);
    const refused = await owner.post('/desk/texts/facts/vouchers', { digest, sold: 'on' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please check: The shop also sells them online');
    expect(refused.html).toMatch(/<input[^>]* name="sold"[^>]* aria-invalid="true"/);
  });

  it('require a confirmation before the tax mode changes', async () => {
    const tax = fieldsOf((await owner.get('/desk/texts/facts/tax')).html);
    const asked = await owner.post('/desk/texts/facts/tax', { ...tax, mode: 'small_business' });
    expect(asked.status).toBe(400);
    expect(own.fileText('shop.yaml')).toContain('mode: regular');
    await owner.post('/desk/texts/facts/tax', { ...tax, mode: 'small_business', confirmed: 'on' });
    expect(own.fileText('shop.yaml')).toContain('mode: small_business');
  });

  it('keep the carriers that were not cleared', async () => {
    const { html } = await owner.get('/desk/texts/facts/shipping');
    const { digest = '', carrier = '' } = fieldsOf(html);
    const saved = await owner.post('/desk/texts/facts/shipping', {
      digest,
      carrier,
      returnsPaidBy: 'buyer',
      carriersName: ['', 'gls'],
      carriersValue: ['', 'https://gls.example/{number}'],
    });
    expect(saved.location).toContain('done=factsSaved');
    expect(own.fileText('shop.yaml')).toMatch(/carriers:\n {4}gls: https:\/\/gls.example\/\{number\}\n/);
    expect(own.fileText('shop.yaml')).not.toContain('dhl: https');
  });

  it('take days without dispatch, also a single one, and refuse a last day before the first', async () => {
    const shipping = fieldsOf((await owner.get('/desk/texts/facts/shipping')).html);
    const post = (breaksName: string[], breaksValue: string[]) =>
      owner.post('/desk/texts/facts/shipping', { ...shipping, breaksName, breaksValue });
    const refused = await post(['2026-12-21'], ['2026-12-04']);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please check: Days without dispatch: 2026-12-21');
    expect(refused.html).toContain('value="2026-12-04"');
    expect((await post(['2026-12-21', '2026-10-31'], ['2027-01-04', ''])).location).toContain('done=factsSaved');
    expect(own.fileText('shop.yaml')).toMatch(/ {4}2026-12-21: 2027-01-04\n {4}2026-10-31: 2026-10-31\n/);
  });
});
