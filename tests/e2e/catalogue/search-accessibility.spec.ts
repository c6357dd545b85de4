import { expectNoViolations } from '../../support/browser/axe.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

for (const phone of [false, true])
  test.describe(phone ? 'on a phone' : 'on a wide screen', phone ? {} : MATRIX, () => {
    test.use(phone ? PHONE : {});

    for (const { locale, prefix, t } of JOURNEY_LOCALES) {
      test(`axe finds nothing on a search with filters set (${locale})`, MATRIX, async ({ page }) => {
        await page.goto(`${prefix}/search/oleo?price=5-10&stock=in&sort=name`);
        if (phone) await page.getByText(`${t('catalogue:search.filters')} (2)`, { exact: true }).tap();
        await expect(page.getByRole('heading', { name: t('catalogue:search.brand') })).toBeVisible();
        await expectNoViolations(page);
      });

      test(`axe finds nothing on a group page with its filters (${locale})`, MATRIX, async ({ page }) => {
        await page.goto(`${prefix}/groups/food`);
        if (phone) await page.getByText(t('catalogue:search.filters'), { exact: true }).tap();
        await expect(page.getByRole('heading', { name: t('catalogue:search.brand') })).toBeVisible();
        await expectNoViolations(page);
      });

      test(`axe finds nothing with suggestions open and one chosen (${locale})`, async ({ page }) => {
        await page.goto(inLanguage(prefix, '/'));
        await page.locator('#q').pressSequentially('feija');
        await expect(page.getByRole('listbox')).toBeVisible();
        await page.keyboard.press('ArrowDown');
        await expectNoViolations(page);
      });

      test(
        `axe finds nothing on a search that finds nothing, with near misses and without (${locale})`,
        MATRIX,
        async ({ page }) => {
          for (const term of ['feijao xilofone', 'zzxqjv']) {
            await page.goto(`${prefix}/search/${encodeURIComponent(term)}`);
            await expectNoViolations(page);
          }
        },
      );
    }
  });
