import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { expect, JOURNEY_LOCALES } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

const { slug, name: NAME } = DEMO.spirit;

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a product that needs a proof of age has a note instead of the add button, on card, page and in a search (${locale})`, async ({
    page,
    shop,
  }) => {
    for (const path of ['/category/bebidas', `/product/${slug}`, `/search/${slug}`]) {
      await page.goto(prefix + path);
      const product = page.locator(`[data-product="${shop.idOf(slug)}"]`);
      await expect(product.getByText(t('cart:ageRestricted'))).toBeVisible();
      await expect(product.getByRole('button')).toHaveCount(0);
      await expect(product.getByText('17,90 €', { exact: true })).toBeVisible();
    }
  });

  test(`an age-restricted product that is already in the cart is named and not counted (${locale})`, async ({
    page,
    shop,
  }) => {
    await startWithCart(page, [cartLine(shop.idOf(slug), 1, 17.9), cartLine(shop.idOf(DEMO.beans.slug), 1)]);
    await page.goto(`${prefix}/cart`);
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: NAME });
    await expect(line.getByRole('alert')).toHaveText(t('cart:problems.age_restricted'));
    await expect(line).toContainText(t('cart:each', { price: '17,90 €' }));
    await expect(line).toContainText(t('cart:uncounted'));
    const counted = page.getByRole('main').getByRole('listitem').filter({ hasText: DEMO.beans.name });
    await expect(counted).not.toContainText(t('cart:uncounted'));
    await expect(page.getByRole('row', { name: /^Total|^Gesamtsumme/ })).toContainText('9,49 €');
  });
}
