import type { Page } from 'playwright/test';
import {
  button,
  field,
  logIn,
  passwordField,
  problem,
  ready,
  storedClient,
} from '../../support/browser/account-browser.ts';
import { hold } from '../../support/browser/cart-browser.ts';
import { newCustomer, newEmail, PASSWORD } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

const SCRIPTS = /\/_astro\/.*\.js/;

/** Calls the API like the page's own forms. */
const failToLogIn = (page: Page, email: string, times: number) =>
  page.evaluate(
    async ([address, count]) => {
      const { csrfToken } = (await (await fetch('/api/csrf_token/')).json()) as { csrfToken: string };
      const headers = { 'content-type': 'application/json', 'x-csrftoken': csrfToken };
      const body = JSON.stringify({ email: address, password: 'wrong' });
      for (let i = 0; i < count; i++) await fetch('/api/login_verify/', { method: 'POST', headers, body });
    },
    [email, times] as const,
  );

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test.describe('a refused login', () => {
    test.use({ isRefused: true });

    test(`a wrong password and an unknown address get the same message each time (${locale})`, async ({
      page,
      shop,
    }) => {
      const { email } = await newCustomer(shop);
      await page.goto(`${prefix}/login`);
      for (const address of [email, newEmail(), newEmail()]) {
        const answer = page.waitForResponse(/login_verify/);
        await logIn(page, t, address, 'Errada-123');
        await (await answer).finished();
        await expect(problem(page)).toHaveText(t('errors:invalid_credentials'));
        await expect(button(page, t('account:login.submit'))).toBeFocused();
      }
      expect(await storedClient(page)).toEqual({});
    });

    test(`after too many attempts the page says when to try again (${locale})`, async ({ page, shop }) => {
      const { email } = await newCustomer(shop);
      await page.goto(`${prefix}/login`);
      await failToLogIn(page, email, 10);
      await logIn(page, t, email);
      const [before = '', after = ''] = t('errors:too_many_requests', { wait: '|' }).split('|');
      await expect(problem(page)).toContainText(before);
      await expect(problem(page)).toContainText(after);
      await expect(problem(page)).toContainText(/\d+ minut/i);
    });

    test(`a browser without cookies sees why it cannot sign in (${locale})`, async ({ page, shop }) => {
      const { email } = await newCustomer(shop);
      await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
      await page.route('**/api/csrf_token/', (route) => route.fulfill({ json: { csrfToken: 'c'.repeat(43) } }));
      await page.goto(`${prefix}/login`);
      await page.context().clearCookies();
      await logIn(page, t, email);
      await expect(problem(page)).toHaveText(t('form.cookies'));
    });
  });

  test(`an empty form focuses its first field and shows both messages (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/login`);
    await button(page, t('account:login.submit')).click();
    await expect(field(page, t, 'email')).toBeFocused();
    await expect(field(page, t, 'email')).toHaveAccessibleDescription(t('errors:field.email'));
    await expect(passwordField(page, t('account:fields.password'))).toHaveAccessibleDescription(t('errors:field.text'));
    await expect(problem(page)).toContainText(t('errors:invalid_input'));
  });

  test.describe('a login without a network', () => {
    test.use({ losesApi: true });

    test(`the page reports the missing network, and a retry works (${locale})`, async ({ page, shop }) => {
      const { email } = await newCustomer(shop);
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(`${prefix}/login`);
      await logIn(page, t, email);
      await expect(problem(page)).toHaveText(t('errors:network_error'));
      await page.unrouteAll();
      await button(page, t('account:login.submit')).click();
      await expect(page).toHaveURL(`${prefix}/cart`);
    });
  });

  test(`the client is greeted by name (${locale})`, async ({ page, shop }) => {
    const { email } = await newCustomer(shop, { name: 'Zé' });
    await page.goto(`${prefix}/login`);
    await ready(page);
    // Status 204 keeps the browser on this page, so that the test can read the greeting.
    await page.route(`**${prefix}/cart`, (route) => route.fulfill({ status: 204 }));
    await logIn(page, t, email);
    await expect(
      page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: t('account:login.welcome', { name: 'Zé Müller' }) }),
    ).toBeFocused();
    await page.unrouteAll();
    await page.goto(`${prefix}/cart`);
    // The green alert can be read on the page that follows, and is shown once.
    const greeting = page.locator('.alert-success', { hasText: t('account:menu.greeting', { name: 'Zé Müller' }) });
    await expect(greeting).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: t('account:menu.label') })).toBeVisible();
    await expect(greeting).toHaveCount(0);
  });

  test(`Back leads to the page before the login (${locale})`, async ({ page, shop }) => {
    const { email } = await newCustomer(shop);
    await page.goto(`${prefix}/category/bebidas`);
    await page.goto(`${prefix}/login`);
    await logIn(page, t, email);
    await expect(page).toHaveURL(`${prefix}/cart`);
    await page.goBack();
    await expect(page).toHaveURL(`${prefix}/category/bebidas`);
  });

  test(`the password can be shown, hidden again, and pasted (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/login`);
    await ready(page);
    const password = passwordField(page, t('account:fields.password'));
    const show = page.getByRole('checkbox', { name: t('form.showPassword') });
    await password.fill('Segredo-1');
    await expect(password).toHaveAttribute('type', 'password');
    await show.check();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('Segredo-1');
    await show.uncheck();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await expect(field(page, t, 'email')).toHaveAttribute('autocomplete', 'username');
    const isPrevented = await password.evaluate(
      (input) => !input.dispatchEvent(new ClipboardEvent('paste', { cancelable: true, bubbles: true })),
    );
    expect(isPrevented).toBe(false);
  });

  test(`text and ticks entered before hydration stay (${locale})`, MATRIX, async ({ page }) => {
    const scripts = await hold(page, SCRIPTS);
    await page.goto(`${prefix}/login`, { waitUntil: 'commit' });
    const password = passwordField(page, t('account:fields.password'));
    await field(page, t, 'email').fill('ana@kunde.example');
    await password.fill('Segredo-1');
    await page.getByRole('checkbox', { name: t('form.showPassword') }).check();
    await expect(page.locator('form[data-ready]')).toHaveCount(0);
    await scripts.release();
    await ready(page);
    await expect(field(page, t, 'email')).toHaveValue('ana@kunde.example');
    await expect(password).toHaveValue('Segredo-1');
    await expect(password).toHaveAttribute('type', 'text');
  });

  test(`a form that is submitted before hydration is sent afterwards (${locale})`, async ({ page, shop }) => {
    const { email, password } = await newCustomer(shop);
    const scripts = await hold(page, SCRIPTS);
    await page.goto(`${prefix}/login`, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await field(page, t, 'email').fill(email);
    await passwordField(page, t('account:fields.password')).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.locator('form[aria-busy=true]')).toBeVisible();
    await expect(page).toHaveURL(`${prefix}/login`);
    await scripts.release();
    await expect(page).toHaveURL(`${prefix}/cart`);
  });

  test(
    `a login in another tab also opens the next page in this tab (${locale})`,
    MATRIX,
    async ({ page, context, shop }) => {
      const { email } = await newCustomer(shop);
      await page.goto(`${prefix}/login?next=${prefix}/search/caf%25C3%25A9`);
      await ready(page);
      const other = await context.newPage();
      await other.goto(`${prefix}/login`);
      await logIn(other, t, email);
      await expect(other).toHaveURL(`${prefix}/cart`);
      await expect(page).toHaveURL(`${prefix}/search/caf%C3%A9`);
    },
  );

  test(`a stored client without a session is removed, and the form stays (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/register`);
    await page.evaluate(() => {
      localStorage.setItem('clientName', 'Ana');
      localStorage.setItem('client', '{"clientId":"gone"}');
    });
    await page.goto(`${prefix}/login`);
    await expect.poll(() => storedClient(page)).toEqual({});
    await expect(field(page, t, 'email')).toBeVisible();
    await expect(page).toHaveURL(`${prefix}/login`);
  });
}

for (const host of ['müller-shop.example', 'xn--mller-shop-9db.example'])
  test(`a client with an umlaut in the host of the address signs in by typing @${host}`, async ({ page, shop }) => {
    const { t, prefix } = JOURNEY_LOCALES.find(({ locale }) => locale === 'de-DE')!;
    const [name] = newEmail().split('@');
    await newCustomer(shop, { email: `${name}@müller-shop.example` });
    await page.goto(`${prefix}/login`);
    await ready(page);
    // Key by key, because Chromium converts only typed text to Punycode.
    await field(page, t, 'email').pressSequentially(`${name}@${host}`);
    await passwordField(page, t('account:fields.password')).fill(PASSWORD);
    const sent = page.waitForRequest(/login_verify/);
    await button(page, t('account:login.submit')).click();
    expect((await sent).postDataJSON()).toMatchObject({ email: `${name}@xn--mller-shop-9db.example` });
    await expect(page).toHaveURL(`${prefix}/cart`);
  });
