import { button, problem, ready } from '../../support/browser/account-browser.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { newEmail } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { JOURNEY_LOCALES, expect, MATRIX, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const [device, use] of [
  ['desktop', {}],
  ['phone', PHONE],
] as const)
  test.describe(`axe on a ${device}`, device === 'desktop' ? MATRIX : {}, () => {
    test.use(use);

    for (const { locale, prefix, t } of JOURNEY_LOCALES) {
      test(`finds nothing in the contact form, refused and sent (${locale})`, MATRIX, async ({ page }) => {
        await page.goto(`${prefix}/contact`);
        await button(page, t('contact:submit')).click();
        await expect(problem(page)).not.toBeEmpty();
        await expectNoViolations(page);
        const field = (name: 'name' | 'email' | 'subject' | 'message') =>
          page.getByLabel(t(`contact:fields.${name}`), { exact: true });
        await field('name').fill('Ana Müller');
        await field('email').fill(newEmail());
        await field('subject').selectOption('outros');
        await field('message').fill('Olá!');
        await button(page, t('contact:submit')).click();
        await expect(page.getByText(t('contact:success'))).toBeVisible();
        await expectNoViolations(page);
      });

      test(`finds nothing in the withdrawal function, refused, to be confirmed and received (${locale})`, async ({
        page,
      }) => {
        await page.goto(`${prefix}/withdrawal`);
        await ready(page);
        await button(page, t('withdrawal:next')).click();
        await expect(problem(page)).not.toBeEmpty();
        await expectNoViolations(page);
        for (const [name, value] of Object.entries({ name: 'Ana Müller', email: newEmail(), orderNumber: 'K7QF-3MXA' }))
          await page.locator(`main [name="${name}"]`).fill(value);
        await button(page, t('withdrawal:next')).click();
        await expect(button(page, t('withdrawal:review.confirm'))).toBeVisible();
        await expectNoViolations(page);
        await button(page, t('withdrawal:review.confirm')).click();
        await expect(page.getByText(t('withdrawal:done.next'))).toBeVisible();
        await expectNoViolations(page);
      });
    }
  });
