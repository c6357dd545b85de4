import type { Page } from 'playwright/test';
import { pages } from '#src/shared/paths.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import {
  addButton,
  CART_SCRIPT,
  cartLine,
  checkoutLink,
  hold,
  startWithCart,
} from '../../support/browser/cart-browser.ts';
import { frames, MOST_SHIFT, shifted, watchShifts } from '../../support/browser/layout-shifts.ts';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

const BEANS = DEMO.beans.name;

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

/** The positions of the cart's parts; React adds others below it later (login, problems, closing). */
const places = (page: Page) =>
  page
    .locator('.cart-columns *:not(.cart-below, .cart-below *, .cart-close)')
    .evaluateAll((all) =>
      all.map((element) => [element.tagName, JSON.stringify(element.getBoundingClientRect())].join()),
    );

for (const [device, use] of [
  ['phone', PHONE],
  ['desktop', { viewport: { width: 1280, height: 800 } }],
] as const)
  test.describe(`the cart preview on a ${device}`, device === 'desktop' ? MATRIX : {}, () => {
    test.use(use);

    for (const { locale, prefix, t } of JOURNEY_LOCALES) {
      const summary = t('cart:summary');

      test(`shows a known cart before React loads, without a layout shift (${locale})`, async ({ page, shop }) => {
        shop.change(DEMO.perishable.slug, { quantity_available: 0 });
        // With deposit and both rates of tax; one that changed its price, one sold out, one for adults.
        const cart = [cartLine(shop.idOf(DEMO.beans.slug), 2), cartLine(shop.idOf(DEMO.can.slug), 3, 1.5)];
        await startWithCart(page, [
          ...cart,
          cartLine(shop.idOf(DEMO.perishable.slug)),
          cartLine(shop.idOf(DEMO.spirit.slug), 1, 17.9),
        ]);
        await page.goto(`${prefix}/cart`);
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
        await expect(page.getByText(t('cart:loading'))).toHaveCount(0);
        await page.evaluate(() => document.fonts.ready);
        const amounts = await page.getByRole('region', { name: summary }).getByRole('cell').allTextContents();
        const before = await places(page);
        const lines = await page.getByRole('main').getByRole('listitem').allTextContents();

        const code = await hold(page, CART_SCRIPT);
        await watchShifts(page);
        await page.goto(`${prefix}/cart`, { waitUntil: 'commit' });
        await expect(page.getByRole('main').getByRole('link', { name: BEANS })).toBeVisible();
        await expect(page.getByRole('region', { name: summary }).getByRole('cell')).toHaveText(amounts);
        expect(amounts.join()).toMatch(/20,10\s€/);
        await expect(page.getByText(t('cart:problems.sold_out'))).toBeVisible();
        await expect(page.getByRole('main').getByRole('listitem')).toHaveText(lines);
        const deposit = t('cart:eachDeposit', { amount: '0,25 €', mark: 'EINWEG' });
        expect(lines.map((line) => line.replaceAll('\u00a0', ' ').includes(deposit))).toEqual([
          false,
          true,
          false,
          false,
        ]);
        expect(lines.map((line) => line.includes(t('cart:uncounted')))).toEqual([false, false, true, true]);
        expect(lines[2]).not.toContain('€');
        await expect(page.getByRole('combobox').first()).toHaveValue('2');
        await page.evaluate(() => document.fonts.ready);
        expect(await places(page)).toEqual(before);
        await code.release();
        await expect(page.getByRole('combobox').first()).toBeEnabled();
        await expect(page.getByText(t('cart:loading'))).toHaveCount(0);
        await frames(page);
        expect(await places(page)).toEqual(before);
        expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
      });

      test(`shows newly added products before React loads (${locale})`, async ({ page }) => {
        const told = page.waitForResponse((response) => response.url().endsWith('/api/cart/'));
        await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
        await addButton(page, t, BEANS).click();
        await (await told).finished();
        await expect.poll(() => page.evaluate(() => localStorage.getItem('cartProducts'))).toContain(BEANS);
        await hold(page, CART_SCRIPT);
        await page.goto(`${prefix}/cart`, { waitUntil: 'commit' });
        await expect(page.getByRole('main').getByRole('link', { name: BEANS })).toBeVisible();
        await expect(page.getByRole('region', { name: summary })).toContainText('9,49 €');
      });

      test(
        `reserves the space of an unknown product, at the price when it was added (${locale})`,
        MATRIX,
        async ({ page, shop }) => {
          await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
          const code = await hold(page, CART_SCRIPT);
          await watchShifts(page);
          await page.goto(`${prefix}/cart`, { waitUntil: 'commit' });
          const line = page.getByRole('main').getByRole('listitem');
          await expect(line).toContainText(t('cart:each', { price: '4,49 €' }));
          await expect(line).toContainText('8,98 €');
          await expect(line.getByRole('link')).toHaveCount(0);
          await expect(page.getByRole('region', { name: summary }).getByText(/€/)).toHaveCount(0);
          await page.evaluate(() => document.fonts.ready);
          await code.release();
          await expect(line.getByRole('link', { name: BEANS })).toBeVisible();
          await expect(page.getByRole('region', { name: summary })).toContainText('13,98 €');
          await frames(page);
          expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
        },
      );

      test(
        `does not shift a short cart when the login appears below it (${locale})`,
        MATRIX,
        async ({ page, shop }) => {
          await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug))]);
          await page.goto(`${prefix}/cart`);
          await expect(page.getByRole('heading', { name: t('checkout:page.loginTitle') })).toBeVisible();
          const code = await hold(page, CART_SCRIPT);
          await watchShifts(page);
          await page.goto(`${prefix}/cart`, { waitUntil: 'commit' });
          await expect(page.getByRole('main').getByRole('link', { name: BEANS })).toBeVisible();
          await page.evaluate(() => document.fonts.ready);
          await frames(page);
          await code.release();
          await expect(page.getByRole('heading', { name: t('checkout:page.loginTitle') })).toBeVisible();
          await frames(page);
          expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
        },
      );

      test(`says that the cart is empty without React, which loads when another tab adds a product (${locale})`, async ({
        page,
        context,
      }) => {
        const scripts: string[] = [];
        page.on('request', (request) => scripts.push(request.url()));
        await watchShifts(page);
        await page.goto(`${prefix}/cart`, { waitUntil: 'load' });
        await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
        await expect(page.getByRole('main').getByRole('link', { name: t('cart:browse') })).toBeVisible();
        await expect(page.getByRole('region', { name: summary })).toHaveCount(0);
        await expect(page.getByRole('main').locator('[aria-busy="false"]')).toBeVisible();
        expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
        expect(scripts.filter((url) => CART_SCRIPT.test(url))).toEqual([]);
        const other = await context.newPage();
        await other.goto(prefix + pages.product(DEMO.beans.slug));
        await addButton(other, t, BEANS).click();
        await expect(page.getByRole('main').getByRole('link', { name: BEANS })).toBeVisible();
        await expect(page.getByRole('heading', { name: t('checkout:page.loginTitle') })).toBeVisible();
      });
    }
  });

