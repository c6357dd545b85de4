/** Paths that a person must not be led to after signing in: calls, and pages that would lead back here. */
const NOWHERE = /^\/(?:(?:de|en)\/)?(?:api|login|logout)(?:[/?#]|$)/;

/**
 * Where to go after signing in, if it is a path of this site: one slash, then no backslash, no second slash in a row,
 * no space and no control character, which browsers leave out when they read an address.
 */
export function safeNext(next: string | null): string | undefined {
  if (!next || !/^\/(?!\/)[^\\\u0000-\u0020\u007f-\u00a0]*$/.test(next) || next.includes('//') || NOWHERE.test(next)) return undefined;
  return next;
}
