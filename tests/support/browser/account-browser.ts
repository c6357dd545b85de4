import { expect, type Page } from 'playwright/test';
import type { AccountTexts } from '#src/features/account/account-texts.ts';
import type { StoredClient } from '#src/features/account/client.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { newEmail, PASSWORD } from '../people/sign-in.ts';

export type FieldName = keyof AccountTexts['fields'];

const main = (page: Page) => page.getByRole('main');

/** A field of the page's form. The label of an optional field says "optional". */
export function field(page: Page, t: Translate, name: FieldName) {
  const label = t(`account:fields.${name}`).replace(/[()]/g, '\\$&');
  return main(page).getByRole('textbox', { name: new RegExp(`^${label}( \\(${t('form.optional')}\\))?$`) });
}

/** Password fields have no ARIA role, so they are found by their label. */
export const passwordField = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });

export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Waits until the form's island has hydrated. */
export const ready = (page: Page) => expect(main(page).locator('form[data-ready]').first()).toBeAttached();

/** What a form says at an empty field: the field's error without the limits in brackets. */
export const missing = (error: string) => error.replace(/ \(.*\)/, '');

/** The form's message above its fields. */
export const problem = (page: Page) => main(page).getByRole('alert').first();

/** The values of the registration form, except the password. */
export const somebody = () => ({
  name: 'Ana',
  lastname: 'Müller',
  phone: '0341 555',
  address: 'Rosenweg',
  number: '7a',
  postal_code: '04109',
  city: 'Leipzig',
  email: newEmail(),
});

export async function fillIn(page: Page, t: Translate, values: Partial<Record<FieldName, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, t, name as FieldName).fill(value);
}

export async function fillPasswords(
  page: Page,
  t: Translate,
  password = PASSWORD,
  confirmation = password,
  label: FieldName = 'password',
) {
  await passwordField(page, t(`account:fields.${label}`)).fill(password);
  await passwordField(page, t('account:fields.confirmPassword')).fill(confirmation);
}

/** Fills in and submits the login form. */
export async function logIn(page: Page, t: Translate, email: string, password = PASSWORD): Promise<void> {
  await field(page, t, 'email').fill(email);
  await passwordField(page, t('account:fields.password')).fill(password);
  await button(page, t('account:login.submit')).click();
}

/** The client as the browser stores it. */
export const storedClient = (page: Page): Promise<Partial<StoredClient>> =>
  page.evaluate(() => ({
    ...(localStorage.getItem('clientName') !== null && { clientName: localStorage.getItem('clientName') }),
    ...JSON.parse(localStorage.getItem('client') ?? '{}'),
  }));
