import { button, field, logIn, ready, storedClient } from '../../support/browser/account-browser.ts';
import { newCustomer, withDatabase } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

const OWN_PAGES = ['/update-client', '/password_change'];

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const loginFor = (path: string) => `${prefix}/login?next=${encodeURIComponent(prefix + path)}`;

  for (const path of OWN_PAGES) {
    test(`${path} redirects to the login without a session, and is not cached (${locale})`, async ({
      page,
      customer,
    }) => {
      const own = await page.request.get(prefix + path, { maxRedirects: 0 });
      expect([own.status(), own.headers()['cache-control']]).toEqual([200, 'no-store']);
      expect(await own.text()).toContain(customer.email);
      const stranger = await page.request.get(prefix + path, { maxRedirects: 0, headers: { cookie: 'session=' } });
      expect([stranger.status(), stranger.headers().location, stranger.headers()['cache-control']]).toEqual([
        302,
        loginFor(path),
        'no-store',
      ]);
    });

    test(
      `${path} disappears when the client signs out in another tab (${locale})`,
      path === OWN_PAGES[0] ? {} : MATRIX,
      async ({ page, context, customer }) => {
        await page.goto(prefix + path);
        await expect(page.getByRole('main')).toContainText(/\S/);
        expect(await storedClient(page)).toEqual(customer.client);
        const other = await context.newPage();
        await other.goto(`${prefix}/logout`);
        await expect(other.getByText(t('account:logout.success'))).toBeVisible();
        await expect(page).toHaveURL(loginFor(path));
        expect(await storedClient(page)).toEqual({});
      },
    );

    test(
      `${path} disappears when the client goes back to it after a logout (${locale})`,
      path === OWN_PAGES[0] ? {} : MATRIX,
      async ({ page, context, customer }) => {
        await page.goto(prefix + path);
        await ready(page);
        expect(await storedClient(page)).toEqual(customer.client);
        await context.clearCookies({ name: 'session' });
        // A controlled browser has no back-forward cache. The test does what happens in it: storage changes without an
        // event, then the page is shown.
        await page.evaluate(() => {
          localStorage.removeItem('clientName');
          localStorage.removeItem('client');
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        });
        await expect(page).toHaveURL(loginFor(path));
      },
    );
  }

  test(`the login and own pages of an unknown language answer 404 (${locale})`, async ({ page, customer }) => {
    expect(customer.token).toBeTruthy();
    for (const path of [...OWN_PAGES, '/login', '/reset_password/x']) {
      const answer = await page.request.get(`/xx${path}`, { maxRedirects: 0 });
      expect(answer.status(), path).toBe(404);
      expect(answer.headers()['content-security-policy'], path).toContain("default-src 'self'");
      expect(await answer.text(), path).not.toContain(customer.email);
    }
  });

  test(`the client stays signed out after going back (${locale})`, async ({ page, customer }) => {
    await page.goto(`${prefix}/update-client`);
    await expect(field(page, t, 'email')).toHaveValue(customer.email);
    await page.goto(`${prefix}/logout`);
    await expect(page.getByText(t('account:logout.success'))).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(loginFor('/update-client'));
    await expect(page.getByText(customer.email)).toHaveCount(0);
  });

  test.describe('a session that ended elsewhere', () => {
    test.use({ isRefused: true });

    test(`the next call removes the stored client, and the login returns to the page (${locale})`, async ({
      page,
      shop,
      customer,
    }) => {
      await page.goto(`${prefix}/update-client`);
      await ready(page);
      await withDatabase(shop, ({ db }) =>
        db.write((tx) => tx.deleteFrom('sessions').where('client_id', '=', customer.client.clientId).execute()),
      );
      await button(page, t('account:update.submit')).click();
      await expect(page).toHaveURL(loginFor('/update-client'));
      await expect.poll(() => storedClient(page)).toEqual({});
      await logIn(page, t, customer.email);
      await expect(page).toHaveURL(`${prefix}/update-client`);
      expect(await storedClient(page)).toEqual(customer.client);
    });
  });

  test(
    `a login of another client in another tab replaces the page (${locale})`,
    MATRIX,
    async ({ page, context, shop, customer }) => {
      const next = await newCustomer(shop, { name: 'Bia' });
      await page.goto(`${prefix}/update-client`);
      await expect(field(page, t, 'email')).toHaveValue(customer.email);
      const other = await context.newPage();
      await other.goto(`${prefix}/logout`);
      await expect(other.getByText(t('account:logout.success'))).toBeVisible();
      await other.goto(`${prefix}/login`);
      await logIn(other, t, next.email);
      await expect(other).toHaveURL(`${prefix}/cart`);
      // The page notices both by itself, and leads to the login and back.
      await expect(page).toHaveURL(`${prefix}/update-client`);
      await expect(field(page, t, 'email')).toHaveValue(next.email);
    },
  );

  test(`an own page repairs a missing or wrong stored client (${locale})`, MATRIX, async ({ page, customer }) => {
    await page.goto(`${prefix}/register`);
    for (const rubbish of ['', '{"a":', 'null', '7', '{"clientId":7}']) {
      await page.evaluate((text) => localStorage.setItem('client', text), rubbish);
      await page.goto(`${prefix}/update-client`);
      await ready(page);
      expect(await storedClient(page)).toEqual(customer.client);
      await expect(page).toHaveURL(`${prefix}/update-client`);
    }
  });

  test(
    `signing in, changing data and signing out work with blocked storage (${locale})`,
    MATRIX,
    async ({ page, shop }) => {
      const { email } = await newCustomer(shop);
      await page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        }),
      );
      await page.goto(`${prefix}/update-client`);
      await ready(page);
      await logIn(page, t, email);
      await expect(page).toHaveURL(`${prefix}/update-client`);
      await field(page, t, 'city').fill('Halle');
      await button(page, t('account:update.submit')).click();
      await expect(page.getByText(t('account:update.success'))).toBeVisible();
      await page.goto(`${prefix}/logout`);
      await expect(page.getByText(t('account:logout.success'))).toBeVisible();
      await page.goto(`${prefix}/update-client`);
      await expect(page).toHaveURL(loginFor('/update-client'));
    },
  );
}
