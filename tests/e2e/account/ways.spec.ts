import { button, passwordField } from '../../support/browser/account-browser.ts';
import { expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`the login has fields for e-mail and password, and links to the registration and the forgot page (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/login`);
    const main = page.getByRole('main');
    await expect(main.getByRole('textbox', { name: t('account:fields.email') })).toHaveAttribute('type', 'email');
    await expect(passwordField(page, t('account:fields.password'))).toHaveAttribute('type', 'password');
    await expect(main.getByRole('checkbox', { name: t('form.showPassword') })).toBeVisible();
    await expect(button(page, t('account:login.submit'))).toBeVisible();
    for (const path of ['/register', '/password_forgot'])
      await expect(main.locator(`a[href^="${prefix}${path}"]`), path).toBeVisible();
  });
