import { LOCALES } from '#src/i18n/locales.ts';
import { expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { test } from '../cart/shop-fixture.ts';
import { expect, PHONE } from '../fixtures.ts';

test.use(PHONE);

test('the recall page names the product and its danger, and passes axe', async ({ page, shop }) => {
  const { code, name } = DEMO.beans;
  const recall = (...options: string[]) => shopHere(['recall', code, ...options, '--yes'], { DATA_DIR: shop.dataDir });
  expect(await recall('--de', 'Glassplitter', '--pt', 'Cacos de vidro', '--en', 'Splinters of glass')).toMatchObject({
    code: 0,
  });
  try {
    await page.goto(`${LOCALES['de-DE'].prefix}/recalls`);
    await expect(page.getByRole('main')).toContainText(name);
    await expect(page.getByRole('main')).toContainText('Glassplitter');
    await expectNoViolationsInBothSchemes(page);
  } finally {
    expect(await recall('--undo')).toMatchObject({ code: 0 });
  }
});
