import type { Page } from 'playwright/test';
import { insertReset } from '#src/features/account/server/password-reset.repository.ts';
import { hashToken } from '#src/server/http/session.ts';
import {
  button,
  field,
  fillIn,
  fillPasswords,
  passwordField,
  problem,
  ready,
  somebody,
} from '../../support/browser/account-browser.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { PASSWORD, withDatabase } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });
test.use({ losesApi: true });

/** Another server answers in place of the API, without the shop's error codes. */
const loseApi = (page: Page) =>
  page.route('**/api/**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`each form says what failed when the API gives no reason (${locale})`, async ({ page, shop, customer }) => {
    const token = `reset-${locale}-${customer.client.clientId}`;
    const [now, later] = [0, 3600_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
    await withDatabase(shop, ({ db }) =>
      db.write((tx) =>
        insertReset(tx, {
          tokenHash: hashToken(token),
          clientId: customer.client.clientId,
          createdAt: now,
          expiresAt: later,
        }),
      ),
    );
    await loseApi(page);

    await page.goto(`${prefix}/register`);
    await ready(page);
    await fillIn(page, t, somebody());
    await fillPasswords(page, t);
    await button(page, t('account:register.submit')).click();
    await expect(problem(page)).toContainText(t('errors:registration_error'));

    await page.goto(`${prefix}/password_forgot`);
    await ready(page);
    await field(page, t, 'email').fill('ana@kunde.example');
    await button(page, t('account:forgot.submit')).click();
    await expect(problem(page)).toContainText(t('errors:email_send_error'));

    await page.goto(`${prefix}/reset_password/${token}`);
    await ready(page);
    await fillPasswords(page, t, PASSWORD, PASSWORD, 'newPassword');
    await button(page, t('account:reset.submit')).click();
    await expect(problem(page)).toContainText(t('errors:reset_password_error'));

    await page.goto(`${prefix}/update-client`);
    await ready(page);
    await button(page, t('account:update.submit')).click();
    await expect(problem(page)).toContainText(t('errors:update_error'));

    await page.goto(`${prefix}/password_change`);
    await ready(page);
    await passwordField(page, t('account:change.current')).fill(PASSWORD);
    await fillPasswords(page, t, 'Jabuticaba-1', 'Jabuticaba-1', 'newPassword');
    await button(page, t('account:change.submit')).click();
    await expect(problem(page)).toContainText(t('errors:password_update_error'));
  });

  test(
    `a checkout says that it failed when the API gives no reason (${locale})`,
    MATRIX,
    async ({ page, shop, customer }) => {
      expect(customer.token).not.toBe('');
      await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 1)]);
      const script = page.waitForResponse(/web-sdk\/v6\/core/);
      await page.goto(`${prefix}/cart#checkout`);
      await script;
      await page.waitForFunction(() => 'paypal' in window);
      await loseApi(page);
      await button(page, t('checkout:page.order')).click();
      const text = t('errors:checkout_error', { message: t('errors:fetch_error') });
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    },
  );

  test(`the purchases page says that purchases cannot be read, without internal details (${locale})`, async ({
    page,
    shop,
    customer,
  }) => {
    expect(customer.token).not.toBe('');
    const rename = (from: string, to: string) =>
      withDatabase(shop, ({ db }) => db.read.schema.alterTable(from).renameTo(to).execute());
    await rename('orders', 'lost');
    const answer = await page.request.get(`${prefix}/previous-purchases`);
    await rename('lost', 'orders');
    expect(answer.status()).toBe(500);
    expect(await answer.text()).toContain(t('errors:purchases_error'));
    expect(await answer.text()).not.toContain('no such table');
  });

  test(`the purchases page says that the client has bought nothing yet (${locale})`, async ({ page, customer }) => {
    expect(customer.client.clientId).toBeTruthy();
    await page.goto(`${prefix}/previous-purchases`);
    await expect(page.getByRole('main').getByText(t('errors:no_purchases_message'))).toBeVisible();
  });
}
