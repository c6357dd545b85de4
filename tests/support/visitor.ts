import type { Answer } from './call.ts';
import { CSRF } from './cart-call.ts';

type Headers = Record<string, string>;

export interface VisitorAnswer<T> extends Answer<T> {
  /** `Set-Cookie` lines as they came. */
  setCookies: string[];
}

/** A browser as the API sees it: it keeps cookies, and sends the CSRF token as the shop's own pages do. */
export interface Visitor {
  cookies: Map<string, string>;
  get: <T = object>(path: string, headers?: Headers) => Promise<VisitorAnswer<T>>;
  post: <T = object>(path: string, body?: unknown, headers?: Headers) => Promise<VisitorAnswer<T>>;
  put: <T = object>(path: string, body?: unknown, headers?: Headers) => Promise<VisitorAnswer<T>>;
}

let count = 0;
/** A network address of its own each time, for shops that trust one proxy (TRUST_PROXY=1); others take no notice. */
export const newAddress = () => `10.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;

/** A new browser without a session, at a network address of its own; `headers` go with each of its calls. */
export function newVisitor(base: string, own: Headers = {}): Visitor {
  const headers = { 'x-forwarded-for': newAddress(), ...own };
  const cookies = new Map([['csrftoken', CSRF]]);
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  };
  async function ask<T>(method: string, path: string, more: Headers, body?: string): Promise<VisitorAnswer<T>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(base + path, { method, headers: { cookie, ...headers, ...more }, body: body ?? null, redirect: 'manual' });
    const setCookies = response.headers.getSetCookie();
    setCookies.forEach(keep);
    return { status: response.status, headers: response.headers, setCookies, body: (await response.json()) as T };
  }
  const writing =
    (method: string) =>
    <T>(path: string, body: unknown = {}, more: Headers = {}) =>
      ask<T>(
        method,
        path,
        { 'content-type': 'application/json', 'x-csrftoken': cookies.get('csrftoken') ?? '', ...more },
        typeof body === 'string' ? body : JSON.stringify(body),
      );
  return { cookies, get: (path, more = {}) => ask('GET', path, more), post: writing('POST'), put: writing('PUT') };
}
