import { withoutPrefix } from '#src/i18n/locales.ts';

/** Paths that a person must not be led to after signing in: calls, and pages that would lead back here. */
const NOWHERE = /^\/(?:api|login|logout)(?:[/?#]|$)/;

/**
 * One slash, then printable ASCII without a backslash, because a `Location` header takes nothing else and browsers leave
 * spaces and control characters out. The shop's own pages encode all other characters.
 */
const PATH = /^\/(?!\/)[!-[\]-~]{0,2000}$/;

/** Where to go after signing in, if it is a path of this site without a second slash in a row. */
export function safeNext(next: string | null): string | undefined {
  if (!next || !PATH.test(next) || next.includes('//') || NOWHERE.test(withoutPrefix(next))) return undefined;
  return next;
}
