/** Lets only signed-in staff pass whose role may open this section. */
import type { AstroCookies } from 'astro';
import { negotiateLocale, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import { actingAs, type Context } from '#src/server/context.ts';
import { isOwnForm } from '#src/server/http/csrf.ts';
import type { ErrorKind } from '#src/server/http/errors.ts';
import { isDesk } from '#src/shared/paths.ts';
import { SAID } from '../said.ts';
import { desk, isDoor, rightFor, sectionOf } from '../desk-paths.ts';
import { may, type Permission } from '../roles.ts';
import { actorOf } from './sign-in.service.ts';
import { hasSecondFactor } from './second-factor.service.ts';
import { knownLocale, staffDeviceToken } from './staff-device.ts';
import { currentStaffSession, type DeskSession } from './staff-session.ts';

/** The context of every page of the desk; `Astro.locals.desk`. */
interface Desk {
  /** Records acts under the person's name. */
  ctx: Context;
  locale: Locale;
  t: Translate;
  /** undefined before the sign-in. */
  signedIn: DeskSession | undefined;
}

/** The desk of a signed-in person. */
export interface OpenDesk extends Desk {
  signedIn: DeskSession;
  may: (permission: Permission) => boolean;
}

export type AnyDesk = Desk | OpenDesk;

interface Visit {
  ctx: Context;
  cookies: AstroCookies;
  request: Request;
  url: URL;
  /** Astro's route pattern. */
  routePattern: string;
  address: string;
}

type Admission =
  | { desk: AnyDesk }
  | { redirect: string }
  | { refused: Extract<ErrorKind, 'csrf_failed' | 'not_found' | 'forbidden'>; desk: Desk };

export const isWrite = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

/** The page whose form was sent, without the success message in its URL; '' when the browser does not send it. */
function pageOfForm({ headers }: Request): string {
  const page = URL.parse(headers.get('referer') ?? '');
  for (const said of SAID) page?.searchParams.delete(said);
  return page && isDesk(page.pathname) ? page.pathname + page.search : '';
}

/** Decides who may open a path of the desk. To a stranger, unknown paths look the same as forbidden ones. */
export async function admit({ ctx, cookies, request, url, routePattern, address }: Visit): Promise<Admission> {
  const known = await currentStaffSession({ ctx, cookies });
  const signedIn = known?.session.complete ? known : undefined;
  const own = known?.staff.locale ?? (await knownLocale(ctx, staffDeviceToken({ ctx, cookies })));
  const locale = parseLocale(own) ?? negotiateLocale(request.headers.get('accept-language'));
  const base = { locale, t: translator(locale) };
  const door: Desk = { ...base, ctx, signedIn: undefined };
  if (isDoor(routePattern)) {
    if (isWrite(request) && !isOwnForm(request, ctx.config.siteUrl)) return { refused: 'csrf_failed', desk: door };
    return { desk: { ...door, signedIn: known } };
  }
  if (!signedIn)
    return {
      redirect: isWrite(request) ? desk.signInAgain(pageOfForm(request)) : desk.signIn(url.pathname + url.search),
    };
  const { staff } = signedIn;
  const open: OpenDesk = {
    ...base,
    ctx: actingAs(ctx, actorOf(staff, { address })),
    signedIn,
    may: (permission) => may(staff.role, permission),
  };
  if (isWrite(request) && !isOwnForm(request, ctx.config.siteUrl)) return { refused: 'csrf_failed', desk: open };
  const section = sectionOf(routePattern);
  if (!section) return { refused: 'not_found', desk: open };
  const right = rightFor(routePattern, section);
  if (right && !open.may(right)) return { refused: 'forbidden', desk: open };
  // An owner's password alone must not open a public shop.
  const mustSetUp = staff.role === 'owner' && !ctx.config.isLocal && !(await hasSecondFactor(ctx.db.read, staff));
  if (mustSetUp && routePattern !== desk.secondFactor()) return { redirect: desk.secondFactor() };
  return { desk: open };
}
