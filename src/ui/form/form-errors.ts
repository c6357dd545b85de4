import type { FetchError } from '#src/shared/fetch-json.ts';
import type { FormTexts } from './form-texts.ts';

export type Values = Record<string, string>;
/** Error messages by the name of the field. */
export type FieldErrors = Record<string, string | undefined>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form's fields in document order. */
export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter((element): element is Control => 'name' in element && element.name !== '');

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function isRefused(control: Control): boolean {
  const value = control.value.trim();
  if (value === '') return control.required;
  // Browsers refuse valid addresses with an umlaut. The API checks the rest.
  if (control.type === 'email') return !EMAIL.test(value);
  return !control.validity.valid;
}

/** Errors from the fields' own attributes: required, type, pattern. */
export function refusedByForm(form: HTMLFormElement, { fields }: FormTexts): FieldErrors {
  const refused = controlsOf(form).filter(isRefused);
  return Object.fromEntries(refused.map(({ name }) => [name, fields[name] ?? fields.text]));
}

/** The API's errors per field, for fields that the form has. */
export function refusedByApi(form: HTMLFormElement, { body }: FetchError): FieldErrors {
  const { message_errors: message, ...others } = (body ?? {}) as Record<string, unknown>;
  const lists = Object.entries({ ...others, message }).filter(([, list]) => Array.isArray(list));
  const names = new Set(controlsOf(form).map(({ name }) => name));
  return Object.fromEntries(lists.filter(([name]) => names.has(name)).map(([name, list]) => [name, String((list as unknown[])[0])]));
}

/** The message for an error that belongs to no field. */
export function messageOf({ kind, status, detail }: FetchError, texts: FormTexts, otherwise: string): string {
  if (status === 0) return texts.network;
  if (kind === 'csrf_failed' && !navigator.cookieEnabled) return texts.cookies;
  return detail ?? otherwise;
}
