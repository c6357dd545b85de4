import { expectNoViolations } from '../../support/axe.ts';
import { PAGE_TYPES } from '../../support/page-types.ts';
import { ALL_LOCALES, inLanguage, PHONE, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });

for (const { locale, prefix, t } of ALL_LOCALES) {
  for (const { name, path } of PAGE_TYPES)
    test(`axe finds nothing on the page "${name}" (${locale})`, async ({ page }) => {
      await page.goto(inLanguage(prefix, path));
      await expectNoViolations(page);
    });

  test(`axe finds nothing with a dropdown of the navigation open (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/category/bebidas`);
    await page.getByRole('navigation').getByText(t('nav.food'), { exact: true }).click();
    await expectNoViolations(page);
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  for (const { locale, prefix, t } of ALL_LOCALES) {
    for (const { name, path } of PAGE_TYPES)
      test(`axe finds nothing on the page "${name}" (${locale})`, async ({ page }) => {
        await page.goto(inLanguage(prefix, path));
        await expectNoViolations(page);
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

test.describe('in dark colours, on a phone', () => {
  test.use({ ...PHONE, colorScheme: 'dark' });

  for (const { name, path } of PAGE_TYPES)
    test(`axe finds nothing on the page "${name}"`, async ({ page }) => {
      await page.goto(path);
      await expectNoViolations(page);
    });
});
