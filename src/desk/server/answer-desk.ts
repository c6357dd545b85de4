import type { APIContext, MiddlewareNext } from 'astro';
import type { ErrorKind } from '#src/server/http/errors.ts';
import { statusOf } from '#src/server/http/errors.ts';
import { admit } from './guard.ts';

/** The page that says why an address is refused. */
const REFUSED = '/desk/refused';

/** Answers an address of the desk, after asking who comes. */
export async function answerDesk(visit: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, cookies, request, url, routePattern } = visit;
  const admission = await admit({ ctx: locals.ctx, cookies, request, url, routePattern, address: locals.address });
  if ('redirect' in admission) return closed(visit.redirect(admission.redirect, 303));
  locals.desk = admission.desk;
  if (!('refused' in admission)) return closed(await next());
  locals.deskRefusal = admission.refused satisfies ErrorKind;
  const answer = await next(REFUSED);
  return closed(new Response(answer.body, { status: statusOf(admission.refused), headers: answer.headers }));
}

/** Nothing of the desk is stored by a browser or listed by a search engine, and its pages load nothing from elsewhere. */
function closed(response: Response): Response {
  const { headers } = response;
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  headers.set('referrer-policy', 'same-origin');
  const policy = headers.get('content-security-policy') ?? '';
  headers.set(
    'content-security-policy',
    policy.replace(/default-src [^;]*/, "default-src 'none'; connect-src 'self'; font-src 'self'; img-src 'self' data:"),
  );
  return response;
}
