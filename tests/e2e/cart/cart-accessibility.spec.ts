import { expectNoViolations, expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { addButton, alertArea, badge, cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectToFitLarge } from '../../support/browser/large-text.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { JOURNEY_LOCALES, expect, MATRIX, PHONE } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const [device, use, expectAccessible] of [
  ['desktop', {}, expectNoViolations],
  ['phone, in light and dark colours', PHONE, expectNoViolationsInBothSchemes],
] as const)
  test.describe(`axe on a ${device}`, device === 'desktop' ? MATRIX : {}, () => {
    test.use(use);

    for (const { locale, prefix, t } of JOURNEY_LOCALES) {
      test(`finds nothing in an empty cart (${locale})`, MATRIX, async ({ page }) => {
        await page.goto(`${prefix}/cart`);
        await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
        await expectAccessible(page);
      });

      test(`finds nothing in a filled cart, and after a removal (${locale})`, async ({ page, shop }) => {
        await startWithCart(page, [
          cartLine(shop.idOf(DEMO.beans.slug), 2),
          cartLine(shop.idOf(DEMO.can.slug), 1, 1.79),
        ]);
        await page.goto(`${prefix}/cart`);
        await expect(page.getByRole('region', { name: t('cart:summary') })).toBeVisible();
        await expect(badge(page, t, 3)).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('button', { name: t('cart:removeName', { name: DEMO.can.name }) }).click();
        await expect(page.getByRole('button', { name: t('cart:undo') })).toBeVisible();
        await expectAccessible(page);
      });

      test(`finds nothing in a cart with every problem, which large text fits (${locale})`, async ({ page, shop }) => {
        shop.change(DEMO.beans.slug, { quantity_available: 0 });
        shop.change(DEMO.can.slug, { quantity_available: 2 });
        await startWithCart(page, [
          cartLine(shop.idOf(DEMO.beans.slug), 2),
          cartLine(shop.idOf(DEMO.can.slug), 5, 1.5),
          cartLine(shop.idOf(DEMO.spirit.slug), 1, 17.9),
          cartLine(987_654),
        ]);
        await page.goto(`${prefix}/cart`);
        await expect(page.getByText(t('cart:problems.unknown'))).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(4);
        await expectToFitLarge(page, 'cart with every problem');
        // In a window of the page's height the bar with the total covers no button by chance.
        await page.setViewportSize({ width: page.viewportSize()!.width, height: 2400 });
        await expectAccessible(page);
      });

      test(
        `finds nothing with a product in the cart, and with the limit's warning shown (${locale})`,
        MATRIX,
        async ({ page, shop }) => {
          await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 9)]);
          await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
          await addButton(page, t, DEMO.beans.name).click();
          await expect(badge(page, t, 10)).toBeVisible();
          await expectAccessible(page);
          await addButton(page, t, DEMO.beans.name).click();
          await alertArea(page)
            .getByText(t('errors:max_units_warning', { products: DEMO.beans.name }))
            .hover(); // it stays
          await expectAccessible(page);
        },
      );

      test(`finds nothing on a product whose units are all in the cart (${locale})`, MATRIX, async ({ page, shop }) => {
        shop.change(DEMO.beans.slug, { quantity_available: 2 });
        await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
        await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
        await expect(page.getByRole('article').getByText(t('cart:soldOutHere'), { exact: true })).toBeVisible();
        await expectAccessible(page);
      });

      test.describe('offline', () => {
        test.use({ losesApi: true });

        test(`finds nothing in a cart without prices (${locale})`, MATRIX, async ({ page, shop }) => {
          await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
          await page.route('**/api/**', (route) => route.abort());
          await page.goto(`${prefix}/cart`);
          await expect(page.getByRole('button', { name: t('cart:retry') })).toBeVisible();
          await expectAccessible(page);
        });
      });
    }
  });
