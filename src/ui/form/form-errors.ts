import type { FetchError } from '#src/shared/fetch-json.ts';
import type { FormTexts } from './form-texts.ts';

export type Values = Record<string, string>;
/** Error messages by the name of the field. */
export type FieldErrors = Record<string, string | undefined>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form's fields in document order. */
export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter((element): element is Control => 'name' in element && element.name !== '');

/** Its fields that can be filled in: none in a disabled fieldset. */
export const openControlsOf = (form: HTMLFormElement): Control[] =>
  controlsOf(form).filter((control) => !control.matches(':disabled'));

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function isRefused(control: Control): boolean {
  const value = control.value.trim();
  if (value === '') return control.required;
  // Browsers refuse valid addresses with an umlaut. The API checks the rest.
  if (control.type === 'email') return !EMAIL.test(value);
  return !control.validity.valid;
}

/** Errors from the fields' own attributes: required, type, pattern. An empty field needs no limits, in brackets. */
export function refusedByForm(form: HTMLFormElement, { fields }: FormTexts): FieldErrors {
  const refused = openControlsOf(form).filter(isRefused);
  return Object.fromEntries(
    refused.map(({ name, value }) => {
      const text = fields[name] ?? fields.text;
      return [name, value.trim() ? text : text.replace(/ \(.*\)/, '')];
    }),
  );
}

/**
 * The API's errors per field, for the fields that can be filled in, and the messages for all others. "shipping.name"
 * belongs to the field "name".
 */
export function refusedByApi(form: HTMLFormElement, { body }: FetchError): { errors: FieldErrors; others: string[] } {
  const { message_errors: message, ...lists } = (body ?? {}) as Record<string, unknown>;
  const names = new Set(openControlsOf(form).map(({ name }) => name));
  const errors: FieldErrors = {};
  const others: string[] = [];
  for (const [path, list] of Object.entries({ ...lists, message })) {
    if (!Array.isArray(list) || typeof list[0] !== 'string') continue;
    const name = names.has(path) ? path : path.slice(path.lastIndexOf('.') + 1);
    if (names.has(name)) errors[name] ??= list[0];
    else others.push(list[0]);
  }
  return { errors, others };
}

/** The message for an error that belongs to no field. */
export function messageOf({ kind, status, detail }: FetchError, texts: FormTexts, otherwise: string): string {
  if (status === 0) return texts.network;
  if (kind === 'csrf_failed' && !navigator.cookieEnabled) return texts.cookies;
  return detail ?? otherwise;
}
