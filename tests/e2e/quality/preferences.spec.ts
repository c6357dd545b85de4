import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.ts';

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

test('printed pages have neither header, buttons, filters nor ways to others, and dark mode does not print', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/de/impressum', '/de/product/guarana-antarctica-lata', '/de/category/bebidas']) {
    await page.goto(path);
    // The styles come with the first use, and on later pages at once: then nothing is left to focus.
    await page.locator('#q').evaluate((input) => input.focus());
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.locator('.floating')).toBeHidden();
    await expect(page.locator('main :is(.add, .button, .filters, nav):visible')).toHaveCount(0);
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgba(0, 0, 0, 0)');
    expect(await styleOf(page, 'h1', 'color')).toBe('rgb(33, 38, 31)');
  }
});
