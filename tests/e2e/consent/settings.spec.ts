import { banner, recordedChoice, storedConsent, storedReceipt } from '../../support/browser/consent-browser.ts';
import { alertArea } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './consent-fixture.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const choiceName = (choice: 'all' | 'essential' | 'statistics' | 'marketing') => t(`consent:choices.${choice}.name`);

  test(`each of the four choices is stored, recorded and shown again (${locale})`, async ({ page }) => {
    for (const choice of ['all', 'statistics', 'marketing', 'essential'] as const) {
      await page.goto(`${prefix}/cookies-consent`);
      await page.getByRole('radio', { name: choiceName(choice), exact: true }).check();
      const recorded = recordedChoice(page);
      await page.getByRole('button', { name: t('consent:save') }).click();
      await expect(alertArea(page)).toHaveText(t('consent:saved'));
      expect(await recorded).toMatchObject({ status: 201, choice });
      expect(await storedConsent(page)).toBe(choice);
      await page.reload();
      await expect(page.getByRole('radio', { name: choiceName(choice), exact: true })).toBeChecked();
    }
  });

  test(`a withdrawn consent is recorded under the number of its record (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/cookies-consent`);
    const save = async (choice: 'all' | 'essential') => {
      await page.getByRole('radio', { name: choiceName(choice), exact: true }).check();
      const recorded = recordedChoice(page);
      await page.getByRole('button', { name: t('consent:save') }).click();
      return recorded;
    };
    const { receipt } = await save('all');
    await expect.poll(() => storedReceipt(page)).toBe(`all ${receipt}`);
    expect((await save('essential')).receipt).toBe(receipt);
    await expect.poll(() => storedReceipt(page)).toBe(`essential ${receipt}`);
  });

  test(`the page says when a choice cannot be stored, and an older choice no longer counts (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/cookies-consent`);
    await page.evaluate(() => {
      localStorage.setItem('cookieConsent', 'all');
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.getByRole('radio', { name: choiceName('essential'), exact: true }).check();
    const recorded = recordedChoice(page);
    await page.getByRole('button', { name: t('consent:save') }).click();
    await expect(alertArea(page)).toHaveText(t('consent:notSaved'));
    expect(await recorded).toMatchObject({ status: 201, choice: 'essential' });
    expect(await storedConsent(page)).toBeNull();
    await page.goto(`${prefix}/impressum`);
    await expect(banner(page, t)).toBeVisible();
  });

  test(`no choice is preselected, and saving needs a choice (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/cookies-consent`);
    await expect(page.getByRole('radio')).toHaveCount(4);
    for (const radio of await page.getByRole('radio').all()) await expect(radio).not.toBeChecked();
    await page.getByRole('button', { name: t('consent:save') }).click();
    expect(await storedConsent(page)).toBeNull();
  });
}

test.describe('the settings without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const { locale, prefix, t } of JOURNEY_LOCALES)
    test(`say that nothing is stored (${locale})`, async ({ page }) => {
      await page.goto(`${prefix}/cookies-consent`);
      await expect(page.locator('noscript p', { hasText: t('consent:noScript') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('consent:save') })).toBeHidden();
    });
});
