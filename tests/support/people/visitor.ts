import type { Answer, ErrorAnswer } from './call.ts';
import { CSRF, CSRF_COOKIES } from './cart-call.ts';

type Headers = Record<string, string>;

export interface VisitorAnswer<T> extends Answer<T> {
  /** The `Set-Cookie` lines as they were received. */
  setCookies: string[];
}

/** A browser for the API: it stores cookies and sends the CSRF token like the shop's own pages do. */
export interface Visitor {
  cookies: Map<string, string>;
  get: <T = object>(path: string, headers?: Headers) => Promise<VisitorAnswer<T>>;
  post: <T = object>(path: string, body?: unknown, headers?: Headers) => Promise<VisitorAnswer<T>>;
  put: <T = object>(path: string, body?: unknown, headers?: Headers) => Promise<VisitorAnswer<T>>;
  delete: <T = object>(path: string) => Promise<VisitorAnswer<T>>;
}

const isCsrfFailure = ({ status, body }: Answer<unknown>) =>
  status === 403 && (body as ErrorAnswer).code === 'csrf_failed';

let count = 0;
/** A new network address for each call, for shops that trust one proxy (TRUST_PROXY=1). Other shops ignore it. */
export const newAddress = () => `10.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;

/** For a visitor without a front server. */
export const DIRECT = { 'x-forwarded-for': '' };

/** A new browser without a session, at a new network address. `own` headers are sent with each call. */
export function newVisitor(base: string, own: Headers = {}): Visitor {
  const { 'x-forwarded-for': address = newAddress(), ...others } = own;
  const headers = { ...(address && { 'x-forwarded-for': address }), ...others };
  // A shop reads one of the two cookies: the second under https.
  const cookies = new Map(CSRF_COOKIES.map((name) => [name, CSRF]));
  let csrf = CSRF;
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (CSRF_COOKIES.includes(name)) csrf = value;
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  };
  async function ask<T>(method: string, path: string, more: Headers, body?: string): Promise<VisitorAnswer<T>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(base + path, {
      method,
      headers: { cookie, ...headers, ...more },
      body: body ?? null,
      redirect: 'manual',
    });
    const setCookies = response.headers.getSetCookie();
    setCookies.forEach(keep);
    return { status: response.status, headers: response.headers, setCookies, body: (await response.json()) as T };
  }
  const writing =
    (method: string) =>
    async <T>(path: string, body: unknown = {}, more: Headers = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const send = () =>
        ask<T>(method, path, { 'content-type': 'application/json', 'x-csrftoken': csrf, ...more }, text);
      const answer = await send();
      // Pages do the same with a token from before the session; the refused call had no effect.
      if (!isCsrfFailure(answer) || 'x-csrftoken' in more) return answer;
      await ask('GET', '/api/csrf_token/', {});
      return send();
    };
  return {
    cookies,
    get: (path, more = {}) => ask('GET', path, more),
    post: writing('POST'),
    put: writing('PUT'),
    delete: writing('DELETE'),
  };
}

/** The body of an answer that must have this status. */
export function good<T>(wanted: number, { status, body }: VisitorAnswer<T>): T {
  if (status !== wanted) throw new Error(`The shop answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
