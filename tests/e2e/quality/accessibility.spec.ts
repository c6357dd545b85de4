import { isWholeMatrix } from '../../run/matrix.ts';
import { expectNoViolations, expectNoViolationsInBothSchemes } from '../../support/axe.ts';
import { PAGE_TYPES } from '../../support/page-types.ts';
import { JOURNEY_LOCALES, inLanguage, PHONE, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });
/** On a desktop these pages look different: a bar instead of the Menu, filters beside the list, two columns. */
const LAYOUTS = ['home', 'category', 'product', 'search', 'contact'];
// Each test opens all types of pages, because a page that is open loads the next one faster than a new one.
test.describe.configure({ timeout: 180_000 });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`axe finds nothing on any type of page (${locale})`, async ({ page }) => {
    for (const { path } of PAGE_TYPES.filter(({ name }) => isWholeMatrix || LAYOUTS.includes(name))) {
      await page.goto(inLanguage(prefix, path));
      await expectNoViolations(page);
    }
  });

  test(`axe finds nothing with a dropdown of the navigation open (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/category/bebidas`);
    await page.getByRole('navigation').getByText(t('nav.food'), { exact: true }).click();
    await expectNoViolations(page);
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  for (const { locale, prefix, t } of JOURNEY_LOCALES) {
    test(`axe finds nothing on any type of page, in light and dark colours (${locale})`, async ({ page }) => {
      for (const { path } of PAGE_TYPES) {
        await page.goto(inLanguage(prefix, path));
        await expectNoViolationsInBothSchemes(page);
      }
    });

    test(`axe finds nothing with the Menu and a dropdown in it open (${locale})`, async ({ page }) => {
      await page.goto(`${prefix}/category/bebidas`);
      await page.getByRole('button', { name: t('nav.menu') }).tap();
      await expectNoViolations(page);
      await page.getByRole('navigation').getByText(t('nav.food'), { exact: true }).tap();
      await expectNoViolations(page);
    });
  }
});
