import type { AstroGlobal } from 'astro';
import { safeNext } from '#src/features/account/next-page.ts';
import type { DeskError } from './desk-error.ts';
import type { Result } from '#src/shared/result.ts';
import { isDesk } from '#src/shared/paths.ts';
import { desk } from '../desk-paths.ts';
import type { DeskForm } from './desk-form.ts';
import { completeSignIn, signInStaff } from './sign-in.service.ts';
import { setStaffCookie, type DeskSession } from './staff-session.ts';

type Visit = Pick<AstroGlobal, 'locals' | 'cookies' | 'request'>;

interface Answer {
  goTo?: string;
  error?: DeskError;
}

/** Only an address of the desk is followed after the sign-in. */
const afterwards = (next: string): string => (isDesk(next) && safeNext(next)) || desk.today();

/** Both steps of the sign-in: the password, then the second factor where the person has one. */
export async function answerSignIn(visit: Visit, form: DeskForm | undefined, next: string): Promise<Answer> {
  const { locals, request } = visit;
  const { signedIn } = locals.desk;
  if (signedIn?.session.complete) return { goTo: afterwards(next) };
  if (!form) return {};
  const origin = { address: locals.address, browser: request.headers.get('user-agent') ?? '' };
  if (signedIn) return secondStep(visit, signedIn, form, next, origin);
  const { isFromThisMachine, ctx } = locals;
  const begun = await signInStaff(ctx, { email: form.text('email'), password: form.raw('password'), isFromThisMachine, ...origin });
  if (!begun.ok) return { error: begun.error };
  setStaffCookie({ ctx, cookies: visit.cookies }, begun.value.token);
  return { goTo: begun.value.needsCode ? desk.signIn(next) : afterwards(next) };
}

async function secondStep(
  { locals: { ctx }, cookies }: Visit,
  signedIn: DeskSession,
  form: DeskForm,
  next: string,
  origin: { address: string; browser: string },
): Promise<Answer> {
  const passkey = form.raw('passkey');
  const completed: Result<string, DeskError> = await completeSignIn(
    ctx,
    signedIn,
    passkey ? { passkey } : { code: form.text('code') },
    origin,
  );
  if (!completed.ok) return { error: completed.error };
  setStaffCookie({ ctx, cookies }, completed.value);
  return { goTo: afterwards(next) };
}
