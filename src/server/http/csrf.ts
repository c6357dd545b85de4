import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readToken, SESSION_COOKIE, setCookie, TOKEN, type Visit } from './cookies.ts';
import type { Call } from './call.ts';

const COOKIE = 'csrftoken';

/**
 * The CSRF token is derived from the session's secret, so a cookie planted by another host does not match. It needs no
 * storage and no shared key.
 */
export const csrfTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update(COOKIE).digest('base64url');

/** The browser's token; scripts of this host read it from the cookie and return it in X-CSRFToken. */
export function csrfToken(visit: Visit): string {
  const session = readToken(visit, SESSION_COOKIE);
  // A visitor without a session gets a random token, because there is no session to protect.
  const token = session ? csrfTokenOf(session) : (readToken(visit, COOKIE) ?? randomBytes(32).toString('base64url'));
  setCookie(visit, COOKIE, token, { httpOnly: false });
  return token;
}

/** Sends the browser the token of a new session, because the earlier token no longer matches. */
export const setCsrfTokenOf = (visit: Visit, sessionToken: string): void =>
  setCookie(visit, COOKIE, csrfTokenOf(sessionToken), { httpOnly: false });

/** Whether a call comes from our own page: another site can make the browser send the cookie, but cannot read it. */
export function hasCsrfToken(call: Pick<Call, 'ctx' | 'cookies' | 'request'>): boolean {
  const header = call.request.headers.get('x-csrftoken') ?? '';
  const cookie = readToken(call, COOKIE);
  if (!cookie || !TOKEN.test(header) || !isSame(header, cookie)) return false;
  const session = readToken(call, SESSION_COOKIE);
  return !session || isSame(header, csrfTokenOf(session));
}

/** Compares tokens, which all have the same length, in constant time. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Whether a form that the browser submits without a script comes from our own page: the browser's headers name the
 * origin. A browser without these headers is trusted.
 */
export function isOwnForm({ headers }: Request, siteUrl: string): boolean {
  const origin = headers.get('origin');
  // WebKit sends `Sec-Fetch-Site: cross-site` with our own origin when a form opens a new window.
  if (origin === new URL(siteUrl).origin) return true;
  const site = headers.get('sec-fetch-site');
  return site ? site === 'same-origin' || site === 'none' : !origin;
}
