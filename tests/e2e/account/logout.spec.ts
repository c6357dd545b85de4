import type { Page } from 'playwright/test';
import { button, logIn, ready } from '../../support/browser/account-browser.ts';
import { cartLine } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

const isSignedIn = async (page: Page) =>
  ((await (await page.request.get('/api/session/')).json()) as { client: unknown }).client !== null;

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const outcome = (page: Page) =>
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: t('account:logout.success') });

  test(`a logout ends the session and clears storage, cart and viewed products, but not the consent choice and the shopping lists (${locale})`, async ({
    page,
    context,
    customer,
  }) => {
    expect(customer.token).toBeTruthy();
    await page.goto(`${prefix}/register`);
    await page.evaluate(async () => {
      const pages = await caches.open('pages');
      for (const path of ['/de/product/mate', '/product/mate', '/de/recalls'])
        await pages.put(path, new Response('<p>A page</p>'));
    });
    await page.evaluate(
      (cart) => {
        localStorage.setItem('cart', cart);
        localStorage.setItem('totalQuantityHeader', '2');
        localStorage.setItem('cookieConsent', 'essential');
        localStorage.setItem('lists', '[]');
        localStorage.setItem('anything', 'else');
      },
      JSON.stringify([cartLine(1, 2)]),
    );
    await page.goto(`${prefix}/logout`);
    await expect(outcome(page)).toBeVisible();
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      cookieConsent: 'essential',
      lists: '[]',
      cookieConsentReceipt: expect.stringMatching(/^essential /),
    });
    const left = await page.evaluate(async () => (await (await caches.open('pages')).keys()).map(({ url }) => url));
    expect(left.filter((url) => url.includes('/product/'))).toEqual([]);
    expect(left.filter((url) => url.endsWith('/de/recalls'))).toHaveLength(1);
    expect(await isSignedIn(page)).toBe(false);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
    await expect(
      page.getByRole('banner').getByRole('link', { name: t('cart:badge.empty'), exact: true }),
    ).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('account:logout.login') })
      .click();
    await expect(page).toHaveURL(`${prefix}/login`);
  });

  test(`a prerendered logout page ends the session only when it is shown (${locale})`, async ({ page, customer }) => {
    expect(customer.token).toBeTruthy();
    await page.addInitScript(() =>
      Object.defineProperty(document, 'prerendering', { configurable: true, get: () => true }),
    );
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
    await page.goto(`${prefix}/logout`, { waitUntil: 'load' });
    await expect(page.getByText(t('account:logout.busy'))).toBeVisible();
    expect(calls).toEqual([]);
    expect(await isSignedIn(page)).toBe(true);
    await page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { get: () => false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    await expect(outcome(page)).toBeVisible();
    expect(await isSignedIn(page)).toBe(false);
  });

  test(
    `going back to the logout page, or reloading it, does not end a newer session (${locale})`,
    MATRIX,
    async ({ page, customer }) => {
      await page.goto(`${prefix}/logout`);
      await expect(outcome(page)).toBeVisible();
      await page.goto(`${prefix}/login`);
      await ready(page);
      await logIn(page, t, customer.email);
      await expect(page).toHaveURL(`${prefix}/cart`);
      await page.goBack();
      await expect(page).toHaveURL(`${prefix}/logout`);
      await expect(outcome(page)).toBeVisible();
      await page.reload();
      await expect(outcome(page)).toBeVisible();
      expect(await isSignedIn(page)).toBe(true);
    },
  );

  test(
    `pages with actions or own data do not prefetch their other languages (${locale})`,
    MATRIX,
    async ({ page, customer }) => {
      expect(customer.token).toBeTruthy();
      for (const [path, isAhead] of [
        ['/register', true],
        ['/login', false],
        ['/update-client', false],
        ['/logout', false],
      ] as const) {
        await page.goto(prefix + path);
        if (path === '/login') await page.waitForURL(`${prefix}/cart`); // signed in
        const links = await page.evaluate(() => {
          const texts = [...document.querySelectorAll('script[type=speculationrules]')].map(
            ({ textContent }) => textContent,
          );
          const rules = texts.flatMap((text) =>
            Object.values(JSON.parse(text) as Record<string, { where: { selector_matches: string } }[]>),
          );
          return rules.flat().map(({ where }) => document.querySelectorAll(where.selector_matches).length);
        });
        expect(links, path).toEqual(isAhead || path === '/login' ? [3] : []);
      }
    },
  );

  test.describe('a logout without a network', () => {
    test.use({ losesApi: true });

    test(`the page says that the session continues, and offers a retry (${locale})`, async ({ page, customer }) => {
      expect(customer.token).toBeTruthy();
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(`${prefix}/logout`);
      const status = page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: t('account:logout.failed') });
      await expect(status).toContainText(t('errors:network_error'));
      const signInAgain = page.getByRole('main').getByRole('link', { name: t('account:logout.login') });
      await expect(signInAgain).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem('clientName'))).toBe('Ana');
      await page.unrouteAll();
      await button(page, t('account:logout.retry')).click();
      await expect(outcome(page)).toBeVisible();
      expect(await isSignedIn(page)).toBe(false);
    });
  });
}
