import { withoutPrefix } from '#src/i18n/locales.ts';

/** Paths that must not follow a login or a registration: API calls, and pages that would lead back to either. */
const REFUSED_PATHS = /^\/(?:api|login|logout|register)(?:[/?#]|$)/;

/**
 * One slash, then printable ASCII without a backslash. A `Location` header allows nothing else, and browsers drop
 * spaces and control characters. The shop's own pages encode all other characters.
 */
const PATH = /^\/(?!\/)[!-[\]-~]{0,2000}$/;

/**
 * Returns the path to open after a login or a registration if it is a safe path of this site; two slashes in a row are
 * unsafe.
 */
export function safeNext(next: string | null): string | undefined {
  if (!next || !PATH.test(next) || next.includes('//') || REFUSED_PATHS.test(withoutPrefix(next))) return undefined;
  return next;
}
