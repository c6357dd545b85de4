import type { Locator } from 'playwright/test';
import { PAGE_TYPES } from '../../support/page-types.ts';
import { expect, inLanguage, JOURNEY_LOCALES, PHONE, test } from '../fixtures.ts';

test.use({ ...PHONE, opensMissingPages: true });

const COMFORTABLE = 44;
const ENOUGH = 24;

/** What can be tapped in there and is lower than `height` px. */
const tooLow = (room: Locator, height: number) =>
  room.locator('a, button, summary, input').evaluateAll(
    (all, least) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => ({
          text: element.textContent?.trim() || element.getAttribute('aria-label'),
          height: element.getBoundingClientRect().height,
        }))
        // Positions on a dense screen are fractions.
        .filter((target) => target.height < least - 0.05),
    height,
  );

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a finger meets every target of every type of page (${locale})`, async ({ page }) => {
    for (const { name, path } of PAGE_TYPES) {
      await page.goto(inLanguage(prefix, path));
      await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
      expect(await tooLow(page.getByRole('banner'), COMFORTABLE), name).toEqual([]);
      expect(await tooLow(page.getByRole('navigation', { name: t('pagination.label') }), COMFORTABLE), name).toEqual([]);
      expect(await tooLow(page.getByRole('main').getByRole('button'), COMFORTABLE), name).toEqual([]);
      expect(await tooLow(page.locator('body'), ENOUGH), name).toEqual([]);
    }
  });

  test(`a finger meets every target of the opened Menu (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    await page.getByRole('button', { name: t('nav.menu') }).tap();
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    for (const group of ['food', 'care'] as const) {
      await navigation.getByText(t(`nav.${group}`), { exact: true }).tap();
      expect(await tooLow(navigation, COMFORTABLE)).toEqual([]);
    }
  });
}
