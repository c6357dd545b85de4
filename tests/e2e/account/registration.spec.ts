import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';
import { button, field, fillIn, fillPasswords, passwordField, problem, ready, somebody } from '../../support/account-browser.ts';
import { hold } from '../../support/cart-browser.ts';
import { newCustomer, PASSWORD, withDatabase } from '../../support/sign-in.ts';
import { expect, JOURNEY_LOCALES } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ isRefused: true });

const RULES = ['password_min_length', 'password_symbol', 'password_uppercase', 'password_lowercase'] as const;

const submit = (page: Page, t: Translate) => button(page, t('account:register.submit')).click();

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`an empty form names every missing field, and leads to the first (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/register`);
    await submit(page, t);
    await expect(field(page, t, 'name')).toBeFocused();
    await expect(problem(page)).toContainText(t('errors:registration_error'));
    const required = ['name', 'lastname', 'phone', 'address', 'number', 'postal_code', 'city', 'email'] as const;
    for (const name of required) {
      await expect(field(page, t, name)).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, t, name)).toHaveAccessibleDescription(new RegExp(t(`errors:field.${name}`).replace(/[()]/g, '\\$&')));
    }
    for (const label of [t('account:fields.password'), t('account:fields.confirmPassword')])
      await expect(passwordField(page, label)).toHaveAccessibleDescription(new RegExp(t('errors:field.text')));
    await expect(problem(page).getByRole('link')).toHaveCount(required.length + 2);
    await expect(field(page, t, 'additional_address')).not.toHaveAttribute('aria-invalid');
    // A name in the list leads to its field; what is mended is no longer marked.
    await problem(page)
      .getByRole('link', { name: t('account:fields.city'), exact: true })
      .click();
    await expect(field(page, t, 'city')).toBeFocused();
    await page.keyboard.type('Leipzig');
    await expect(field(page, t, 'city')).not.toHaveAttribute('aria-invalid');
    await expect(problem(page).getByRole('link', { name: t('account:fields.city'), exact: true })).toHaveCount(0);
  });

  test(`a postal code and an e-mail address that are none are refused before anything is sent (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/register`);
    const calls = await hold(page, /\/api\/register\//);
    await fillIn(page, t, { ...somebody(), postal_code: '0410', email: 'ana' });
    await fillPasswords(page, t);
    await submit(page, t);
    await expect(field(page, t, 'postal_code')).toBeFocused();
    await expect(field(page, t, 'postal_code')).toHaveAccessibleDescription(t('errors:field.postal_code'));
    await expect(field(page, t, 'email')).toHaveAccessibleDescription(t('errors:field.email'));
    expect(calls.count()).toBe(0);
  });

  test(`the rules of passwords are ticked off while typing (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/register`);
    await ready(page);
    const met = (rule: (typeof RULES)[number]) =>
      page.getByRole('listitem').filter({ hasText: `${t(`account:rules.${rule}`)} (${t('account:rules.met')})` });
    const password = passwordField(page, t('account:fields.password'));
    await expect(password).toHaveAccessibleDescription(new RegExp(t('account:rules.password_uppercase')));
    for (const [typed, rules] of [
      ['a', ['password_lowercase']],
      ['aB', ['password_lowercase', 'password_uppercase']],
      ['aB%', ['password_lowercase', 'password_uppercase', 'password_symbol']],
      ['aB%45678', [...RULES]],
      ['ÇÃO%4567', ['password_min_length', 'password_uppercase', 'password_symbol']],
      ['', []],
    ] as const) {
      await password.fill(typed);
      for (const rule of RULES)
        await expect(met(rule), `${rule} of "${typed}"`).toHaveCount((rules as readonly string[]).includes(rule) ? 1 : 0);
    }
  });

  test(`a password says what it lacks first, then that the second differs (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/register`);
    await fillIn(page, t, somebody());
    for (const [password, rule] of [
      ['a', 'password_min_length'],
      ['aaaaaaaa', 'password_symbol'],
      ['aaaaaaa!', 'password_uppercase'],
      ['AAAAAAA!', 'password_lowercase'],
      [`A!${'a'.repeat(127)}`, 'password_max_length'],
    ] as const) {
      await fillPasswords(page, t, password);
      await submit(page, t);
      await expect(passwordField(page, t('account:fields.password'))).toBeFocused();
      await expect(passwordField(page, t('account:fields.password'))).toHaveAccessibleDescription(new RegExp(t(`errors:${rule}`)));
    }
    await fillPasswords(page, t, PASSWORD, `${PASSWORD}x`);
    await submit(page, t);
    await expect(passwordField(page, t('account:fields.confirmPassword'))).toBeFocused();
    await expect(passwordField(page, t('account:fields.confirmPassword'))).toHaveAccessibleDescription(t('errors:password_mismatch'));
  });

  test(`an address that has an account is told so beside its field, in any case of letters (${locale})`, async ({ page, shop }) => {
    const { email } = await newCustomer(shop);
    await page.goto(`${prefix}/register`);
    await fillIn(page, t, { ...somebody(), email: email.toUpperCase() });
    await fillPasswords(page, t);
    await submit(page, t);
    await expect(field(page, t, 'email')).toBeFocused();
    await expect(field(page, t, 'email')).toHaveAccessibleDescription(t('errors:email_taken'));
    await expect(problem(page)).toContainText(t('errors:registration_error'));
    // What was typed is still there, the passwords too.
    await expect(field(page, t, 'city')).toHaveValue('Leipzig');
    await expect(passwordField(page, t('account:fields.password'))).toHaveValue(PASSWORD);
  });

  test(`a second press opens no second account; then the news takes the focus (${locale})`, async ({ page, shop }) => {
    await page.goto(`${prefix}/register`);
    const person = somebody();
    await fillIn(page, t, person);
    await fillPasswords(page, t);
    const calls = await hold(page, /\/api\/register\//);
    await submit(page, t);
    await expect(button(page, t('account:register.submit'))).toHaveAttribute('aria-busy', 'true');
    // Playwright takes such a button for one that can't be pressed.
    await button(page, t('account:register.submit')).click({ force: true });
    await page.keyboard.press('Enter');
    await calls.release();
    const news = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: t('account:register.success') });
    await expect(news).toBeFocused();
    await expect(news).toContainText(person.email);
    expect(calls.count()).toBe(1);
    const row = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('clients').selectAll().where('email', '=', person.email).executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ name: 'Ana', country: 'DE', postal_code: '04109', locale });
    await news.getByRole('link', { name: t('account:register.login') }).click();
    await expect(page).toHaveURL(`${prefix}/login`);
  });

  test(`password managers find what they look for (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/register`);
    const attributes = await page
      .getByRole('main')
      .locator('form input[name]')
      .evaluateAll((all) => Object.fromEntries((all as HTMLInputElement[]).map((input) => [input.name, [input.type, input.autocomplete]])));
    expect(attributes).toEqual({
      name: ['text', 'given-name'],
      lastname: ['text', 'family-name'],
      phone: ['tel', 'tel'],
      address: ['text', 'address-line1'],
      number: ['text', ''],
      additional_address: ['text', 'address-line2'],
      postal_code: ['text', 'postal-code'],
      city: ['text', 'address-level2'],
      country: ['text', 'country-name'],
      email: ['email', 'username'],
      password: ['password', 'new-password'],
      confirmPassword: ['password', 'new-password'],
    });
    await expect(field(page, t, 'country')).toHaveAttribute('readonly');
  });
}
