import { DEMO } from '../../support/catalogue/demo-products.ts';
import {
  addButton,
  alertArea,
  badge,
  cartLine,
  expectInCart,
  lessButton,
  startWithCart,
  storedCart,
} from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

const { name: NAME, slug } = DEMO.beans;

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const soldOut = t('catalogue:stock.soldOut');
  const allInCart = t('cart:soldOutHere');

  test(`the last unit can be added; then page and card say that all available units are in the cart, not that it is sold out (${locale})`, async ({
    page,
    shop,
  }) => {
    shop.change(slug, { quantity_available: 2 });
    const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
    await page.goto(`${prefix}/product/${slug}`);
    await (await fresh).finished();
    const article = page.getByRole('article');
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 1);
    await expect(article.getByText('4,49 €', { exact: true }).first()).toBeVisible();
    await addButton(page, t, NAME).click();
    await expect(badge(page, t, 2)).toBeVisible();
    await expect(article.getByText(allInCart, { exact: true })).toBeVisible();
    await expect(article.getByText(soldOut, { exact: true })).toBeHidden();
    await expect(article.getByText('4,49 €', { exact: true }).first()).toBeHidden();

    await page.goto(`${prefix}/category/graos-e-farinaceos`);
    const card = page.locator(`[data-product="${shop.idOf(slug)}"]`);
    await expect(card.getByText(allInCart, { exact: true })).toBeVisible();
    await expect(card.getByText('4,49 €', { exact: true }).first()).toBeHidden();
    await expectInCart(page, t, NAME, 2);
    // A card shows its "−" once it was tapped.
    await addButton(page, t, NAME).click();
    await lessButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 1);
    await expect(card.getByText(allInCart, { exact: true })).toBeHidden();
    await expect(card.getByText('4,49 €', { exact: true }).first()).toBeVisible();
    expect(await storedCart(page)).toEqual([expect.objectContaining({ quantityInCart: 1 })]);
  });

  test(
    `a shopper who removes a unit in another tab may add it again (${locale})`,
    MATRIX,
    async ({ page, context, shop }) => {
      shop.change(slug, { quantity_available: 2 });
      await startWithCart(page, [cartLine(shop.idOf(slug), 2)]);
      await page.goto(`${prefix}/product/${slug}`);
      await expect(page.getByRole('article').getByText(allInCart, { exact: true })).toBeVisible();
      const other = await context.newPage();
      await other.goto(`${prefix}/cart`);
      await other.getByRole('combobox', { name: t('cart:quantity', { name: NAME }) }).selectOption('1');
      await addButton(page, t, NAME).click();
      await expect(badge(page, t, 2)).toBeVisible();
      await expect(page.getByRole('article').getByText(allInCart, { exact: true })).toBeVisible();
    },
  );

  test(`a unit just added in another tab is not added again, and the shopper is informed (${locale})`, async ({
    page,
    shop,
  }) => {
    shop.change(slug, { quantity_available: 1 });
    await page.goto(`${prefix}/product/${slug}`);
    await expect(page.getByRole('article')).toHaveAttribute('data-available', '1');
    // Storage is written by then, and its event is still on the way.
    await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify([cartLine(shop.idOf(slug), 1)]));
    await addButton(page, t, NAME).click();
    await expect(alertArea(page)).toHaveText(allInCart);
    expect(await storedCart(page)).toEqual([expect.objectContaining({ quantityInCart: 1 })]);
  });

  test(`a shopper who adds the last unit sees and hears it, and keeps the focus (${locale})`, async ({
    page,
    shop,
  }) => {
    shop.change(slug, { quantity_available: 1 });
    await page.goto(`${prefix}/product/${slug}`);
    await expect(page.getByRole('article')).toHaveAttribute('data-available', '1');
    await addButton(page, t, NAME).press('Enter');
    await expect(page.getByRole('article').getByText(allInCart, { exact: true })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: t('cart:added', { name: NAME }) })).toBeVisible();
    const related = page.getByRole('article').getByRole('link', { name: t('catalogue:product.seeRelated') });
    await expect(related).toHaveCount(0);
    await expectInCart(page, t, NAME, 1);
    await expect(addButton(page, t, NAME)).toBeFocused();
    await addButton(page, t, NAME).press('Enter');
    await expect(alertArea(page)).toHaveText(allInCart);
    await page.reload();
    await expectInCart(page, t, NAME, 1);
    await expect(related).toHaveCount(0);
  });
}
