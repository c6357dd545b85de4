import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readToken, SESSION_COOKIE, setCookie, TOKEN, type Visit } from './cookies.ts';
import type { Call } from './endpoint.ts';

const COOKIE = 'csrftoken';

/**
 * The CSRF token of a session follows from the session's own secret, so that a cookie planted by another host does not fit.
 * Nothing is stored, and all servers of a database agree without a key.
 */
export const csrfTokenOf = (sessionToken: string): string => createHmac('sha256', sessionToken).update(COOKIE).digest('base64url');

/** The browser's token; scripts of this host read the cookie and send it back in X-CSRFToken. */
export function csrfToken(visit: Visit): string {
  const session = readToken(visit, SESSION_COOKIE);
  // A visitor without a session has nothing to lose that a random token would not protect.
  const token = session ? csrfTokenOf(session) : (readToken(visit, COOKIE) ?? randomBytes(32).toString('base64url'));
  setCookie(visit, COOKIE, token, { httpOnly: false });
  return token;
}

/** Gives the browser the token of a session that begins with this answer: its token from before does not fit. */
export const setCsrfTokenOf = (visit: Visit, sessionToken: string): void =>
  setCookie(visit, COOKIE, csrfTokenOf(sessionToken), { httpOnly: false });

/** Whether a call comes from a page of ours: another site can make the browser send the cookie, but not read it. */
export function hasCsrfToken(call: Pick<Call, 'ctx' | 'cookies' | 'request'>): boolean {
  const header = call.request.headers.get('x-csrftoken') ?? '';
  const cookie = readToken(call, COOKIE);
  if (!cookie || !TOKEN.test(header) || !isSame(header, cookie)) return false;
  const session = readToken(call, SESSION_COOKIE);
  return !session || isSame(header, csrfTokenOf(session));
}

/** Of tokens, which all have the same length. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * The same for a form that the browser sends by itself, without a script that could send a header: the browser says
 * where it came from. One that says nothing is believed.
 */
export function isOwnForm({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return !origin || origin === new URL(siteUrl).origin;
}
