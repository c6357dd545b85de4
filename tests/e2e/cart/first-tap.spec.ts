import { DEMO } from '../../support/demo-products.ts';
import { addButton, alertArea, badge, cartLine, expectInCart, hold, startWithCart, storedCart } from '../../support/cart-browser.ts';
import { expect, inLanguage, JOURNEY_LOCALES, PHONE, test } from '../fixtures.ts';

const NAME = DEMO.beans.name;
const REACT = /\/_astro\/(client|react|AddToCart|CartBadge)\./;

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const address = `${prefix}/product/${DEMO.beans.slug}`;

  test(`no React is loaded before the first tap when the cart is empty (${locale})`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    for (const path of ['/', '/category/bebidas', '/search/feij%C3%A3o', `/product/${DEMO.beans.slug}`]) {
      await page.goto(inLanguage(prefix, path), { waitUntil: 'load' });
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(badge(page, t, 0)).toBeVisible();
    }
    expect(scripts.filter((url) => REACT.test(url))).toEqual([]);
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, 1);
    expect(scripts.some((url) => REACT.test(url))).toBe(true);
  });

  test(`with something in the cart the badge counts, and the add button still waits for a tap (${locale})`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await startWithCart(page, [cartLine(1, 3)]);
    await page.goto(address, { waitUntil: 'load' });
    await expect(badge(page, t, 3)).toHaveText('3');
    expect(scripts.filter((url) => url.includes('AddToCart'))).toEqual([]);
  });

  test(`several taps before the code is there count as one, afterwards each counts (${locale})`, async ({ page }) => {
    const code = await hold(page, /\/_astro\/AddToCart\./);
    await page.goto(address);
    const button = addButton(page, t, NAME);
    await button.click();
    await button.click();
    await button.dblclick();
    await expect(page.getByRole('article').locator('astro-island[aria-busy="true"]')).toBeVisible();
    expect(code.count()).toBe(1);
    code.release();
    await expectInCart(page, t, NAME, 1);
    await expect(page.getByRole('article').locator('astro-island[aria-busy]')).toHaveCount(0);
    await button.dblclick();
    await expectInCart(page, t, NAME, 3);
    await button.click();
    await expectInCart(page, t, NAME, 4);
    expect(await storedCart(page)).toEqual([expect.objectContaining({ quantityInCart: 4 })]);
  });

  test(`by keyboard alone a product is found, added and seen in the cart (${locale})`, async ({ page }) => {
    await page.goto(address);
    const button = addButton(page, t, NAME);
    await page.getByRole('article').press('Tab'); // the browser goes on from there
    for (let presses = 0; presses < 40 && !(await button.evaluate((element) => element === document.activeElement)); presses++)
      await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expectInCart(page, t, NAME, 1);
    await expect(button).toBeFocused();
    await page.keyboard.press('Space');
    await expectInCart(page, t, NAME, 2);
    await expect(button).toBeFocused();
  });

  test(`a click that no pointer made, as screen readers send it, counts (${locale})`, async ({ page }) => {
    await page.goto(address);
    await addButton(page, t, NAME).evaluate((element: HTMLElement) => element.click());
    await expectInCart(page, t, NAME, 1);
    await addButton(page, t, NAME).evaluate((element: HTMLElement) => element.click());
    await expectInCart(page, t, NAME, 2);
  });

  test.describe('when the code does not arrive', () => {
    test.use({ losesScripts: true });

    test(`the tap is answered with a message, and a later one counts (${locale})`, async ({ page }) => {
      await page.route(/\/_astro\/AddToCart\./, (route) => route.abort());
      await page.goto(address);
      await addButton(page, t, NAME).click();
      await expect(alertArea(page)).toHaveText(t('errors:network_error'));
      await expect(page.getByRole('article').locator('astro-island[aria-busy]')).toHaveCount(0);
      expect(await storedCart(page)).toEqual([]);
      await page.unrouteAll();
      await addButton(page, t, NAME).click();
      await expectInCart(page, t, NAME, 1);
      await addButton(page, t, NAME).click();
      await expectInCart(page, t, NAME, 2);
      await expect(badge(page, t, 2)).toBeVisible();
    });
  });

  test.describe('on a slow phone', () => {
    test.use(PHONE);

    test(`a tap while the page is still loading is kept and counts once (${locale})`, async ({ page, context }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        downloadThroughput: 50_000,
        uploadThroughput: 50_000,
      });
      await page.goto(address, { waitUntil: 'commit' });
      await addButton(page, t, NAME).tap();
      expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
      await expectInCart(page, t, NAME, 1);
      await expect(badge(page, t, 1)).toBeVisible();
      expect(await storedCart(page)).toEqual([expect.objectContaining({ quantityInCart: 1 })]);
      expect(asked.filter((url) => url.includes('/_astro/AddToCart.'))).toHaveLength(1);
    });
  });
}
