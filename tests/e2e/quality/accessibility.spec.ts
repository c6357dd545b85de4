import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { PAGE_TYPES } from '../../support/page-types.ts';
import { ALL_LOCALES, expect, inLanguage, PHONE, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectNoViolations(page: Page) {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(passes.length).toBeGreaterThan(20);
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }))).toEqual(
    [],
  );
}

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
