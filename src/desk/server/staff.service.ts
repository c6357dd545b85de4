import { randomUUID } from 'node:crypto';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { newPasswordProblem, type NewPasswordProblem } from '#src/server/auth/new-password.ts';
import { hashPassword } from '#src/server/auth/password-hash.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { actingAs, type Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Role } from '../roles.ts';
import { mailAccessChange, recordAccessChange } from './access-change.ts';
import { actorOf } from './sign-in.service.ts';
import { rememberStaffDevice } from './staff-device.ts';
import type { Origin } from './staff-session.ts';
import {
  countOwners,
  deleteLink,
  deleteStaffSessions,
  findStaff,
  findStaffByEmail,
  findStaffOfLink,
  insertLink,
  insertStaff,
  updateStaff,
} from './staff.repository.ts';

const LINK_MS = 3600_000;

export type StaffRefusal = { kind: 'not_an_email' | 'email_taken' | 'disabled' | 'unknown_staff' | 'last_owner' };

interface Invitation {
  email: string;
  name: string;
  role: Role;
  locale: Locale;
}

/** Adds a person. Returns the token of a link that works once, within an hour. */
export async function inviteStaff(
  ctx: Context,
  { email: typed, name, role, locale }: Invitation,
): Promise<Result<string, StaffRefusal>> {
  const parsed = emailSchema.safeParse(typed);
  if (!parsed.success) return fail({ kind: 'not_an_email' });
  const email = parsed.data;
  const at = ctx.now().toISOString();
  const row: StaffRow = {
    id: randomUUID(),
    email,
    email_key: emailKey(email),
    name: name.trim() || email.split('@')[0]!,
    role,
    locale,
    password_hash: null,
    totp_secret: null,
    totp_step: null,
    created_at: at,
    updated_at: at,
    disabled_at: null,
  };
  return ctx.db.write(async (tx) => {
    if (!(await insertStaff(tx, row))) return fail(await whyTaken(tx, row));
    await recordAct(ctx, tx, { act: 'staff.invite', subject: 'staff', id: email, after: { role } });
    return ok(await newLink(ctx, tx, row.id));
  });
}

async function whyTaken(tx: Writer, { email_key }: StaffRow): Promise<StaffRefusal> {
  const present = await findStaffByEmail(tx, email_key);
  return { kind: present?.disabled_at ? 'disabled' : 'email_taken' };
}

async function newLink({ now }: Context, tx: Writer, staffId: string): Promise<string> {
  const token = newToken();
  await insertLink(tx, hashToken(token), staffId, new Date(now().getTime() + LINK_MS).toISOString());
  return token;
}

/** A new link for somebody who lost the password or whose first link expired. */
export async function renewLink(ctx: Context, email: string): Promise<Result<string, StaffRefusal>> {
  const staff = await findStaffByEmail(ctx.db.read, emailKey(email.trim()));
  if (!staff) return fail({ kind: 'unknown_staff' });
  if (staff.disabled_at) return fail({ kind: 'disabled' });
  return ctx.db.write(async (tx) => {
    await recordAct(ctx, tx, { act: 'staff.renewLink', subject: 'staff', id: staff.email });
    await mailAccessChange(ctx, tx, staff, 'staff.renewLink');
    return ok(await newLink(ctx, tx, staff.id));
  });
}

export const staffOfLink = (ctx: Context, token: string): Promise<StaffRow | undefined> =>
  findStaffOfLink(ctx.db.read, hashToken(token), ctx.now().toISOString());

/** Sets the password with a link, which is used up. All sessions end; the browser becomes a known one. */
export async function acceptLink(
  ctx: Context,
  token: string,
  { password, confirmation }: { password: string; confirmation: string },
  { heldDevice, ...origin }: Origin & { heldDevice: string | undefined },
): Promise<Result<{ device: string }, { kind: NewPasswordProblem | 'reset_token_invalid' }>> {
  const problem = await newPasswordProblem(password, confirmation);
  if (problem) return fail({ kind: problem });
  const staff = await staffOfLink(ctx, token);
  if (!staff) return fail({ kind: 'reset_token_invalid' });
  const hash = await hashPassword(password);
  return ctx.db.write(async (tx) => {
    if (!(await deleteLink(tx, hashToken(token)))) return fail({ kind: 'reset_token_invalid' as const });
    await updateStaff(tx, staff.id, { password_hash: hash, updated_at: ctx.now().toISOString() });
    await recordAccessChange(actingAs(ctx, actorOf(staff, origin)), tx, staff, 'staff.setPassword');
    return ok({ device: await rememberStaffDevice(ctx, tx, staff.id, heldDevice) });
  });
}

