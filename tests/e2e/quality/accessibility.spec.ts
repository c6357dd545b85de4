import type { Locator } from 'playwright/test';
import { isWholeMatrix } from '../../run/matrix.ts';
import { expectNoViolations, expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { LAYOUTS, PAGE_TYPES, SAME_TEMPLATE } from '../../support/browser/page-types.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });

const COMFORTABLE = 44;
const ENOUGH = 24;

/** The tap targets in this element that are lower than `height` px. */
const tooLow = (room: Locator, height: number) =>
  room.locator('a, button, summary, input').evaluateAll(
    (all, least) =>
      all
        // What is far below the window is not laid out yet, and has no height at times.
        .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
        .map((element) => ({
          text: element.textContent?.trim() || element.getAttribute('aria-label'),
          height: element.getBoundingClientRect().height,
        }))
        // Positions on a dense screen are fractions.
        .filter((target) => target.height < least - 0.05),
    height,
  );

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`axe finds nothing on any type of page (${locale})`, MATRIX, async ({ page }) => {
    for (const { path } of PAGE_TYPES.filter(({ name }) => isWholeMatrix || LAYOUTS.includes(name))) {
      await page.goto(inLanguage(prefix, path));
      await expectNoViolations(page);
    }
  });

  test(`axe finds nothing with an open dropdown of the navigation (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/category/bebidas`);
    await page.getByRole('navigation').getByText(t('nav.food'), { exact: true }).click();
    await expectNoViolations(page);
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  for (const { locale, prefix, t } of JOURNEY_LOCALES) {
    // A test each: together they would take longer than a test may on a busy machine.
    for (const { name, path } of PAGE_TYPES)
      test(`axe finds nothing on any type of page, in light and dark colours, and every target is large enough to tap: ${name} (${locale})`, async ({
        page,
      }) => {
        await page.goto(inLanguage(prefix, path));
        await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
        expect(await tooLow(page.getByRole('banner'), COMFORTABLE)).toEqual([]);
        expect(await tooLow(page.getByRole('navigation', { name: t('pagination.label') }), COMFORTABLE)).toEqual([]);
        expect(await tooLow(page.getByRole('main').getByRole('button'), COMFORTABLE)).toEqual([]);
        expect(await tooLow(page.locator('body'), ENOUGH)).toEqual([]);
        if (isWholeMatrix || !SAME_TEMPLATE.includes(name)) await expectNoViolationsInBothSchemes(page, true);
      });

    test(`every target of the opened Menu is large enough to tap (${locale})`, async ({ page }) => {
      await page.goto(inLanguage(prefix, '/'));
      await page.getByRole('button', { name: t('nav.menu') }).tap();
      const navigation = page.getByRole('navigation', { name: t('nav.label') });
      for (const group of ['food', 'care'] as const) {
        await navigation.getByText(t(`nav.${group}`), { exact: true }).tap();
        expect(await tooLow(navigation, COMFORTABLE)).toEqual([]);
      }
    });

    test(`axe finds nothing with the Menu and one of its dropdowns open (${locale})`, async ({ page }) => {
      await page.goto(`${prefix}/category/bebidas`);
      await page.getByRole('button', { name: t('nav.menu') }).tap();
      await expectNoViolations(page);
      await page.getByRole('navigation').getByText(t('nav.food'), { exact: true }).tap();
      await expectNoViolations(page);
    });
  }
});
