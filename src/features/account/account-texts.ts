import type accountTexts from '#locales/en-US/account.json';
import type checkoutTexts from '#locales/en-US/checkout.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import { formTexts, type FormTexts } from '#src/ui/form/form-texts.ts';
import type { PasswordProblem } from '#src/shared/password.ts';

export type AccountTexts = typeof accountTexts;

/** The texts that all account forms share; each form adds its own. */
export type AccountFormTexts = Pick<AccountTexts, 'fields' | 'rules'> & {
  form: FormTexts;
  passwords: Record<PasswordProblem, string>;
  /** The message above the fields when the API refuses the input. */
  failed?: string;
};

/** The texts of the further addresses. */
export type AddressTexts = AccountTexts['addresses'] & {
  form: FormTexts;
  fields: typeof checkoutTexts.page.fields & typeof checkoutTexts.wishes.fields;
  vatHint: string;
  undo: string;
};

export function addressTexts(locale: Locale): AddressTexts {
  const { page, wishes } = resources[locale].checkout;
  const { name, company, vat_id, postal_code } = wishes.problems;
  const form = formTexts(locale);
  return {
    ...resources[locale].account.addresses,
    form: { ...form, fields: { ...form.fields, name, company, vat_id, postal_code } },
    fields: { ...page.fields, ...wishes.fields },
    vatHint: wishes.vatHint,
    undo: resources[locale].cart.undo,
  };
}

/** Pages call this and pass the texts to their islands, because islands must not bundle all texts. */
export function accountFormTexts(locale: Locale): AccountFormTexts {
  const { fields, rules } = resources[locale].account;
  const {
    password_min_length,
    password_max_length,
    password_symbol,
    password_uppercase,
    password_lowercase,
    password_mismatch,
  } = resources[locale].errors;
  const passwords = {
    password_min_length,
    password_max_length,
    password_symbol,
    password_uppercase,
    password_lowercase,
    password_mismatch,
  };
  return { fields, rules, form: formTexts(locale), passwords };
}
