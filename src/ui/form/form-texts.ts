import type commonTexts from '#locales/en-US/common.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';

type CommonTexts = typeof commonTexts;

/** What every form may have to say. */
export type FormTexts = CommonTexts['form'] & {
  /** Above the fields, when some of them are refused. */
  invalid: string;
  network: string;
  /** When somebody else than the API answered. */
  unknown: string;
  /** What to write into a field, by its name; `text` for any other. */
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

/** For the pages, which hand them to their islands: those import the type only. `names`: the fields of a form that is short of bytes. */
export function formTexts(locale: Locale, names: readonly FieldWithText[] = FIELDS): FormTexts {
  const { invalid_input, network_error, fetch_error } = resources[locale].errors;
  const { field } = resources[locale].errors;
  const fields = Object.fromEntries(names.map((name) => [name, field[name]])) as FormTexts['fields'];
  return { ...resources[locale].common.form, invalid: invalid_input, network: network_error, unknown: fetch_error, fields };
}
