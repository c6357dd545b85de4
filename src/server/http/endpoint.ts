import { hash } from 'node:crypto';
import type { APIRoute } from 'astro';
import type { z } from 'zod';
import { negotiateLocale, parseLocale } from '#src/i18n/locales.ts';
import type { Call } from './call.ts';
import { hasCsrfToken } from './csrf.ts';
import { errorResponse, failureOf, type HttpError } from './errors.ts';
import { loggedUrl } from './logged-url.ts';

export type Handler = (call: Call) => Promise<Response | HttpError> | Response | HttpError;
const WRITES = new Set(['POST', 'PUT', 'DELETE']);
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * An API route: `export const ALL = endpoint({ GET: … })`. Other methods get 405, bugs 500, an unusable database 503.
 * `csrf: false` is for callers that are not browsers and authenticate otherwise.
 */
export function endpoint(
  handlers: Partial<Record<Method, Handler>>,
  { csrf = true }: { csrf?: boolean } = {},
): APIRoute {
  const allow = [...Object.keys(handlers), ...(handlers.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return async ({ locals, url, params, request, cookies }) => {
    const locale = parseLocale(url.searchParams.get('lang')) ?? negotiateLocale(request.headers.get('accept-language'));
    const { ctx, address, isFromThisMachine } = locals;
    const call: Call = { ctx, locale, url, params, request, cookies, address, isFromThisMachine };
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    const handler = handlers[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
    if (!handler) return errorResponse({ kind: 'method_not_allowed', headers: { allow } }, locale);
    if (csrf && WRITES.has(request.method) && !hasCsrfToken(call))
      return errorResponse({ kind: 'csrf_failed' }, locale);
    try {
      const answer = await handler(call);
      return answer instanceof Response ? answer : errorResponse(answer, call.locale);
    } catch (error) {
      ctx.log.error({ err: error, path: loggedUrl(url.pathname) }, 'request failed');
      return errorResponse(failureOf(error), call.locale);
    }
  };
}

/** Parses query parameters; the error has a hint for each invalid field. */
export function parseQuery<S extends z.ZodType>(
  schema: S,
  url: URL,
  explain: (field: string) => string,
): { ok: true; value: z.output<S> } | { ok: false; error: HttpError } {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (parsed.success) return { ok: true, value: parsed.data };
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
  return {
    ok: false,
    error: { kind: 'invalid_input', fields: Object.fromEntries(names.map((name) => [name, [explain(name)]])) },
  };
}

/** Passes a further ETag to `sendResponse`, which answers it with 304 and never sends this header. */
export const ALTERNATIVE_TAG = 'x-alternative-etag';

/**
 * A public JSON response that browsers cache but revalidate. `sameInAllLanguages`: omits the language headers.
 * `alternativeTag`: another weak tag that also gets 304.
 */
export function cacheableJson(
  { locale }: Pick<Call, 'locale'>,
  body: unknown,
  { sameInAllLanguages = false, alternativeTag }: { sameInAllLanguages?: boolean; alternativeTag?: string } = {},
): Response {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    // Computed from the body, which a response to HEAD does not have.
    etag: `W/"${hash('sha1', text, 'base64url').slice(0, 16)}"`,
    'cache-control': 'public, no-cache',
    ...(!sameInAllLanguages && { 'content-language': locale, vary: 'accept-language' }),
    ...(alternativeTag && { [ALTERNATIVE_TAG]: alternativeTag }),
  };
  return new Response(text, { headers });
}

/** A response that must not be cached, because it concerns one moment or one person. */
export const freshJson = (body: unknown, init?: ResponseInit): Response => {
  const response = Response.json(body, init);
  response.headers.set('cache-control', 'no-store');
  return response;
};
