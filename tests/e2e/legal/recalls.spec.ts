import { NAME_LANGUAGE } from '#src/features/catalogue/product.ts';
import { LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { spilled } from '../../support/browser/layout.ts';
import { textFaults } from '../../support/browser/text-faults.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { test } from '../cart/shop-fixture.ts';
import { expect, PHONE } from '../fixtures.ts';

test.use(PHONE);

test('the recall page names the product, in the language of its name, and its danger, passes both checkers, and fits the narrowest phone', async ({
  page,
  shop,
}) => {
  const { code, name } = DEMO.beans;
  const recall = (...options: string[]) => shopHere(['recall', code, ...options, '--yes'], { DATA_DIR: shop.dataDir });
  expect(await recall('--de', 'Glassplitter', '--pt', 'Cacos de vidro', '--en', 'Splinters of glass')).toMatchObject({
    code: 0,
  });
  try {
    await page.goto(`${LOCALES['de-DE'].prefix}/recalls`);
    const main = page.getByRole('main');
    const heading = main.getByRole('heading', { name });
    await expect(heading).toHaveText(translator('de-DE')('recall:subject', { product: name }));
    // A screen reader reads the name with the voice of its language (WCAG 3.1.2).
    for (const named of [
      heading.getByText(name),
      main.getByRole('definition').getByText(name),
      main.getByAltText(name),
    ])
      await expect(named).toHaveAttribute('lang', NAME_LANGUAGE);
    await expect(page.getByRole('main')).toContainText('Glassplitter');
    await expectNoViolationsInBothSchemes(page);
    // The longest German word of the shop's pages, and the longest date.
    await page.setViewportSize({ width: 320, height: 740 });
    for (const locale of ['de-DE', 'pt-BR'] as const) {
      await page.goto(`${LOCALES[locale].prefix}/recalls`);
      await expect(main.getByRole('heading', { name })).toBeVisible();
      expect(await spilled(page), locale).toEqual([]);
      expect(await textFaults(page), locale).toEqual([]);
    }
  } finally {
    expect(await recall('--undo')).toMatchObject({ code: 0 });
  }
});
