import { expect, type Page } from 'playwright/test';
import type { AccountTexts } from '#src/features/account/account-texts.ts';
import type { StoredClient } from '#src/features/account/client.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { newEmail, PASSWORD } from './sign-in.ts';

export type FieldName = keyof AccountTexts['fields'];

const main = (page: Page) => page.getByRole('main');

/** A field of the page's form; what is optional says so behind its label. */
export const field = (page: Page, t: Translate, name: FieldName) =>
  main(page).getByRole('textbox', { name: new RegExp(`^${t(`account:fields.${name}`)}( \\(${t('form.optional')}\\))?$`) });

/** Fields that hold a password have no role. */
export const passwordField = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });

export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** The island has arrived. */
export const ready = (page: Page) => expect(main(page).locator('form[data-ready]').first()).toBeAttached();

/** Where a form says what is wrong with it. */
export const problem = (page: Page) => main(page).getByRole('alert').first();

/** What the registration form asks for, its password apart. */
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

export async function fillPasswords(page: Page, t: Translate, password = PASSWORD, confirmation = password, label: FieldName = 'password') {
  await passwordField(page, t(`account:fields.${label}`)).fill(password);
  await passwordField(page, t('account:fields.confirmPassword')).fill(confirmation);
}

/** Fills in the login form and sends it. */
export async function logIn(page: Page, t: Translate, email: string, password = PASSWORD): Promise<void> {
  await field(page, t, 'email').fill(email);
  await passwordField(page, t('account:fields.password')).fill(password);
  await button(page, t('account:login.submit')).click();
}

/** The client as the browser keeps it. */
export const storedClient = (page: Page): Promise<Partial<StoredClient>> =>
  page.evaluate(() => ({
    ...(localStorage.getItem('clientName') !== null && { clientName: localStorage.getItem('clientName') }),
    ...JSON.parse(localStorage.getItem('client') ?? '{}'),
  }));
