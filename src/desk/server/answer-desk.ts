import type { APIContext, MiddlewareNext } from 'astro';
import { negotiateLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { failureOf, statusOf } from '#src/server/http/errors.ts';
import { loggedUrl } from '#src/server/http/logged-url.ts';
import { isDoor, needsFormToken } from '../desk-paths.ts';
import { FORM_TOKEN } from '../form-token.ts';
import { hideCodes } from '../hidden-code.ts';
import { parseDeskForm, TOO_LARGE } from './desk-form.ts';
import { admit, isWrite } from './guard.ts';
import { answerOnce } from './send-once.ts';
import { isFormOf } from './staff-session.ts';

/** The pages for a refused path and for a failure. */
const REFUSED = '/desk/refused';
const FAILED = '/desk/failed';
/** The only page that another page of the desk may frame. */
const PREVIEW = '/desk/products/[code]/preview';

/** Handles a request to the desk, after checking the session. */
export async function answerDesk(visit: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, cookies, request, url, routePattern } = visit;
  try {
    const shorter = withoutCode(visit);
    if (shorter) return closed(visit.redirect(shorter, 303));
    const admission = await admit({ ctx: locals.ctx, cookies, request, url, routePattern, address: locals.address });
    if ('redirect' in admission) return closed(visit.redirect(admission.redirect, 303));
    locals.desk = admission.desk;
    const refusal = 'refused' in admission ? admission.refused : await refusalOfForm(visit);
    if (!refusal) return closed(await answerOnce(visit, () => next()), routePattern === PREVIEW);
    locals.deskRefusal = refusal;
    return closed(withStatus(await next(REFUSED), statusOf(refusal)));
  } catch (error) {
    locals.ctx.log.error({ err: error, path: loggedUrl(url.pathname) }, 'request failed');
    return closed(withStatus(await showFailure(visit, next), statusOf(failureOf(error).kind)));
  }
}

/** The address of a search without the voucher's code in it, so that neither the sign-in nor the browser keeps it. */
function withoutCode({ request, url }: APIContext): string | undefined {
  const typed = url.searchParams.get('q');
  if (isWrite(request) || typed === null || hideCodes(typed) === typed) return undefined;
  const query = new URLSearchParams(url.searchParams);
  query.set('q', hideCodes(typed));
  return `${url.pathname}?${String(query)}`;
}

/** Reads the form of a write for its page. Refuses one without the session's token before the page runs. */
async function refusalOfForm({
  locals,
  request,
  routePattern,
}: APIContext): Promise<'csrf_failed' | 'payload_too_large' | undefined> {
  if (!isWrite(request)) return undefined;
  const form = (locals.deskForm ??= await parseDeskForm({ locals, request }));
  // Inside the desk each page says so itself.
  if (form === TOO_LARGE && isDoor(routePattern)) return 'payload_too_large';
  const { signedIn } = locals.desk;
  // A form that is too large is not read, and no page processes it.
  if (!signedIn || !needsFormToken(routePattern) || form === TOO_LARGE) return undefined;
  return isFormOf(signedIn, form.raw(FORM_TOKEN)) ? undefined : 'csrf_failed';
}

const withStatus = (answer: Response, status: number): Response =>
  new Response(answer.body, { status, headers: answer.headers });

/** The page in the person's language, or in the browser's when the request failed before the person was known. */
async function showFailure({ locals, request }: APIContext, next: MiddlewareNext): Promise<Response> {
  const locale = negotiateLocale(request.headers.get('accept-language'));
  locals.desk ??= { ctx: locals.ctx, locale, t: translator(locale), signedIn: undefined };
  return next(FAILED);
}

/** Pages of the desk are not cached or indexed, and load nothing from other hosts. */
function closed(response: Response, isFramed = false): Response {
  const { headers } = response;
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  // A page with a secret in its URL sets a stricter policy.
  if (headers.get('referrer-policy') !== 'no-referrer') headers.set('referrer-policy', 'same-origin');
  // `npm run dev` sends no policy.
  if (import.meta.env.DEV) return response;
  // Files have no policy of their own.
  const policy = headers.get('content-security-policy');
  headers.set(
    'content-security-policy',
    policy === null
      ? "default-src 'none'"
      : policy
          .replace(
            /default-src [^;]*/,
            "default-src 'none'; connect-src 'self'; font-src 'self'; frame-src 'self'; img-src 'self' data:",
          )
          .replace(/frame-ancestors [^;]*/, `frame-ancestors ${isFramed ? "'self'" : "'none'"}`),
  );
  return response;
}
