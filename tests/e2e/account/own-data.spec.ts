import {
  button,
  field,
  fillIn,
  fillPasswords,
  logIn,
  passwordField,
  problem,
  ready,
  storedClient,
} from '../../support/browser/account-browser.ts';
import { expectToFitLarge } from '../../support/browser/large-text.ts';
import { mailsTo } from '../../support/outside/mail-files.ts';
import { enterAs, newCustomer, PASSWORD, withDatabase } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });
test.use({ isRefused: true });

const NEW_PASSWORD = 'Maracujá-2!';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the form shows the data; e-mail and country are fixed, the phone is optional (${locale})`, async ({
    page,
    shop,
    customer,
  }) => {
    await page.goto(`${prefix}/update-client`);
    for (const [name, value] of Object.entries({
      name: 'Ana',
      lastname: 'Müller',
      phone: '0341 555',
      address: 'Rosenweg',
      number: '7a',
      postal_code: '04109',
      city: 'Leipzig',
    }))
      await expect(field(page, t, name as 'name')).toHaveValue(value);
    await expect(field(page, t, 'email')).toHaveValue(customer.email);
    for (const name of ['email', 'country'] as const) await expect(field(page, t, name)).toHaveAttribute('readonly');
    await expect(field(page, t, 'country')).toHaveValue(
      { 'pt-BR': 'Alemanha', 'de-DE': 'Deutschland', 'en-US': 'Germany' }[locale],
    );
    await expectToFitLarge(page, 'own data');
    await fillIn(page, t, { phone: '', additional_address: 'Hinterhaus' });
    await button(page, t('account:update.submit')).click();
    await expect(page.getByRole('status').filter({ hasText: t('account:update.success') })).toBeVisible();
    expect(await storedClient(page)).toEqual({ ...customer.client, clientAdditionalAddress: 'Hinterhaus' });
    const row = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('clients').selectAll().where('id', '=', customer.client.clientId).executeTakeFirst(),
    );
    expect(row).toMatchObject({ email: customer.email, country: 'DE', phone: '', additional_address: 'Hinterhaus' });
  });

  test(`invalid fields show messages, the first has the focus, and nothing is saved (${locale})`, async ({
    page,
    customer,
  }) => {
    await page.goto(`${prefix}/update-client`);
    await fillIn(page, t, { lastname: ' ', postal_code: '123' });
    await button(page, t('account:update.submit')).click();
    await expect(field(page, t, 'lastname')).toBeFocused();
    await expect(field(page, t, 'postal_code')).toHaveAccessibleDescription(t('errors:field.postal_code'));
    await expect(problem(page)).toContainText(t('errors:update_error'));
    // Only the server refuses this value.
    await fillIn(page, t, { lastname: 'M'.repeat(81), postal_code: '04109' });
    await button(page, t('account:update.submit')).click();
    await expect(field(page, t, 'lastname')).toBeFocused();
    await expect(field(page, t, 'lastname')).toHaveAccessibleDescription(t('errors:field.lastname'));
    const saved = await page.request.get(`/api/update_client/${customer.client.clientId}/`);
    expect(await saved.json()).toMatchObject({ lastname: 'Müller' });
    expect(await storedClient(page)).toEqual(customer.client);
  });

  test(`unsaved text is still there after the session ended and the client signed in again (${locale})`, async ({
    page,
    context,
    customer,
  }) => {
    await page.goto(`${prefix}/update-client`);
    await ready(page);
    await field(page, t, 'address').fill('Gartenstraße');
    await context.clearCookies({ name: 'session' });
    // Not `page.reload()`, which fails when the page notices the end of the session first and leaves by itself.
    await page.evaluate(() => setTimeout(() => location.reload()));
    await expect(page).toHaveURL(/login/);
    await ready(page);
    await logIn(page, t, customer.email);
    await expect(page).toHaveURL(`${prefix}/update-client`);
    await expect(field(page, t, 'address')).toHaveValue('Gartenstraße');
    await button(page, t('account:update.submit')).click();
    await expect(page.getByText(t('account:update.success'))).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test(`a link downloads a copy of the data (${locale})`, async ({ page, customer }) => {
    await page.goto(`${prefix}/update-client`);
    const link = page.getByRole('main').getByRole('link', { name: t('account:export.link') });
    await expect(link).toHaveAttribute('href', `/api/client_export/${customer.client.clientId}/`);
    await expect(link).toHaveAttribute('download');
  });

  test(`signing out everywhere ends all sessions (${locale})`, MATRIX, async ({ page, browser, shop, customer }) => {
    const elsewhere = await browser.newContext({ baseURL: shop.url });
    await enterAs(elsewhere, shop, customer);
    await page.goto(`${prefix}/update-client`);
    await button(page, t('account:everywhere.submit')).click();
    await expect(page).toHaveURL(`${prefix}/logout#everywhere`);
    await expect(page.getByText(t('account:logout.everywhere'))).toBeVisible();
    expect(await storedClient(page)).toEqual({});
    expect(await (await elsewhere.request.get('/api/session/')).json()).toEqual({ client: null });
    await elsewhere.close();
  });

  test(`deleting the account needs the password and clears the browser (${locale})`, async ({
    page,
    shop,
    customer,
  }) => {
    await page.goto(`${prefix}/update-client`);
    await expect(button(page, t('account:delete.submit'))).toBeHidden();
    await page.getByText(t('account:delete.open')).click();
    await expect(page.getByText(t('account:delete.warning'))).toBeVisible();
    const password = passwordField(page, t('account:fields.password'));
    await password.fill('Errada-123');
    await button(page, t('account:delete.submit')).click();
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(new RegExp(t('errors:current_password_incorrect')));
    await password.fill(PASSWORD);
    await button(page, t('account:delete.submit')).click();
    await expect(page).toHaveURL(`${prefix}/logout#deleted`);
    await expect(page.getByText(t('account:delete.success'))).toBeVisible();
    // The consent choice belongs to the browser, not to the account.
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      cookieConsent: 'essential',
      cookieConsentReceipt: expect.stringMatching(/^essential /),
    });
    const row = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('clients').select('id').where('id', '=', customer.client.clientId).executeTakeFirst(),
    );
    expect(row).toBeUndefined();
    const subjects = async () => (await mailsTo(shop, customer.email)).map(({ subject }) => subject);
    await expect.poll(subjects).toHaveLength(1);
  });

  test(`a new password needs the old one and ends all sessions but this one (${locale})`, async ({
    page,
    browser,
    shop,
    customer,
  }) => {
    const elsewhere = await browser.newContext({ baseURL: shop.url });
    await enterAs(elsewhere, shop, customer);
    await page.goto(`${prefix}/password_change`);
    const current = passwordField(page, t('account:change.current'));
    await button(page, t('account:change.submit')).click();
    await expect(current).toBeFocused();
    await current.fill('Errada-123');
    await fillPasswords(page, t, NEW_PASSWORD, NEW_PASSWORD, 'newPassword');
    await button(page, t('account:change.submit')).click();
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription(t('errors:current_password_incorrect'));
    await expect(problem(page)).toContainText(t('errors:password_update_error'));
    await current.fill(PASSWORD);
    await button(page, t('account:change.submit')).click();
    await expect(page.getByRole('status').filter({ hasText: t('account:change.success') })).toBeFocused();
    await page.reload();
    await ready(page);
    await expect(page).toHaveURL(`${prefix}/password_change`);
    expect(await (await elsewhere.request.get('/api/session/')).json()).toEqual({ client: null });
    await elsewhere.close();
  });

  test(`password managers can read whose password changes (${locale})`, async ({ page, customer }) => {
    await page.goto(`${prefix}/password_change`);
    const inputs = await page
      .getByRole('main')
      .locator('form input[autocomplete]')
      .evaluateAll((all) => (all as HTMLInputElement[]).map(({ autocomplete, value }) => [autocomplete, value]));
    expect(inputs).toEqual([
      ['username', customer.email],
      ['current-password', ''],
      ['new-password', ''],
      ['new-password', ''],
    ]);
  });

  test(`browsers neither cache a reset link nor send it as a referrer (${locale})`, MATRIX, async ({ page, shop }) => {
    const { email } = await newCustomer(shop);
    await page.goto(`${prefix}/password_forgot`);
    await fillIn(page, t, { email });
    await button(page, t('account:forgot.submit')).click();
    await expect(page.getByText(t('account:forgot.success'))).toBeVisible();
    const answer = await page.request.get(`${prefix}/reset_password/any`);
    expect(answer.headers()['cache-control']).toBe('no-store');
    expect(answer.headers()['referrer-policy']).toBe('no-referrer');
  });
}
