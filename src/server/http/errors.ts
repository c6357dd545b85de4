import { translator, type Translate } from '#src/i18n/translate.ts';
import { formatWait } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { isUnavailable } from '#src/server/db/unavailable.ts';

/** Status of each expected failure; each kind is a key of the error catalogue. */
const STATUS = {
  invalid_input: 400,
  password_min_length: 400,
  password_symbol: 400,
  password_uppercase: 400,
  password_lowercase: 400,
  password_mismatch: 400,
  password_max_length: 400,
  password_common: 400,
  email_taken: 400,
  current_password_incorrect: 400,
  reset_token_invalid: 400,
  bad_signature: 400,
  invalid_credentials: 401,
  not_signed_in: 401,
  csrf_failed: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  sold_out: 409,
  code_used_up: 409,
  sale_locked: 409,
  in_stock: 409,
  price_changed: 409,
  age_restricted: 409,
  order_not_paid: 409,
  too_late: 409,
  order_mismatch: 409,
  account_exists: 409,
  too_many_addresses: 409,
  order_not_confirmed: 409,
  payment_not_approved: 409,
  payment_in_progress: 409,
  payment_mismatch: 409,
  request_reused: 409,
  transfer_limit: 409,
  checkout_closed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  payment_declined: 422,
  address_refused: 422,
  too_many_requests: 429,
  too_many_withdrawals: 429,
  withdrawal_unacknowledged: 429,
  too_many_unpaid: 429,
  server_error: 500,
  paypal_err: 503,
  maintenance: 503,
  service_unavailable: 503,
} as const;

export type ErrorKind = keyof typeof STATUS;

export const statusOf = (kind: ErrorKind): number => STATUS[kind];

export interface HttpError {
  kind: ErrorKind;
  /** Values for the placeholders in the error's text. */
  values?: Record<string, string | number>;
  /** Messages per invalid field. */
  fields?: Record<string, string[]>;
  headers?: Record<string, string>;
  /** Further members of the response body. */
  data?: Record<string, unknown>;
}

const MINUTE = 60;

/** "45 seconds", "15 minutes". A full hour has its own text, because German inflects it: "in einer Stunde". */
const waitText = (seconds: number, t: Translate, locale: Locale): string =>
  Math.ceil(seconds / MINUTE) === 60 ? t('wait.hour') : formatWait(seconds, locale);

/** The error's text for people. */
export function errorText({ kind, values = {} }: Pick<HttpError, 'kind' | 'values'>, locale: Locale): string {
  const t = translator(locale);
  const wait = typeof values.seconds === 'number' ? { wait: waitText(values.seconds, t, locale) } : {};
  return t(`errors:${kind}`, { ...values, ...wait });
}

/** The database is temporarily unusable or the queue is full; the same call may succeed in some seconds. */
export const UNAVAILABLE: HttpError = { kind: 'service_unavailable', headers: { 'retry-after': '5' } };

/** Maps a thrown error to a response: a bug, or a temporarily unusable database. */
export const failureOf = (error: unknown): HttpError => (isUnavailable(error) ? UNAVAILABLE : { kind: 'server_error' });

/** The only shape of error responses: code, detail and message, and a list for each invalid field. */
export function errorResponse(
  { kind, values = {}, fields = {}, headers = {}, data }: HttpError,
  locale: Locale,
): Response {
  const { message, ...lists } = fields;
  // A field named `message` would collide with the text, so its list is called `message_errors`. When it is the only
  // invalid field, its hint also becomes the text.
  const ownText = Object.keys(lists).length === 0 && message?.[0];
  const text = ownText || errorText({ kind, values }, locale);
  const body = {
    ...data,
    ...lists,
    ...(message && { message_errors: message }),
    code: kind,
    detail: text,
    message: text,
  };
  return Response.json(body, {
    status: STATUS[kind],
    headers: { 'cache-control': 'no-store', 'content-language': locale, ...headers },
  });
}
