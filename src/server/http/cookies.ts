import type { Call } from './endpoint.ts';

export const SESSION_COOKIE = 'session';

/** 256 random or derived bits in base64url. */
export const TOKEN = /^[\w-]{43}$/;

/** What a cookie is read from and written to. */
export type Visit = Pick<Call, 'ctx' | 'cookies'>;

interface CookieOptions {
  /** Hidden from scripts; the default. */
  httpOnly?: boolean;
  /** Without it the cookie ends with the browser. */
  maxAgeSeconds?: number;
}

const isSecure = ({ ctx }: Visit): boolean => ctx.config.siteUrl.startsWith('https:');

/**
 * Browsers take a cookie of such a name from this very host by https only, so a sibling domain cannot plant one.
 * Plain http on this machine keeps the plain names.
 */
const nameOf = (visit: Visit, name: string): string => (isSecure(visit) ? `__Host-${name}` : name);

/** The token that a cookie holds; undefined for anything that is no token of ours. */
export function readToken(visit: Visit, name: string): string | undefined {
  const value = visit.cookies.get(nameOf(visit, name))?.value;
  return value && TOKEN.test(value) ? value : undefined;
}

export function setCookie(visit: Visit, name: string, value: string, { httpOnly = true, maxAgeSeconds }: CookieOptions = {}): void {
  visit.cookies.set(nameOf(visit, name), value, {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(visit),
    httpOnly,
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  });
}

// Browsers also refuse to delete a `__Host-` cookie by a line without its attributes.
export const deleteCookie = (visit: Visit, name: string): void =>
  visit.cookies.delete(nameOf(visit, name), { path: '/', secure: isSecure(visit) });
