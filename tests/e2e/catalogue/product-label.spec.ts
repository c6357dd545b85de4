import type { Locator } from 'playwright/test';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { ALL_LOCALES, expect, MATRIX, test } from '../fixtures.ts';

/** The language that a screen reader takes for each of the label's parts. */
const languages = (label: Locator) =>
  label.locator('dl, table').evaluateAll((all) => all.map((part) => part.closest('[lang]')?.getAttribute('lang')));

for (const { locale, prefix, t } of ALL_LOCALES) {
  const once = locale === 'de-DE' ? {} : MATRIX;

  test(`food shows the legally required facts, in German and marked as German (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.can.slug}`);
    const label = page.locator('section', { has: page.getByRole('heading', { name: t('catalogue:product.label') }) });
    await expect(label.getByRole('term')).toHaveText([
      'Bezeichnung',
      'Zutaten',
      'Aufbewahrung',
      'Ursprung',
      'Hersteller',
      'EAN',
    ]);
    await expect(label.getByRole('definition').first()).toHaveText(
      'Koffeinhaltiges Erfrischungsgetränk mit Guaraná-Extrakt',
    );
    await expect(label.getByRole('table', { name: 'Nährwerte je 100 ml' }).getByRole('row')).toHaveText([
      /Energie\s*170\skJ \/ 40\skcal/,
      /Fett\s*0 g/,
      /davon gesättigte Fettsäuren\s*0 g/,
      /Kohlenhydrate\s*10 g/,
      /davon Zucker\s*10 g/,
      /Ballaststoffe\s*0 g/,
      /Eiweiß\s*0 g/,
      /Salz\s*0,014 g/,
    ]);
    expect(await languages(label)).toEqual(['de', 'de']);
  });

  test(`facts from Open Food Facts name their source, others do not (${locale})`, once, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.can.slug}`);
    await expect(page.getByText(t('catalogue:product.source'), { exact: true })).toBeVisible();
    await page.goto(`${prefix}/product/${DEMO.cosmetic.slug}`);
    await expect(page.getByText('Open Food Facts')).toHaveCount(0);
  });

  test(
    `a cosmetic shows ingredients, use and the responsible person, as far as known (${locale})`,
    once,
    async ({ page }) => {
      await page.goto(`${prefix}/product/${DEMO.cosmetic.slug}`);
      const label = page.locator('section', {
        has: page.getByRole('heading', { name: t('catalogue:product.labelOther') }),
      });
      for (const term of [
        'Inhaltsstoffe (INCI)',
        'Nach dem Öffnen haltbar',
        'Hersteller',
        'Verantwortliche Person in der EU',
        'Warn- und Anwendungshinweise',
      ])
        await expect(label.getByRole('term').filter({ hasText: term })).toBeVisible();
      await expect(label.getByRole('definition').filter({ hasText: 'Angabe folgt' }).first()).toBeVisible();
      expect(await languages(label)).toEqual(['de']);
    },
  );
}

test('allergens stand out among the ingredients', async ({ page }) => {
  await page.goto(`/product/${DEMO.beer.slug}`);
  const allergen = page.getByRole('definition').getByText('Gerstenmalz', { exact: true });
  await expect(allergen).toHaveCSS('font-weight', '700');
});

test('alcohol shows its strength and no nutrition table', async ({ page }) => {
  await page.goto(`/de/product/${DEMO.spirit.slug}`);
  await expect(page.getByRole('definition').filter({ hasText: '40 % vol' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
