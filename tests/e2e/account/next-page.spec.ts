import { button, fillIn, fillPasswords, logIn, ready, somebody } from '../../support/browser/account-browser.ts';
import { newCustomer } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

const HOSTILE = [
  'https://evil.example/',
  'HTTPS:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '/.//evil.example',
  '/login',
  '/de/login?next=/de/login',
  '/logout',
  '/register',
  '/api/logout/',
  '',
];

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the login redirects to the requested page with its query (${locale})`, async ({ page, shop }) => {
    const { email } = await newCustomer(shop);
    const target = `${prefix}/update-client?from=mail`;
    await page.goto(target);
    await expect(page).toHaveURL(`${prefix}/login?next=${encodeURIComponent(target)}`);
    await expect(page.getByText(t('account:login.toContinue'))).toBeVisible();
    await ready(page);
    await logIn(page, t, email);
    await expect(page).toHaveURL(target);
  });

  test(`the requested page stays the next page, in the new language, after a change of language (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/login?next=${prefix}/update-client%3Ffrom%3Dmail`);
    await page.getByRole('banner').getByRole('link', { name: 'English (US)' }).click();
    await expect(page).toHaveURL(`/en/login?next=${encodeURIComponent('/en/update-client?from=mail')}`);
  });

  test(`the registration redirects to the page that sent the visitor to the login (${locale})`, async ({ page }) => {
    const target = `${prefix}/update-client?from=mail`;
    await page.goto(target);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('account:login.register') })
      .click();
    await expect(page).toHaveURL(`${prefix}/register?next=${encodeURIComponent(target)}`);
    const known = page.getByRole('main').getByRole('link', { name: t('account:register.login') });
    await expect(known).toHaveAttribute('href', `${prefix}/login?next=${encodeURIComponent(target)}`);
    await fillIn(page, t, somebody());
    await fillPasswords(page, t);
    await button(page, t('account:register.submit')).click();
    await page
      .getByRole('main')
      .getByRole('status')
      .getByRole('link', { name: t('account:register.toNext') })
      .click();
    await expect(page).toHaveURL(target);
  });

  test(`the registration ignores an address outside of the shop (${locale})`, MATRIX, async ({ page }) => {
    for (const next of HOSTILE.filter((address) => address.includes('evil'))) {
      const answer = await page.request.get(`${prefix}/register?next=${encodeURIComponent(next)}`);
      expect(answer.status(), next).toBe(200);
      expect(await answer.text(), next).not.toContain('evil');
    }
  });

  test(`an address outside of the shop, or one that leads back to the login, is replaced by the cart (${locale})`, async ({
    page,
    customer,
  }) => {
    expect(customer.token).toBeTruthy();
    for (const next of HOSTILE) {
      const answer = await page.request.get(`${prefix}/login?next=${encodeURIComponent(next)}`, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location], next).toEqual([302, `${prefix}/cart`]);
      expect(answer.headers()['cache-control']).toBe('no-store');
    }
    const good = '/de/search/p%C3%A3o?page=2';
    const answer = await page.request.get(`${prefix}/login?next=${encodeURIComponent(good)}`, { maxRedirects: 0 });
    expect(answer.headers().location).toBe(good);
  });

  test(`a hostile next address does no harm in the form (${locale})`, MATRIX, async ({ page, shop }) => {
    const { email } = await newCustomer(shop);
    await page.goto(`${prefix}/login?next=${encodeURIComponent('//evil.example/"><script>alert(1)</script>')}`);
    await ready(page);
    await logIn(page, t, email);
    await expect(page).toHaveURL(`${prefix}/cart`);
  });
}
