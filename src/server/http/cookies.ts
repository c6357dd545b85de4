import type { IncomingMessage } from 'node:http';
import type { Call } from './call.ts';

export const SESSION_COOKIE = 'session';

/** 256 random or derived bits in base64url. */
export const TOKEN = /^[\w-]{43}$/;

/** The part of a call that reads and writes cookies. */
export type Visit = Pick<Call, 'ctx' | 'cookies'>;

/** The part of a call that reads cookies. */
export interface CookieReader {
  ctx: Visit['ctx'];
  cookies: { get: (name: string) => { value: string } | undefined };
}

/** The cookies of a request that no page or call handles yet. */
export function readCookies({ headers }: Pick<IncomingMessage, 'headers'>): CookieReader['cookies'] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const values = new Map(pairs.map(([name = '', value = '']) => [name, { value }]));
  return { get: (name) => values.get(name) };
}

interface CookieOptions {
  /** Whether scripts cannot read the cookie; the default. */
  httpOnly?: boolean;
  /** Without a lifetime the cookie ends with the browser session. */
  maxAgeSeconds?: number;
  /** 'strict': not sent with a request that another site caused, a followed link included. */
  sameSite?: 'lax' | 'strict';
}

const isSecure = ({ ctx }: Pick<Visit, 'ctx'>): boolean => ctx.config.siteUrl.startsWith('https:');

/**
 * Browsers accept a `__Host-` cookie only from this host over https, so a sibling domain cannot plant one. Plain http
 * on this machine uses plain names.
 */
const nameOf = (visit: Pick<Visit, 'ctx'>, name: string): string => (isSecure(visit) ? `__Host-${name}` : name);

/** A cookie's value, which is untrusted. */
export const readCookie = (visit: CookieReader, name: string): string | undefined =>
  visit.cookies.get(nameOf(visit, name))?.value;

/** The token in a cookie; undefined unless the value has the format of a token. */
export function readToken(visit: CookieReader, name: string): string | undefined {
  const value = readCookie(visit, name);
  return value && TOKEN.test(value) ? value : undefined;
}

export function setCookie(
  visit: Visit,
  name: string,
  value: string,
  { httpOnly = true, maxAgeSeconds, sameSite = 'lax' }: CookieOptions = {},
): void {
  visit.cookies.set(nameOf(visit, name), value, {
    path: '/',
    sameSite,
    secure: isSecure(visit),
    httpOnly,
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  });
}

// Browsers delete a `__Host-` cookie only when the deletion has the same attributes.
export const deleteCookie = (visit: Visit, name: string): void =>
  visit.cookies.delete(nameOf(visit, name), { path: '/', secure: isSecure(visit) });
