import { translator } from '#src/i18n/translate.ts';
import type { Locale } from '#src/i18n/locales.ts';

/** Status of each kind of expected failure; a kind is a key of the error catalogue. */
const STATUS = {
  invalid_input: 400,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  server_error: 500,
} as const;

export type ErrorKind = keyof typeof STATUS;

export interface HttpError {
  kind: ErrorKind;
  /** Numbers and names for the error's text. */
  values?: Record<string, string | number>;
  /** Messages per invalid field. */
  fields?: Record<string, string[]>;
  headers?: Record<string, string>;
}

/** The one shape of an error answer: code, detail and message, and lists per invalid field. */
export function errorResponse({ kind, values = {}, fields = {}, headers = {} }: HttpError, locale: Locale): Response {
  const text = translator(locale)(`errors:${kind}`, values);
  const body = { ...fields, code: kind, detail: text, message: text };
  return Response.json(body, { status: STATUS[kind], headers: { 'cache-control': 'no-store', 'content-language': locale, ...headers } });
}
