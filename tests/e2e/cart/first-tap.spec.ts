import { DEMO } from '../../support/catalogue/demo-products.ts';
import {
  addButton,
  badge,
  cartLine,
  expectInCart,
  hold,
  lessButton,
  startWithCart,
  storedCart,
} from '../../support/browser/cart-browser.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';
import { test as inPiecesTest } from '../in-pieces-fixture.ts';

const NAME = DEMO.beans.name;
const REACT = /\/_astro\/(client|react|CheckoutCart)\./;
const START = new Date('2026-01-01T12:00:00Z');
/** Without a tap for so long the code of the cart page is loaded. */
const QUIET_MS = 3000;

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const address = `${prefix}/product/${DEMO.beans.slug}`;

  test(`a first tap is handled without React, which is not loaded before it (${locale})`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.clock.install({ time: START });
    for (const path of ['/', '/category/bebidas', '/search/feij%C3%A3o', `/product/${DEMO.beans.slug}`]) {
      await page.goto(inLanguage(prefix, path), { waitUntil: 'load' });
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(badge(page, t, 0)).toBeVisible();
      await page.clock.runFor(10 * QUIET_MS);
    }
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 1);
    await expect(badge(page, t, 1)).toBeVisible();
    expect(scripts.filter((url) => REACT.test(url))).toEqual([]);
  });

  test(`the badge of a filled cart counts without React too (${locale})`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await startWithCart(page, [cartLine(1, 3)]);
    await page.goto(address, { waitUntil: 'load' });
    await expect(badge(page, t, 3)).toHaveText('3');
    expect(scripts.filter((url) => REACT.test(url))).toEqual([]);
  });

  test(`the code of the cart page is loaded when the shopper is idle, and the taps continue to count (${locale})`, async ({
    page,
  }) => {
    const react: string[] = [];
    page.on('request', (request) => REACT.test(request.url()) && react.push(request.url()));
    const loaded = page.waitForRequest(/\/_astro\/after-add\./);
    await page.clock.install({ time: START });
    await page.goto(address);
    const button = addButton(page, t, NAME);
    await button.focus();
    await button.press('Enter');
    await (await (await loaded).response())!.finished();
    await page.clock.runFor(QUIET_MS);
    await expect.poll(() => react.some((url) => url.includes('CheckoutCart'))).toBe(true);
    await expectInCart(page, t, NAME, 1);
    await expect(button).toBeFocused();
    await button.dblclick();
    await expectInCart(page, t, NAME, 3);
    await expect(badge(page, t, 3)).toHaveText('3');
    await page.goto(`${prefix}/category/graos-e-farinaceos`);
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 4);
  });

  test(`adding loads no React in a browser that saves data (${locale})`, MATRIX, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
    );
    await page.clock.install({ time: START });
    await page.goto(address);
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 1);
    await expect.poll(() => asked.some((url) => url.includes('/_astro/after-add.'))).toBe(true);
    await page.clock.runFor(10 * QUIET_MS);
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 2);
    expect(asked.filter((url) => REACT.test(url))).toEqual([]);
  });

  test(`every tap that adds or removes a unit counts while no script file has loaded (${locale})`, async ({ page }) => {
    const code = await hold(page, /\/_astro\/.*\.js/);
    await page.goto(address);
    await addButton(page, t, NAME).dblclick();
    await addButton(page, t, NAME).dblclick();
    await expectInCart(page, t, NAME, 4);
    await lessButton(page, t, NAME).dblclick();
    await expectInCart(page, t, NAME, 2);
    await code.release();
    await lessButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 1);
    expect(await storedCart(page)).toEqual([expect.objectContaining({ quantityInCart: 1 })]);
  });

  test(`a product can be found, added and seen in the cart with the keyboard alone (${locale})`, async ({ page }) => {
    await page.goto(address);
    const button = addButton(page, t, NAME);
    await page.getByRole('article').press('Tab'); // the browser goes on from there
    for (
      let presses = 0;
      presses < 40 && !(await button.evaluate((element) => element === document.activeElement));
      presses++
    )
      await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expectInCart(page, t, NAME, 1);
    await expect(button).toBeFocused();
    await page.keyboard.press('Space');
    await expectInCart(page, t, NAME, 2);
    await expect(button).toBeFocused();
  });

  test(`a click without a pointer, as screen readers send it, counts (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(address);
    await addButton(page, t, NAME).evaluate((element: HTMLElement) => element.click());
    await expectInCart(page, t, NAME, 1);
    await addButton(page, t, NAME).evaluate((element: HTMLElement) => element.click());
    await expectInCart(page, t, NAME, 2);
  });

  test.describe('a page without its scripts', () => {
    test.use({ losesScripts: true });

    test(`taps count when no script file arrives (${locale})`, async ({ page }) => {
      await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
      await page.goto(address);
      await addButton(page, t, NAME).click();
      await expectInCart(page, t, NAME, 1);
      await addButton(page, t, NAME).click();
      await expectInCart(page, t, NAME, 2);
      await expect(badge(page, t, 2)).toBeVisible();
      expect(await storedCart(page)).toEqual([expect.objectContaining({ quantityInCart: 2 })]);
    });
  });

  inPiecesTest.describe('on a slow phone', () => {
    inPiecesTest.use(PHONE);

    inPiecesTest(
      `a tap is handled while half of the page is still missing (${locale})`,
      async ({ page, connection }) => {
        void page.goto(`${prefix}/category/graos-e-farinaceos`);
        const button = page.getByRole('main').locator('.add').first();
        for (let piece = 1; piece <= 11; piece++) await connection.next();
        await button.tap();
        await expect(button).toHaveAccessibleName(new RegExp(`^${t('cart:inCart', { count: 1 })}`));
        await expect(badge(page, t, 1)).toBeVisible();
        expect(await page.evaluate(() => document.readyState)).toBe('loading');
        while (await connection.next());
        await page.waitForLoadState();
        expect(await storedCart(page)).toEqual([expect.objectContaining({ quantityInCart: 1 })]);
      },
    );
  });
}
