import type { APIContext, MiddlewareNext } from 'astro';
import { negotiateLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { ErrorKind } from '#src/server/http/errors.ts';
import { failureOf, statusOf } from '#src/server/http/errors.ts';
import { loggedUrl } from '#src/server/http/logged-url.ts';
import { admit } from './guard.ts';

/** The pages that say why an address is refused, or that the shop failed. */
const REFUSED = '/desk/refused';
const FAILED = '/desk/failed';
/** The only page that another page of the desk shows in a frame. */
const PREVIEW = '/desk/products/[code]/preview';

/** Answers an address of the desk, after asking who comes. */
export async function answerDesk(visit: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, cookies, request, url, routePattern } = visit;
  try {
    const admission = await admit({ ctx: locals.ctx, cookies, request, url, routePattern, address: locals.address });
    if ('redirect' in admission) return closed(visit.redirect(admission.redirect, 303));
    locals.desk = admission.desk;
    if (!('refused' in admission)) return closed(await next(), routePattern === PREVIEW);
    locals.deskRefusal = admission.refused satisfies ErrorKind;
    return closed(withStatus(await next(REFUSED), statusOf(admission.refused)));
  } catch (error) {
    // Astro cannot render another page for a request whose body it has read, which happens at the door only.
    if (request.bodyUsed) throw error;
    locals.ctx.log.error({ err: error, path: loggedUrl(url.pathname) }, 'request failed');
    return closed(withStatus(await showFailure(visit, next), statusOf(failureOf(error).kind)));
  }
}

const withStatus = (answer: Response, status: number): Response => new Response(answer.body, { status, headers: answer.headers });

/** The page in the person's language, or in the browser's where the failure came before the person was known. */
async function showFailure({ locals, request }: APIContext, next: MiddlewareNext): Promise<Response> {
  const locale = negotiateLocale(request.headers.get('accept-language'));
  locals.desk ??= { ctx: locals.ctx, locale, t: translator(locale), signedIn: undefined };
  return next(FAILED);
}

/** Nothing of the desk is stored by a browser or listed by a search engine, and its pages load nothing from elsewhere. */
function closed(response: Response, isFramed = false): Response {
  const { headers } = response;
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  headers.set('referrer-policy', 'same-origin');
  const policy = headers.get('content-security-policy') ?? '';
  headers.set(
    'content-security-policy',
    policy
      .replace(/default-src [^;]*/, "default-src 'none'; connect-src 'self'; font-src 'self'; frame-src 'self'; img-src 'self' data:")
      .replace(/frame-ancestors [^;]*/, `frame-ancestors ${isFramed ? "'self'" : "'none'"}`),
  );
  return response;
}
