import type { Page } from 'playwright/test';
import { addButton, cartLine, expectInCart, startWithCart } from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { expect, JOURNEY_LOCALES } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

/** Features that Safari 15.6, Chrome 106 or Firefox 115 lack; later browsers have them. */
const growYounger = (page: Page) =>
  page.addInitScript(() => {
    const newer: [object, string[]][] = [
      [AbortSignal, ['any']],
      [Array, ['fromAsync']],
      [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
      [Document.prototype, ['adoptedStyleSheets']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['try', 'withResolvers']],
      [URL, ['canParse', 'parse']],
      [Element.prototype, ['ariaBusy', 'ariaCurrent', 'ariaLabel']],
      [Set.prototype, ['difference', 'intersection', 'isSubsetOf', 'union']],
      [
        Iterator.prototype,
        ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
      ],
    ];
    for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
  });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const { slug, name } = DEMO.beans;

  test(`an older browser shows fresh prices, adds products, and updates the cart’s prices (${locale})`, async ({
    page,
    shop,
  }) => {
    await growYounger(page);
    shop.change(slug, { price_cents: 525, real_price_cents: 525 });
    await page.goto(`${prefix}/product/${slug}`);
    await expect(page.getByRole('article').getByText('5,25 €', { exact: true })).toBeVisible();
    await addButton(page, t, name).click();
    await expectInCart(page, t, name, 1);
    await page.goto(`${prefix}/cart`);
    const summary = page.getByRole('region', { name: t('cart:summary') });
    await expect(summary).toContainText('10,25 €');
    await page.getByRole('combobox', { name: t('cart:quantity', { name }) }).selectOption('2');
    await expect(summary).toContainText('15,50 €');
  });

  test(`an older browser prices a cart without cached data, undoes a removal, and shows it again (${locale})`, async ({
    page,
    shop,
  }) => {
    await growYounger(page);
    await startWithCart(page, [cartLine(shop.idOf(slug), 2), cartLine(shop.idOf(DEMO.can.slug), 1, 1.79)]);
    await page.goto(`${prefix}/cart`);
    await page.getByRole('button', { name: t('cart:removeName', { name }) }).click();
    await page.getByRole('button', { name: t('cart:undo') }).click();
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(name);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // Now with cached data, and two VAT rates.
    await page.reload();
    await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('16,02 €');
  });
}
