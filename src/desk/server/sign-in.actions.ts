import type { AstroGlobal } from 'astro';
import { safeNext } from '#src/shared/next-page.ts';
import { isDesk } from '#src/shared/paths.ts';
import type { DeskError } from './desk-error.ts';
import { desk } from '../desk-paths.ts';
import type { DeskForm } from './desk-form.ts';
import { completeSignIn, signInStaff } from './sign-in.service.ts';
import { setStaffDeviceCookie, staffDeviceToken } from './staff-device.ts';
import { setStaffCookie, type DeskSession } from './staff-session.ts';

type Visit = Pick<AstroGlobal, 'locals' | 'cookies' | 'request'>;

interface Answer {
  goTo?: string;
  error?: DeskError;
}

/** Redirects after the sign-in only to a path of the desk. */
const afterwards = (next: string): string => (isDesk(next) && safeNext(next)) || desk.today();

/** Both steps of the sign-in: the password, then the second factor if the person has one. */
export async function answerSignIn(visit: Visit, form: DeskForm | undefined, next: string): Promise<Answer> {
  const { locals, request } = visit;
  const { signedIn } = locals.desk;
  if (signedIn?.session.complete) return { goTo: afterwards(next) };
  if (!form) return {};
  const heldDevice = staffDeviceToken({ ctx: locals.ctx, cookies: visit.cookies });
  const origin = { address: locals.address, browser: request.headers.get('user-agent') ?? '', heldDevice };
  if (signedIn) return secondStep(visit, signedIn, form, next, origin);
  const { isFromThisMachine, ctx } = locals;
  const begun = await signInStaff(ctx, {
    email: form.text('email'),
    password: form.raw('password'),
    isFromThisMachine,
    ...origin,
  });
  if (!begun.ok) return { error: begun.error };
  return { goTo: enter(visit, begun.value) ? afterwards(next) : desk.signIn(next) };
}

async function secondStep(
  visit: Visit,
  signedIn: DeskSession,
  form: DeskForm,
  next: string,
  origin: Parameters<typeof completeSignIn>[3],
): Promise<Answer> {
  const passkey = form.raw('passkey');
  const completed = await completeSignIn(
    visit.locals.ctx,
    signedIn,
    passkey ? { passkey } : { code: form.text('code') },
    origin,
  );
  if (!completed.ok) return { error: completed.error };
  enter(visit, completed.value);
  return { goTo: afterwards(next) };
}

/** Sends the cookies of a session. Returns false while its second factor is missing. */
function enter(
  { locals: { ctx }, cookies }: Visit,
  { token, device }: { token: string; device: string | undefined },
): boolean {
  setStaffCookie({ ctx, cookies }, token);
  if (device !== undefined) setStaffDeviceCookie({ ctx, cookies }, device);
  return device !== undefined;
}
