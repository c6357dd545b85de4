import type { Page } from 'playwright/test';
import { EMULATOR_PATH, pages } from '#src/shared/paths.ts';
import { badge, cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, openCart, order } from '../../support/browser/checkout-browser.ts';
import { emulatorControl } from '../../support/outside/emulator.ts';
import { overflow, spilled } from '../../support/browser/layout.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { enterAs, newCustomer, withDatabase } from '../../support/people/sign-in.ts';
import { test } from '../consent/consent-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { LENGTH, LONG, MANY_WORDS, ONE_WORD, PRODUCTS } from './large-catalogue.ts';

const PER_PAGE = 24;
const LAST = Math.ceil(PRODUCTS / PER_PAGE);
const WIDTHS = [320, 360, 768, 992, 1440, 1920];

test.use({ consent: 'essential' });
// In one worker: the shop is filled once.
test.describe.configure({ mode: 'default' });

async function expectToFit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `at ${width} px`).toEqual({ by: 0, body: 0 });
    expect(await spilled(page), `at ${width} px`).toEqual([]);
  }
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const shelf = prefix + pages.category('bebidas');
  const listAt = (n: number) => shelf + (n === 1 ? '' : `/${n}`);
  const paging = (page: Page) => page.getByRole('navigation', { name: t('pagination.label') });
  const numberLink = (page: Page, n: number) =>
    paging(page).getByRole('link', { name: t('pagination.page', { page: n }), exact: true });

  test(
    `a list of ${PRODUCTS} products has few paging links, large enough for a finger, at every width (${locale})`,
    MATRIX,
    async ({ page }) => {
      expect([ONE_WORD.length, MANY_WORDS.length]).toEqual([LENGTH, LENGTH]);
      for (const [n, shown] of [
        [1, [1, 2, LAST]],
        [11, [1, 10, 11, 12, LAST]],
        [LAST, [1, LAST - 1, LAST]],
      ] as const) {
        await page.goto(listAt(n));
        await expect(paging(page).getByRole('listitem').getByRole('link')).toHaveText(shown.map(String));
        await expect(paging(page).locator('[aria-current="page"]')).toHaveText(String(n));
        await expect(page.getByText(t('pagination.pageOf', { page: n, pages: LAST }))).toBeVisible();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          expect(await overflow(page)).toEqual({ by: 0, body: 0 });
          for (const link of await paging(page).getByRole('link').all()) {
            const box = (await link.boundingBox())!;
            expect(Math.min(box.width, box.height), `at ${width} px`).toBeGreaterThanOrEqual(44);
            expect(box.x >= 0 && box.x + box.width <= width).toBe(true);
          }
        }
      }
      await expect(
        page
          .getByRole('main')
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading') }),
      ).toHaveCount(PRODUCTS - PER_PAGE * (LAST - 1));
    },
  );

  test(
    `keyboard users can page to the last page and back, with each number announced as a page (${locale})`,
    MATRIX,
    async ({ page }) => {
      await page.goto(shelf);
      await numberLink(page, 2).focus();
      await page.keyboard.press('Tab');
      await expect(numberLink(page, LAST)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(listAt(LAST));
      await expect(numberLink(page, LAST)).toHaveAttribute('aria-current', 'page');
      await numberLink(page, 2).focus();
      await page.keyboard.press('Shift+Tab');
      await expect(numberLink(page, 1)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(shelf);
    },
  );

  test(`names of ${LENGTH} characters fit cards, product pages and the search at every width (${locale})`, async ({
    page,
  }) => {
    for (const name of [ONE_WORD, MANY_WORDS]) {
      const link = page.getByRole('main').getByRole('link', { name });
      await page.goto(`${prefix}/search/${encodeURIComponent(name)}`);
      await expect(link).toHaveCount(1);
      await expectToFit(page);
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(new RegExp(`^${name} `));
      await expectToFit(page);
    }
  });

  test(`names of ${LENGTH} characters fit the cart, the order form, the order and the purchases at every width (${locale})`, async ({
    page,
    shop,
  }) => {
    test.slow();
    const long = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('products').select('id').where('cod_catalog', 'in', LONG).execute(),
    );
    await enterAs(page.context(), shop, await newCustomer(shop));
    await startWithCart(
      page,
      long.map(({ id }) => cartLine(id, 1, 4.99)),
    );
    await page.goto(prefix + pages.cart());
    for (const name of [ONE_WORD, MANY_WORDS])
      await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
    await expectToFit(page);
    await page.goto(shelf); // from the cart the checkout step would be the same document
    await openCart(page, prefix, t);
    await expectToFit(page);
    await decideInWindow(await order(page, t), t('emulator:approve'));
    await expectPlaced(page, t);
    await expect(badge(page, t, 0)).toBeVisible();
    await expectToFit(page);
    await page.goto(prefix + pages.previousPurchases());
    await expect(page.getByRole('row').filter({ hasText: ONE_WORD })).toContainText(MANY_WORDS);
    await expectToFit(page);
    await emulatorControl(shop.url + EMULATOR_PATH).reset();
  });
}
