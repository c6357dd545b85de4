import { expectNoViolations, expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { button, fillIn, fillPasswords, problem, ready, somebody } from '../../support/browser/account-browser.ts';
import { JOURNEY_LOCALES, expect, MATRIX, PHONE } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

for (const [device, use, expectAccessible] of [
  ['desktop', {}, expectNoViolations],
  ['phone, in light and dark colours', PHONE, expectNoViolationsInBothSchemes],
] as const)
  test.describe(`axe on a ${device}`, device === 'desktop' ? MATRIX : {}, () => {
    test.use(use);

    for (const { locale, prefix, t } of JOURNEY_LOCALES) {
      test(`finds nothing in refused forms (${locale})`, async ({ page }) => {
        for (const [path, submit, text] of [
          ['/login', t('account:login.submit'), t('errors:invalid_input')],
          ['/register', t('account:register.submit'), t('errors:registration_error')],
          ['/password_forgot', t('account:forgot.submit'), t('errors:invalid_input')],
        ] as const) {
          await page.goto(prefix + path);
          await button(page, submit).click();
          await expect(problem(page)).toContainText(text);
          await expectAccessible(page);
        }
      });

      test(`finds nothing after a registration (${locale})`, MATRIX, async ({ page }) => {
        await page.goto(`${prefix}/register`);
        await fillIn(page, t, somebody());
        await fillPasswords(page, t);
        await button(page, t('account:register.submit')).click();
        await expect(page.getByText(t('account:register.success'))).toBeVisible();
        await expectAccessible(page);
      });

      test(`finds nothing on saved own data and in the open form that deletes the account (${locale})`, async ({
        page,
        customer,
      }) => {
        expect(customer.token).toBeTruthy();
        await page.goto(`${prefix}/update-client`);
        await expectAccessible(page);
        await button(page, t('account:update.submit')).click();
        await expect(page.getByText(t('account:update.success'))).toBeVisible();
        await page.getByText(t('account:delete.open')).click();
        await button(page, t('account:delete.submit')).click();
        await expect(page.locator('[aria-invalid]')).toHaveCount(1);
        await expectAccessible(page);
      });

      test(
        `finds nothing on the password change and in the user menu (${locale})`,
        MATRIX,
        async ({ page, customer }) => {
          expect(customer.token).toBeTruthy();
          await page.goto(`${prefix}/password_change`);
          await ready(page);
          await expectAccessible(page);
          await page
            .getByRole('banner')
            .getByRole('button', { name: t('account:menu.label') })
            .click();
          await expectAccessible(page);
        },
      );
    }
  });
