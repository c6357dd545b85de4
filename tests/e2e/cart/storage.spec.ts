import type { Page } from 'playwright/test';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { addButton, alertArea, badge, expectInCart } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

const NAME = DEMO.beans.name;

const block = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    }),
  );

const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  for (const [state, prepare] of [
    ['blocked', block],
    ['full', fillStorage],
  ] as const) {
    test(
      `a browser with storage ${state} counts on this page and says once that the cart is lost; the cart page is empty and says so (${locale})`,
      state === 'full' ? MATRIX : {},
      async ({ page }) => {
        await page.clock.install({ time: new Date('2026-01-01T12:00:00Z') });
        await prepare(page);
        await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
        await addButton(page, t, NAME).click();
        await expectInCart(page, t, NAME, 1);
        await expect(badge(page, t, 1)).toBeVisible();
        await expect(alertArea(page)).toHaveText(t('cart:notKept'));
        await page.clock.runFor(3_000);
        await expect(alertArea(page)).toBeEmpty();
        await addButton(page, t, NAME).click();
        await expectInCart(page, t, NAME, 2);
        await expect(badge(page, t, 2)).toBeVisible();
        await expect(alertArea(page)).toBeEmpty();
        await page.goto(`${prefix}/cart`);
        await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
        await expect(page.getByRole('main').getByRole('link', { name: t('cart:browse') })).toBeVisible();
      },
    );
  }

  test(`a stored cart causes no warning (${locale})`, async ({ page }) => {
    const loaded = page.waitForRequest(/\/_astro\/after-add\./);
    await page.clock.install({ time: new Date('2026-01-01T12:00:00Z') });
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await addButton(page, t, NAME).click();
    await (await (await loaded).response())!.finished();
    // That script has run.
    await expect(page.getByRole('main').getByRole('link', { name: t('cart:toCart') })).toBeVisible();
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 2);
    await expect(alertArea(page)).toBeEmpty();
  });

  // Unit tests read random rubbish.
  for (const [at, rubbish] of [
    '[null,7,{"productId":"1"}]',
    '{"a":',
    'null',
    '"x"',
    '{"length":3}',
    '<b>',
    '9'.repeat(400),
  ].entries())
    test(
      `invalid data in storage counts as an empty cart, which works: ${rubbish.slice(0, 30)} (${locale})`,
      at > 0 ? MATRIX : {},
      async ({ page }) => {
        await page.context().addInitScript((stored) => {
          if (sessionStorage.getItem('spoilt')) return;
          sessionStorage.setItem('spoilt', 'yes');
          localStorage.setItem('cart', stored);
          localStorage.setItem('totalQuantityHeader', stored);
        }, rubbish);
        await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
        await expect(badge(page, t, 0)).toBeVisible();
        await addButton(page, t, NAME).click();
        await expectInCart(page, t, NAME, 1);
        await expect(badge(page, t, 1)).toBeVisible();
        await page.goto(`${prefix}/cart`);
        await expect(page.getByRole('main').getByRole('link', { name: NAME })).toBeVisible();
      },
    );

  test(`valid lines among invalid data stay in the cart (${locale})`, MATRIX, async ({ page, request }) => {
    const { product } = (await (await request.get(`/api/slug/${DEMO.beans.slug}`)).json()) as {
      product: { id: number };
    };
    await page
      .context()
      .addInitScript(
        (stored) => localStorage.setItem('cart', stored),
        JSON.stringify([
          null,
          { productId: product.id, quantityInCart: 99, addedPrice: 'x' },
          { productId: -1, quantityInCart: 1 },
        ]),
      );
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('combobox', { name: t('cart:quantity', { name: NAME }) })).toHaveValue('10');
    await expect(badge(page, t, 10)).toBeVisible();
  });
}
