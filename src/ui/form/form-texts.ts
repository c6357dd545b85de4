import type commonTexts from '#locales/en-US/common.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';

type CommonTexts = typeof commonTexts;

/** Texts that every form may need. */
export type FormTexts = CommonTexts['form'] & {
  /** Shown above the fields when some of them are refused. */
  invalid: string;
  network: string;
  /** Shown when the response did not come from the API. */
  unknown: string;
  /** The error of an empty or wrong field, by its name; `text` for any other field. */
  fields: { text: string } & Record<string, string>;
};

const FIELDS = [
  'text',
  'name',
  'lastname',
  'email',
  'address',
  'number',
  'additional_address',
  'postal_code',
  'city',
  'country',
  'phone',
] as const;
type FieldWithText = (typeof FIELDS)[number];

/**
 * Pages pass these texts to islands as props, so that islands import the type only. `names`: only these fields, to save
 * bytes.
 */
export function formTexts(locale: Locale, names: readonly FieldWithText[] = FIELDS): FormTexts {
  const { invalid_input, network_error, fetch_error } = resources[locale].errors;
  const { field } = resources[locale].errors;
  const fields = Object.fromEntries(names.map((name) => [name, field[name]])) as FormTexts['fields'];
  return {
    ...resources[locale].common.form,
    invalid: invalid_input,
    network: network_error,
    unknown: fetch_error,
    fields,
  };
}
