import type { Page } from 'playwright/test';
import { translator, type Translate } from '#src/i18n/translate.ts';
import {
  button,
  field,
  fillIn,
  fillPasswords,
  missing,
  passwordField,
  problem,
  ready,
  somebody,
  storedClient,
} from '../../support/browser/account-browser.ts';
import { hold } from '../../support/browser/cart-browser.ts';
import { newCustomer, PASSWORD, withDatabase } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });
test.use({ isRefused: true });

const RULES = ['password_min_length', 'password_symbol', 'password_uppercase', 'password_lowercase'] as const;

const submit = (page: Page, t: Translate) => button(page, t('account:register.submit')).click();

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the form says what is missing or wrong before anything is sent (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/register`);
    await test.step(`an empty form shows a message beside every missing field and focuses the first`, async () => {
      await submit(page, t);
      await expect(field(page, t, 'name')).toBeFocused();
      await expect(problem(page)).toContainText(t('errors:registration_error'));
      const required = ['name', 'lastname', 'address', 'number', 'postal_code', 'city', 'email'] as const;
      for (const name of required) {
        await expect(field(page, t, name)).toHaveAttribute('aria-invalid', 'true');
        await expect(field(page, t, name)).toHaveAccessibleDescription(
          new RegExp(missing(t(`errors:field.${name}`)).replace(/[()]/g, '\\$&')),
        );
      }
      for (const label of [t('account:fields.password'), t('account:fields.confirmPassword')])
        await expect(passwordField(page, label)).toHaveAccessibleDescription(new RegExp(t('errors:field.text')));
      for (const name of ['phone', 'additional_address'] as const)
        await expect(field(page, t, name)).not.toHaveAttribute('aria-invalid');
      // Screen readers hear which fields are invalid; on the screen this takes no room.
      await expect(problem(page)).toContainText(`${t('account:fields.name')}, ${t('account:fields.lastname')}`);
      expect((await problem(page).boundingBox())!.height).toBeLessThan(120);
      await field(page, t, 'city').fill('Leipzig');
      await expect(field(page, t, 'city')).not.toHaveAttribute('aria-invalid');
      await expect(problem(page)).not.toContainText(t('account:fields.city'));
    });

    await test.step(`an invalid postal code and e-mail address are refused before anything is sent`, async () => {
      const calls = await hold(page, /\/api\/register\//);
      await fillIn(page, t, { ...somebody(), postal_code: '0410', email: 'ana' });
      await fillPasswords(page, t);
      await submit(page, t);
      await expect(field(page, t, 'postal_code')).toBeFocused();
      await expect(field(page, t, 'postal_code')).toHaveAccessibleDescription(t('errors:field.postal_code'));
      await expect(field(page, t, 'email')).toHaveAccessibleDescription(t('errors:field.email'));
      expect(calls.count()).toBe(0);
    });

    await test.step(`the password rules are ticked off while typing`, async () => {
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
          await expect(met(rule), `${rule} of "${typed}"`).toHaveCount(
            (rules as readonly string[]).includes(rule) ? 1 : 0,
          );
      }
    });

    await test.step(`the first broken password rule is shown, then a different confirmation`, async () => {
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
        await expect(passwordField(page, t('account:fields.password'))).toHaveAccessibleDescription(
          new RegExp(t(`errors:${rule}`)),
        );
      }
      await fillPasswords(page, t, PASSWORD, `${PASSWORD}x`);
      await submit(page, t);
      await expect(passwordField(page, t('account:fields.confirmPassword'))).toBeFocused();
      await expect(passwordField(page, t('account:fields.confirmPassword'))).toHaveAccessibleDescription(
        t('errors:password_mismatch'),
      );
    });
  });

  test(`the address of an existing account shows a message beside its field, in any case of letters (${locale})`, async ({
    page,
    shop,
  }) => {
    const { email } = await newCustomer(shop);
    await page.goto(`${prefix}/register`);
    await fillIn(page, t, { ...somebody(), email: email.toUpperCase() });
    await fillPasswords(page, t);
    await submit(page, t);
    await expect(field(page, t, 'email')).toBeFocused();
    await expect(field(page, t, 'email')).toHaveAccessibleDescription(t('errors:email_taken'));
    await expect(problem(page)).toContainText(t('errors:registration_error'));
    // The typed text stays, including the passwords.
    await expect(field(page, t, 'city')).toHaveValue('Leipzig');
    await expect(passwordField(page, t('account:fields.password'))).toHaveValue(PASSWORD);
  });

  test(`a second press creates no second account; the client is signed in and led to the cart (${locale})`, async ({
    page,
    shop,
  }) => {
    await page.goto(`${prefix}/register`);
    const person = somebody();
    await fillIn(page, t, person);
    await fillPasswords(page, t);
    const calls = await hold(page, /\/api\/register\//);
    await submit(page, t);
    await expect(button(page, t('account:register.submit'))).toHaveAttribute('aria-busy', 'true');
    // Playwright treats aria-disabled as disabled.
    await button(page, t('account:register.submit')).click({ force: true });
    await page.keyboard.press('Enter');
    await calls.release();
    const message = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: t('account:register.success') });
    await expect(message).toBeFocused();
    await expect(message).toContainText(person.email);
    await expect(field(page, t, 'email')).toHaveCount(0);
    expect(await storedClient(page)).toMatchObject({ clientName: 'Ana', clientEmail: person.email });
    expect(calls.count()).toBe(1);
    await expect(page.getByRole('banner').getByRole('button', { name: t('account:menu.label') })).toBeVisible();
    const row = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('clients').selectAll().where('email', '=', person.email).executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ name: 'Ana', country: 'DE', postal_code: '04109', locale });
    await message.getByRole('link', { name: t('account:register.toCart') }).click();
    await expect(page).toHaveURL(`${prefix}/cart#checkout`);
    await page.goto(`${prefix}/update-client`);
    await expect(field(page, t, 'email')).toHaveValue(person.email);
  });

  test(
    `typed text survives a change of language and a reload until it is sent, but never a password (${locale})`,
    MATRIX,
    async ({ page }) => {
      await page.goto(`${prefix}/register`);
      await ready(page);
      const person = somebody();
      await fillIn(page, t, person);
      await fillPasswords(page, t);
      await page.getByRole('checkbox', { name: t('form.showPassword') }).check();
      await field(page, t, 'city').fill('Halle');
      await page.getByRole('banner').getByRole('link', { name: 'English (US)' }).click();
      await expect(page).toHaveURL('/en/register');
      const en = translator('en-US');
      for (let visit = 0; visit < 2; visit++) {
        await ready(page);
        await expect(field(page, en, 'city')).toHaveValue('Halle');
        await expect(field(page, en, 'email')).toHaveValue(person.email);
        for (const label of [en('account:fields.password'), en('account:fields.confirmPassword')])
          await expect(passwordField(page, label)).toHaveValue('');
        await page.reload();
      }
      await fillPasswords(page, en);
      await button(page, en('account:register.submit')).click();
      await expect(page.getByText(en('account:register.success'))).toBeVisible();
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(person.email);
    },
  );

  test(`autofill knows every field, and a house number behind the street moves to its own field (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/register`);
    const attributes = await page
      .getByRole('main')
      .locator('form input[name]')
      .evaluateAll((all) =>
        Object.fromEntries((all as HTMLInputElement[]).map((input) => [input.name, [input.type, input.autocomplete]])),
      );
    expect(attributes).toEqual({
      name: ['text', 'given-name'],
      lastname: ['text', 'family-name'],
      phone: ['tel', 'tel'],
      address: ['text', 'address-line1'],
      number: ['text', 'on'],
      additional_address: ['text', 'address-line2'],
      postal_code: ['text', 'postal-code'],
      city: ['text', 'address-level2'],
      country: ['text', 'country-name'],
      email: ['email', 'email'],
      password: ['password', 'new-password'],
      confirmPassword: ['password', 'new-password'],
    });
    await expect(field(page, t, 'country')).toHaveAttribute('readonly');
    await ready(page);
    await field(page, t, 'address').fill('Straße des 17. Juni 135a');
    await field(page, t, 'city').focus();
    await expect(field(page, t, 'address')).toHaveValue('Straße des 17. Juni');
    await expect(field(page, t, 'number')).toHaveValue('135a');
    await field(page, t, 'number').fill('');
    await field(page, t, 'address').fill('Hauptstraße 12');
    await field(page, t, 'number').click();
    await page.keyboard.type('12');
    await field(page, t, 'city').focus();
    await expect(field(page, t, 'number')).toHaveValue('12');
    await expect(field(page, t, 'address')).toHaveValue('Hauptstraße');
    await field(page, t, 'number').fill('');
    await field(page, t, 'address').fill('Packstation 123');
    await field(page, t, 'number').click();
    await page.keyboard.type('12345678');
    await field(page, t, 'city').focus();
    await expect(field(page, t, 'address')).toHaveValue('Packstation 123');
    await expect(field(page, t, 'number')).toHaveValue('12345678');
  });
}
