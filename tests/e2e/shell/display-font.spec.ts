import type { Page } from 'playwright/test';
import { hold } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

const FACE = /Young Serif/;
const FONT = /\.woff2$/;
const face = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).fontFamily);

for (const { locale, prefix } of JOURNEY_LOCALES) {
  test(`a first page is painted before the display font loads, and uses the font afterwards (${locale})`, async ({
    page,
  }) => {
    const font = await hold(page, FONT);
    await page.goto(`${prefix}/impressum`, { waitUntil: 'load' });
    expect(await face(page)).not.toMatch(FACE);
    await font.release();
    await expect.poll(() => face(page)).toMatch(FACE);
    await page.getByRole('contentinfo').getByRole('link').first().click();
    await page.waitForLoadState('domcontentloaded');
    expect(await face(page)).toMatch(FACE);
  });

  test(`the head of the cart is as high in the system’s font as in the display font (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(`${prefix}/cart`);
    const heights = await page.evaluate(async () => {
      await document.fonts.load('1em "Young Serif"');
      const { classList } = document.documentElement;
      return [false, true].map((isDisplay) => {
        classList.toggle('face', isDisplay);
        return document.querySelector<HTMLElement>('#checkout')!.offsetHeight;
      });
    });
    expect(heights[0]).toBe(heights[1]);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test(`headings use the display font (${locale})`, async ({ page }) => {
      const asked = page.waitForRequest(FONT);
      await page.goto(`${prefix}/impressum`);
      await asked;
    });
  });
}

test.describe('in a window in which the display font would move the page', () => {
  test.use({ bypassCSP: true });
  test('a first page keeps the system’s font', async ({ page }) => {
    const font = await hold(page, FONT);
    await page.goto('/impressum', { waitUntil: 'load' });
    await page.addStyleTag({ content: '.face h1 { padding-top: 1px }' });
    await font.release();
    await page.evaluate(() => document.fonts.ready);
    await expect
      .poll(() => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded')))
      .toBe(true);
    expect(await face(page)).not.toMatch(FACE);
  });
});