/** Changes a signed-in person's own password; the other sessions end. The caller has checked the current one. */
export async function changeStaffPassword(
  ctx: Context,
  staff: StaffRow,
  { password, confirmation, exceptHash }: { password: string; confirmation: string; exceptHash: string },
): Promise<Result<void, { kind: NewPasswordProblem }>> {
  const problem = await newPasswordProblem(password, confirmation);
  if (problem) return fail({ kind: problem });
  const hash = await hashPassword(password);
  await ctx.db.write(async (tx) => {
    await updateStaff(tx, staff.id, { password_hash: hash, updated_at: ctx.now().toISOString() });
    await recordAccessChange(ctx, tx, staff, 'staff.setPassword', { exceptHash });
  });
  return ok(undefined);
}

export const changeLocale = (ctx: Context, staff: StaffRow, locale: Locale): Promise<void> =>
  ctx.db.write((tx) => updateStaff(tx, staff.id, { locale, updated_at: ctx.now().toISOString() }));

/** Gives a person another role. The last owner stays owner, because nobody else could give the role back. */
export const changeRole = (ctx: Context, id: string, role: Role): Promise<Result<void, StaffRefusal>> =>
  changeStaff(ctx, id, role === 'owner' ? 'grants' : 'takes', async (tx, staff, at) => {
    await updateStaff(tx, id, { role, updated_at: at });
    await recordAct(ctx, tx, {
      act: 'staff.role',
      subject: 'staff',
      id: staff.email,
      before: { role: staff.role },
      after: { role },
    });
    await mailAccessChange(ctx, tx, staff, 'staff.role', { role });
  });

/** Removes the access, at once and on every device. */
export const disableStaff = (ctx: Context, id: string): Promise<Result<void, StaffRefusal>> =>
  changeStaff(ctx, id, 'takes', async (tx, staff, at) => {
    await updateStaff(tx, id, { disabled_at: at, updated_at: at });
    await deleteStaffSessions(tx, id);
    await recordAct(ctx, tx, { act: 'staff.disable', subject: 'staff', id: staff.email });
    await mailAccessChange(ctx, tx, staff, 'staff.disable');
  });

export const enableStaff = (ctx: Context, id: string): Promise<Result<void, StaffRefusal>> =>
  changeStaff(ctx, id, 'grants', async (tx, staff, at) => {
    await updateStaff(tx, id, { disabled_at: null, updated_at: at });
    await recordAct(ctx, tx, { act: 'staff.enable', subject: 'staff', id: staff.email });
    await mailAccessChange(ctx, tx, staff, 'staff.enable');
  });

/** Gives a person access again, with a link for a new password. */
export async function inviteBack(ctx: Context, { id, email }: StaffRow): Promise<Result<string, StaffRefusal>> {
  const enabled = await enableStaff(ctx, id);
  return enabled.ok ? renewLink(ctx, email) : enabled;
}

/** `takes`: the change may end an owner's rights. */
async function changeStaff(
  ctx: Context,
  id: string,
  kind: 'takes' | 'grants',
  change: (tx: Writer, staff: StaffRow, at: string) => Promise<void>,
): Promise<Result<void, StaffRefusal>> {
  return ctx.db.write(async (tx) => {
    // Two owners must not remove each other's role at the same moment.
    await ctx.db.lock(tx, 'staff');
    const staff = await findStaff(tx, id);
    if (!staff) return fail({ kind: 'unknown_staff' as const });
    const isOwner = staff.role === 'owner' && !staff.disabled_at && staff.password_hash !== null;
    if (kind === 'takes' && isOwner && (await countOwners(tx)) === 1) return fail({ kind: 'last_owner' as const });
    await change(tx, staff, ctx.now().toISOString());
    return ok(undefined);
  });
}
