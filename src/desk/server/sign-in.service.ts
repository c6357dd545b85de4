import { emailKey } from '#src/features/account/email.ts';
import { isHashOutdated, hashPassword, verifyPassword } from '#src/features/account/server/password-hash.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { actingAs, type Actor, type Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { returnAttempt, takeAttempt } from '#src/server/http/attempts.ts';
import type { DeskError } from './desk-error.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { withoutDemoStaff } from './demo-staff.ts';
import { checkSecondFactor, hasSecondFactor, type SecondFactor } from './second-factor.service.ts';
import { startStaffSession, type DeskSession, type Origin } from './staff-session.ts';
import { deleteStaffSession, findStaffByEmail, updateStaff } from './staff.repository.ts';

/** How an entry of the audit names a person of the staff. */
export const actorOf = (staff: StaffRow, { address }: Pick<Origin, 'address'>): Actor => ({ staffId: staff.id, who: staff.email, address });

interface SignedIn {
  token: string;
  /** The second factor is still missing. */
  needsCode: boolean;
}

interface Attempt extends Origin {
  email: string;
  password: string;
  isFromThisMachine: boolean;
}

/** Starts a session when the password is right. An unknown address gets the same answer after the same time. */
export async function signInStaff(
  ctx: Context,
  { email, password, isFromThisMachine, ...origin }: Attempt,
): Promise<Result<SignedIn, DeskError>> {
  const key = emailKey(withoutDemoStaff(email.trim(), isFromThisMachine));
  const counted = { desk_staff_address: `${key} ${origin.address}`, desk_address: origin.address, desk_staff: key };
  const refused = await takeAttempt({ ctx }, counted);
  if (refused) return fail(refused);
  const staff = await findStaffByEmail(ctx.db.read, key);
  const isRight = await verifyPassword(staff?.password_hash ?? undefined, password);
  if (!isRight || !staff || staff.disabled_at) return fail({ kind: 'invalid_credentials' });
  await returnAttempt({ ctx }, counted);
  const newHash = isHashOutdated(staff.password_hash!) ? await hashPassword(password) : undefined;
  const needsCode = await hasSecondFactor(ctx.db.read, staff);
  return ctx.db.write(async (tx) => {
    if (newHash) await updateStaff(tx, staff.id, { password_hash: newHash });
    if (!needsCode) await noteSignIn(ctx, tx, staff, origin);
    return ok({ token: await startStaffSession(ctx, tx, staff, origin, !needsCode), needsCode });
  });
}

const noteSignIn = (ctx: Context, tx: Writer, staff: StaffRow, origin: Origin) =>
  recordAct(actingAs(ctx, actorOf(staff, origin)), tx, { act: 'staff.signIn', subject: 'staff', id: staff.email });

/** Replaces an incomplete session by a complete one when the second factor is right. */
export async function completeSignIn(
  ctx: Context,
  { staff, session }: DeskSession,
  factor: SecondFactor,
  origin: Origin,
): Promise<Result<string, DeskError>> {
  const refused = await takeAttempt({ ctx }, { desk_code: staff.id });
  if (refused) return fail(refused);
  const check = await checkSecondFactor(ctx, staff, factor);
  const completed = await ctx.db.write(async (tx) => {
    if (!(await check(tx))) return undefined;
    await deleteStaffSession(tx, session.token_hash);
    await noteSignIn(ctx, tx, staff, origin);
    return startStaffSession(ctx, tx, staff, origin, true);
  });
  if (!completed) return fail({ kind: 'wrong_code' });
  await returnAttempt({ ctx }, { desk_code: staff.id });
  return ok(completed);
}

/** Whether a person typed their own password, for acts that need it once more. Wrong ones are counted. */
export async function confirmPassword(ctx: Context, staff: StaffRow, password: string): Promise<DeskError | undefined> {
  const refused = await takeAttempt({ ctx }, { desk_code: staff.id });
  if (refused) return refused;
  if (!(await verifyPassword(staff.password_hash ?? undefined, password))) return { kind: 'current_password_incorrect' };
  await returnAttempt({ ctx }, { desk_code: staff.id });
  return undefined;
}
