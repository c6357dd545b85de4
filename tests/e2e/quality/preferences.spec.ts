import type { Page } from 'playwright/test';
import { overflow, spilled } from '../../support/browser/layout.ts';
import { PAGE_TYPES } from '../../support/browser/page-types.ts';
import { textFaults } from '../../support/browser/text-faults.ts';
import { expect, inLanguage, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });

const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('with forced colours, buttons and the search box have a border; with more contrast, soft text is as dark as any', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/de/category/bebidas');
  // Styles that come with the first use.
  const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
  await page.locator('#q').focus();
  await page.evaluate((url) => import(url) as Promise<unknown>, (await inUse).url());
  const canvas = await styleOf(page, 'body', 'background-color');
  for (const selector of ['.card .add', '.header-search', '.floating > a']) {
    expect(await styleOf(page, selector, 'border-top-style'), selector).toBe('solid');
    expect(await styleOf(page, selector, 'border-top-color'), selector).not.toBe(canvas);
  }
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await styleOf(page, '.card-about', 'color')).toBe(await styleOf(page, 'body', 'color'));
  }
});

test('with text of twice the size no page scrolls sideways, and no text covers or leaves anything', async ({
  page,
}) => {
  for (const { name, path } of PAGE_TYPES) {
    await page.goto(inLanguage('/de', path));
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `"${name}" at ${width} px`;
      expect(await overflow(page), where).toEqual({ by: 0, body: 0 });
      expect(await spilled(page), where).toEqual([]);
      // A long word may break in so narrow a window.
      expect(
        (await textFaults(page)).filter((fault) => !fault.startsWith('broken')),
        where,
      ).toEqual([]);
    }
  }
});

test('printed pages have neither header nor buttons, and dark mode does not print', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/de/impressum', '/de/product/guarana-antarctica-lata', '/de/category/bebidas']) {
    await page.goto(path);
    // The styles come with the first use, and on later pages at once: then nothing is left to focus.
    await page.locator('#q').evaluate((input) => input.focus());
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.locator('.floating')).toBeHidden();
    await expect(page.locator('main :is(.add, .button):visible')).toHaveCount(0);
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgba(0, 0, 0, 0)');
    expect(await styleOf(page, 'h1', 'color')).toBe('rgb(33, 38, 31)');
  }
});
