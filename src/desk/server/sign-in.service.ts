import { emailKey } from '#src/server/auth/email.ts';
import { isHashOutdated, hashPassword, verifyPassword } from '#src/server/auth/password-hash.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { actingAs, type Actor, type Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { clearAttempts, returnAttempt, takeAttempt } from '#src/server/http/attempts.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskError } from './desk-error.ts';
import { withoutDemoStaff } from './demo-staff.ts';
import { recordFailedSignIn } from './failed-sign-in.ts';
import { checkSecondFactor, factorError, hasSecondFactor, type SecondFactor } from './second-factor.service.ts';
import { knownStaffDevice, rememberStaffDevice } from './staff-device.ts';
import { startStaffSession, type DeskSession, type Origin } from './staff-session.ts';
import { deleteStaffSession, findStaffByEmail, updateStaff } from './staff.repository.ts';

/** The name of a staff member in the audit. */
export const actorOf = (staff: StaffRow, { address }: Pick<Origin, 'address'>): Actor => ({
  staffId: staff.id,
  who: staff.email,
  address,
});

interface SignedIn {
  token: string;
  /** The browser's token once the sign-in is complete; undefined while the second factor is missing. */
  device: string | undefined;
}

interface Attempt extends Origin {
  email: string;
  password: string;
  isFromThisMachine: boolean;
  /** The browser's token from an earlier sign-in. */
  heldDevice: string | undefined;
}

/** Starts a session when the password is right. An unknown address gets the same response after the same time. */
export async function signInStaff(
  ctx: Context,
  { email, password, isFromThisMachine, heldDevice, ...origin }: Attempt,
): Promise<Result<SignedIn, DeskError>> {
  const key = emailKey(withoutDemoStaff(email.trim(), isFromThisMachine));
  const device = await knownStaffDevice(ctx, heldDevice, key);
  const counted = device
    ? { desk_device: `${device} ${key}` }
    : { desk_staff_address: `${key} ${origin.address}`, desk_address: origin.address, desk_staff: key };
  const refused = await takeAttempt({ ctx }, counted);
  if (refused) return fail(refused);
  const staff = await findStaffByEmail(ctx.db.read, key);
  const isRight = await verifyPassword(staff?.password_hash ?? undefined, password);
  if (!isRight || !staff || staff.disabled_at) {
    if (staff) await recordFailedSignIn(ctx, staff, 'staff.wrongPassword', origin.address);
    return fail({ kind: 'invalid_credentials', marked: ['password'] });
  }
  await returnAttempt({ ctx }, counted);
  const newHash = isHashOutdated(staff.password_hash!) ? await hashPassword(password) : undefined;
  const needsCode = await hasSecondFactor(ctx.db.read, staff);
  return ctx.db.write(async (tx) => {
    if (newHash) await updateStaff(tx, staff.id, { password_hash: newHash });
    const token = await startStaffSession(ctx, tx, staff, origin, !needsCode);
    if (needsCode) return ok({ token, device: undefined });
    await recordSignIn(ctx, tx, staff, origin);
    return ok({ token, device: await rememberStaffDevice(ctx, tx, staff.id, heldDevice) });
  });
}

const recordSignIn = (ctx: Context, tx: Writer, staff: StaffRow, origin: Origin) =>
  recordAct(actingAs(ctx, actorOf(staff, origin)), tx, { act: 'staff.signIn', subject: 'staff', id: staff.email });

/** Replaces an incomplete session by a complete one when the second factor is right. */
export async function completeSignIn(
  ctx: Context,
  entering: DeskSession,
  factor: SecondFactor,
  { heldDevice, ...origin }: Origin & Pick<Attempt, 'heldDevice'>,
): Promise<Result<SignedIn, DeskError>> {
  const { staff, session } = entering;
  const device = await knownStaffDevice(ctx, heldDevice, staff.email_key);
  const counted = { desk_code: codeSubject(staff, device) };
  const refused = await takeAttempt({ ctx }, counted);
  if (refused) return fail(refused);
  const check = await checkSecondFactor(ctx, entering, factor);
  const completed = await ctx.db.write(async (tx) => {
    if (!(await check(tx))) return undefined;
    await deleteStaffSession(tx, session.token_hash);
    await recordSignIn(ctx, tx, staff, origin);
    const token = await startStaffSession(ctx, tx, staff, origin, true);
    return { token, device: await rememberStaffDevice(ctx, tx, staff.id, heldDevice) };
  });
  if (!completed) {
    await recordFailedSignIn(ctx, staff, 'staff.wrongCode', origin.address);
    return fail(factorError(ctx, staff, factor));
  }
  await returnAttempt({ ctx }, counted);
  return ok(completed);
}

/** A person who knows only the password must not use up the attempts of the owner's browsers. */
const codeSubject = ({ id }: StaffRow, device = ''): string => `${id} ${device}`;

/** Unlocks a person who was locked out by other people's wrong passwords or codes. */
export async function unlockStaff(ctx: Context, staff: StaffRow): Promise<void> {
  await clearAttempts({ ctx }, { desk_staff: staff.email_key, desk_code: codeSubject(staff), desk_confirm: staff.id });
  await ctx.db.write((tx) => recordAct(ctx, tx, { act: 'staff.unlock', subject: 'staff', id: staff.email }));
}

/** Checks a person's own password, the field `current`, for acts that require it again. Wrong ones are counted. */
export async function confirmPassword(
  ctx: Context,
  staff: StaffRow,
  password: string,
  kind: 'own_password_incorrect' | 'current_password_incorrect' = 'own_password_incorrect',
): Promise<DeskError | undefined> {
  const counted = { desk_confirm: staff.id };
  const refused = await takeAttempt({ ctx }, counted);
  if (refused) return { ...refused, marked: ['current'] };
  if (!(await verifyPassword(staff.password_hash ?? undefined, password))) {
    await recordFailedSignIn(ctx, staff, 'staff.wrongPassword', ctx.actor?.address ?? '');
    return { kind, marked: ['current'] };
  }
  await returnAttempt({ ctx }, counted);
  return undefined;
}
