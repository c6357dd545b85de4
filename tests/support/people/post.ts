import type { Answer } from './call.ts';
import { CSRF_HEADERS } from './cart-call.ts';

/** Posts JSON like the shop's own pages do. */
export async function post<T>(
  base: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...CSRF_HEADERS, ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}
