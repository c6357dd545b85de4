import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Call } from './endpoint.ts';

const COOKIE = 'csrftoken';
const TOKEN = /^[\w-]{43}$/;

/** The browser's token, made at its first request; scripts of this host read the cookie and send it back in X-CSRFToken. */
export function csrfToken({ cookies, ctx }: Call): string {
  const known = cookies.get(COOKIE)?.value;
  const token = known && TOKEN.test(known) ? known : randomBytes(32).toString('base64url');
  cookies.set(COOKIE, token, { path: '/', sameSite: 'lax', secure: ctx.config.siteUrl.startsWith('https:'), httpOnly: false });
  return token;
}

/** Whether a call comes from a page of ours: another site can make the browser send the cookie, but not read it. */
export function hasCsrfToken({ cookies, request }: Pick<Call, 'cookies' | 'request'>): boolean {
  const cookie = cookies.get(COOKIE)?.value ?? '';
  const header = request.headers.get('x-csrftoken') ?? '';
  // Both of the same bytes: other lengths would throw.
  return TOKEN.test(cookie) && TOKEN.test(header) && timingSafeEqual(Buffer.from(header), Buffer.from(cookie));
}

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