test('a press on the link to the checkout counts when React loads before the finger is lifted', async ({
  page,
  shop,
}) => {
  const [{ prefix, t }] = JOURNEY_LOCALES;
  await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug))]);
  const code = await hold(page, CART_SCRIPT);
  await page.goto(`${prefix}/cart`, { waitUntil: 'commit' });
  const priced = page.waitForResponse((response) => response.url().endsWith('/api/cart/'));
  await checkoutLink(page, t).hover();
  await page.mouse.down();
  await code.release();
  await (await priced).finished();
  await page.mouse.up();
  await expect(page).toHaveURL(/#checkout$/);
  await expect(page.getByLabel(t('checkout:page.fields.email'))).toBeVisible();
});

test('invalid data among the remembered products does no harm', MATRIX, async ({ page, shop }) => {
  await page.context().addInitScript(() => {
    const rubbish = sessionStorage.getItem('rubbish');
    if (rubbish) localStorage.setItem('cartProducts', rubbish);
  });
  await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
  await page.goto('/robots.txt');
  for (const rubbish of ['{"a":', 'null', '[null,7]', '{"length":1}', '[{"id":1,"price":"x"}]']) {
    await page.evaluate((stored) => sessionStorage.setItem('rubbish', stored), rubbish);
    await page.goto('/cart');
    await expect(page.getByRole('main').getByRole('link', { name: BEANS }), rubbish).toBeVisible();
  }
});
