import type { z } from 'zod';
import type { pricedCartSchema } from '#src/features/cart/cart.schema.ts';
import type { Answer, ErrorAnswer } from './call.ts';

export type PricedCart = z.output<typeof pricedCartSchema>;

/** A CSRF token as browsers without a session get it; the server does not store it. */
export const CSRF = 'c'.repeat(43);
export const CSRF_COOKIES = ['csrftoken', '__Host-csrftoken'];
export const CSRF_HEADERS = { cookie: CSRF_COOKIES.map((name) => `${name}=${CSRF}`).join('; '), 'x-csrftoken': CSRF };

/** Posts to the cart call like the shop's own pages do. A body that is not a string is sent as JSON. */
export async function postCart<T = PricedCart>(
  base: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(`${base}/api/cart/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...CSRF_HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

export const postBadCart = (base: string, body: unknown, headers?: Record<string, string>) =>
  postCart<ErrorAnswer>(base, body, headers);
