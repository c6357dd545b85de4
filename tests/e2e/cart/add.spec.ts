import { expectNoViolations } from '../../support/browser/axe.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import {
  addButton,
  badge,
  cartLine,
  expectInCart,
  lessButton,
  startWithCart,
  storedCart,
} from '../../support/browser/cart-browser.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`products added on a card and on a product page are counted on every page and after a reload (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/category/graos-e-farinaceos`);
    await expect(badge(page, t, 0)).toBeVisible();
    await addButton(page, t, DEMO.beans.name).click();
    await expectInCart(page, t, DEMO.beans.name, 1);
    await expect(badge(page, t, 1)).toBeVisible();

    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(badge(page, t, 1)).toBeVisible();
    await addButton(page, t, DEMO.beans.name).click();
    await expectInCart(page, t, DEMO.beans.name, 2);
    await expect(badge(page, t, 2)).toBeVisible();

    await page.reload();
    await expect(badge(page, t, 2)).toBeVisible();
    await page.goto(inLanguage(prefix, '/'));
    await expect(badge(page, t, 2)).toBeVisible();
    expect(await storedCart(page)).toEqual([{ productId: expect.any(Number), quantityInCart: 2, addedPrice: 4.49 }]);
    expect(await page.evaluate(() => localStorage.getItem('totalQuantityHeader'))).toBe('2');
  });

  test(`an add button shows the quantity in the cart: at load, after a reload, and at the maximum (${locale})`, async ({
    page,
    request,
  }) => {
    const { product } = (await (await request.get(`/api/slug/${DEMO.beans.slug}`)).json()) as {
      product: { id: number };
    };
    await startWithCart(page, [cartLine(product.id)]);
    await page.setViewportSize({ width: 360, height: 740 });
    const button = addButton(page, t, DEMO.beans.name);
    for (const path of ['/category/graos-e-farinaceos', `/product/${DEMO.beans.slug}`]) {
      await page.goto(prefix + path);
      await expectInCart(page, t, DEMO.beans.name, 1);
      await page.reload();
      await expectInCart(page, t, DEMO.beans.name, 1);
    }
    for (let count = 2; count <= 10; count++) await button.click();
    await expectInCart(page, t, DEMO.beans.name, 10);
    await page.goto(`${prefix}/category/graos-e-farinaceos`);
    await expectInCart(page, t, DEMO.beans.name, 10);
    // In one line on the narrowest phone with two columns.
    const lines = await button.evaluate(({ lastChild }) => {
      const range = document.createRange();
      range.selectNodeContents(lastChild!);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test(`after a tap the control can remove a unit, and a bar links to the cart until it is empty (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${prefix}/category/graos-e-farinaceos`);
    const toCart = page.getByRole('main').getByRole('link', { name: t('cart:toCart') });
    await expect(lessButton(page, t, DEMO.beans.name)).toHaveCount(0);
    await expect(toCart).toHaveCount(0);
    await addButton(page, t, DEMO.beans.name).click();
    await expect(page.getByRole('main').getByText(`✓ ${t('cart:bar')}`)).toBeInViewport();
    await expectNoViolations(page);
    await addButton(page, t, DEMO.beans.name).click();
    await lessButton(page, t, DEMO.beans.name).click();
    await expectInCart(page, t, DEMO.beans.name, 1);
    const said = page.getByRole('status').filter({ hasText: `${DEMO.beans.name}: ${t('cart:inCart', { count: 1 })}` });
    await expect(said).toBeVisible();
    await lessButton(page, t, DEMO.beans.name).click();
    await expect(lessButton(page, t, DEMO.beans.name)).toHaveCount(0);
    await expect(addButton(page, t, DEMO.beans.name)).toBeFocused();
    await expect(addButton(page, t, DEMO.beans.name)).toHaveAccessibleName(
      t('cart:addName', { name: DEMO.beans.name }),
    );
    await expect(badge(page, t, 0)).toBeVisible();
    await expect(toCart).toHaveCount(0);
    await addButton(page, t, DEMO.beans.name).click();
    await toCart.click();
    await expect(page).toHaveURL(`${prefix}/cart`);
  });

  test(`each added unit is announced by the product's name, and fills the badge's basket (${locale})`, async ({
    page,
  }) => {
    const fill = (count: number) =>
      badge(page, t, count)
        .locator('svg')
        .evaluate((icon) => getComputedStyle(icon).fill);
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await page.evaluate(() => {
      const said = Object.assign(window, { said: 0 });
      new MutationObserver(() => said.said++).observe(document.getElementById('said')!, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    expect(await fill(0)).toBe('none');

    // The words are the same each time.
    for (const [times] of [1, 2].entries()) {
      await addButton(page, t, DEMO.beans.name).click();
      await expect.poll(() => page.evaluate(() => (window as unknown as { said: number }).said)).toBe(times + 1);
      await expect(
        page.getByRole('status').filter({ hasText: t('cart:added', { name: DEMO.beans.name }) }),
      ).toBeVisible();
      await test.step('the badge shows a filled basket once the cart contains a product', async () => {
        await expect(badge(page, t, times + 1)).toHaveText(`${times + 1}`);
        expect(await fill(times + 1)).not.toBe('none');
      });
    }
  });

  test(`another tab shows added products at once, and adds to them (${locale})`, MATRIX, async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await addButton(page, t, DEMO.beans.name).click();
    await expect(badge(other, t, 1)).toBeVisible();
    await addButton(other, t, DEMO.beans.name).click();
    await expectInCart(other, t, DEMO.beans.name, 2);
    await expectInCart(page, t, DEMO.beans.name, 2);
    await expect(badge(page, t, 2)).toBeVisible();
    expect(await storedCart(page)).toHaveLength(1);
  });

  test(`the cart survives a change of language and the change back (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await addButton(page, t, DEMO.beans.name).click();
    await expect(badge(page, t, 1)).toBeVisible();
    const other = ALL_LOCALES.find((journey) => journey.locale !== locale)!;
    await page.getByRole('banner').locator(`a[hreflang="${other.locale}"]`).click();
    await expect(page).toHaveURL(`${other.prefix}/product/${DEMO.beans.slug}`);
    await expect(badge(page, other.t, 1)).toBeVisible();
    await addButton(page, other.t, DEMO.beans.name).click();
    await expect(badge(page, other.t, 2)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(badge(page, t, 2)).toBeVisible();
  });

  test(`the badge leads to the cart, filled or not (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await badge(page, t, 0).click();
    await expect(page).toHaveURL(`${prefix}/cart`);
    await page.goBack();
    await addButton(page, t, DEMO.beans.name).click();
    await badge(page, t, 1).click();
    await expect(page.getByRole('main').getByRole('link', { name: DEMO.beans.name })).toBeVisible();
  });
}

test('the badge counts all units of all products', async ({ page }) => {
  const { t } = ALL_LOCALES[0];
  await startWithCart(page, [cartLine(1, 10), cartLine(2, 10), cartLine(3, 3)]);
  await page.goto('/');
  await expect(badge(page, t, 23)).toHaveText('23');
});
