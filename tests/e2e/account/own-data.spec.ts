import { button, field, fillIn, fillPasswords, passwordField, problem, ready, storedClient } from '../../support/account-browser.ts';
import { mailsTo } from '../../support/mail-files.ts';
import { enterAs, newCustomer, PASSWORD, withDatabase } from '../../support/sign-in.ts';
import { expect, JOURNEY_LOCALES } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ isRefused: true });

const NEW_PASSWORD = 'Maracujá-2!';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the form shows the data; e-mail and country can't be changed, the phone may go (${locale})`, async ({ page, shop, customer }) => {
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
    await expect(field(page, t, 'country')).toHaveValue({ 'pt-BR': 'Alemanha', 'de-DE': 'Deutschland', 'en-US': 'Germany' }[locale]);
    await fillIn(page, t, { phone: '', additional_address: 'Hinterhaus' });
    await button(page, t('account:update.submit')).click();
    await expect(page.getByRole('status').filter({ hasText: t('account:update.success') })).toBeVisible();
    expect(await storedClient(page)).toEqual({ ...customer.client, clientAdditionalAddress: 'Hinterhaus' });
    const row = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('clients').selectAll().where('id', '=', customer.client.clientId).executeTakeFirst(),
    );
    expect(row).toMatchObject({ email: customer.email, country: 'DE', phone: '', additional_address: 'Hinterhaus' });
  });

  test(`what is missing or wrong is named, the first such field has the focus, nothing is saved (${locale})`, async ({
    page,
    customer,
  }) => {
    await page.goto(`${prefix}/update-client`);
    await fillIn(page, t, { lastname: ' ', postal_code: '123' });
    await button(page, t('account:update.submit')).click();
    await expect(field(page, t, 'lastname')).toBeFocused();
    await expect(field(page, t, 'postal_code')).toHaveAccessibleDescription(t('errors:field.postal_code'));
    await expect(problem(page)).toContainText(t('errors:update_error'));
    // Refused by the server only.
    await fillIn(page, t, { lastname: 'M'.repeat(81), postal_code: '04109' });
    await button(page, t('account:update.submit')).click();
    await expect(field(page, t, 'lastname')).toBeFocused();
    await expect(field(page, t, 'lastname')).toHaveAccessibleDescription(t('errors:field.lastname'));
    await page.reload();
    await expect(field(page, t, 'lastname')).toHaveValue('Müller');
    expect(await storedClient(page)).toEqual(customer.client);
  });

  test(`a copy of the data is one link away (${locale})`, async ({ page, customer }) => {
    await page.goto(`${prefix}/update-client`);
    const link = page.getByRole('main').getByRole('link', { name: t('account:export.link') });
    await expect(link).toHaveAttribute('href', `/api/client_export/${customer.client.clientId}/`);
    await expect(link).toHaveAttribute('download');
  });

  test(`signing out everywhere ends this session and the others (${locale})`, async ({ page, browser, shop, customer }) => {
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

  test(`the account goes with its password only, and leaves nothing in the browser (${locale})`, async ({ page, shop, customer }) => {
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
    // The choice about cookies is the browser's, not the account's.
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      cookieConsent: 'essential',
      cookieConsentReceipt: expect.stringMatching(/^essential /),
    });
    const row = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('clients').select('id').where('id', '=', customer.client.clientId).executeTakeFirst(),
    );
    expect(row).toBeUndefined();
    const subjects = async () => (await mailsTo(shop, customer.email)).map(({ subject }) => subject);
    await expect.poll(subjects, { timeout: 20_000 }).toHaveLength(1);
  });

  test(`a new password needs the old one, ends the other sessions and keeps this one (${locale})`, async ({
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

  test(`password managers are told whose password changes (${locale})`, async ({ page, customer }) => {
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

  test(`somebody else's reset link is neither kept nor passed on by the browser (${locale})`, async ({ page, shop }) => {
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
