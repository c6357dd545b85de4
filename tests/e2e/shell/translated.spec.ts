import { LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { banner, recordedChoice } from '../../support/consent-browser.ts';
import { expect, test } from '../fixtures.ts';

test.use({ consent: null });

test('a page that the browser translates goes on working, in the language it was written in', async ({ page }) => {
  const t = translator('de-DE');
  // As Chrome does it; here before anything that comes later.
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.lang = 'zh-CN')));
  await page.goto(LOCALES['de-DE'].prefix);
  await expect(banner(page, t)).toBeVisible();
  await page.getByRole('searchbox').fill('mate');
  await expect(page.getByRole('option').first()).toHaveAttribute('href', /^\/de\/product\//);
  await page.getByRole('combobox').press('Escape');
  const recorded = recordedChoice(page);
  await banner(page, t)
    .getByRole('button', { name: t('consent:banner.only') })
    .click();
  expect((await recorded).languageLocale).toBe('de-DE');
});
