import { overflow, spilled } from '../../support/layout.ts';
import { PAGE_TYPES } from '../../support/page-types.ts';
import { ALL_LOCALES, expect, inLanguage, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });

for (const { locale, prefix } of ALL_LOCALES) {
  for (const { name, path } of PAGE_TYPES)
    test(`the page "${name}" fits every width without scrolling sideways (${locale})`, async ({ page }) => {
      await page.goto(inLanguage(prefix, path));
      for (const width of [320, 360, 390, 768, 992, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflow(page), `at ${width} px`).toEqual({ by: 0, body: 0 });
        expect(await spilled(page), `at ${width} px`).toEqual([]);
      }
    });
}

test.describe('at 200 % zoom', () => {
  // A window of 1280 px at this zoom has 640 px for its content.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  for (const { locale, prefix, t } of ALL_LOCALES)
    test(`nothing is lost: menu, search, flags and price are there, and no sideways scrolling (${locale})`, async ({ page }) => {
      for (const { path } of PAGE_TYPES) {
        await page.goto(inLanguage(prefix, path));
        expect(await overflow(page), path).toEqual({ by: 0, body: 0 });
        await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('link', { name: 'Deutsch' })).toBeInViewport({ ratio: 1 });
        await page.getByRole('button', { name: t('nav.menu') }).click();
        await page.getByRole('navigation').getByText(t('nav.food'), { exact: true }).click();
        await expect(page.getByRole('navigation').locator(`a[href="${prefix}/category/bebidas"]`).first()).toBeVisible();
        await page.keyboard.press('Escape');
      }
      await page.goto(`${prefix}/product/feijao-preto-tipo-1`);
      const price = page.getByText('4,49 €', { exact: true });
      await price.scrollIntoViewIfNeeded();
      await expect(price).toBeInViewport({ ratio: 1 });
    });
});
