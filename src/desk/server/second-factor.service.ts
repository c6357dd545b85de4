import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { checkPasskey, type PasskeyAnswer } from './passkey.service.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { deletePasskeys, findPasskeys, replaceRecoveryCodes, useRecoveryCode } from './second-factor.repository.ts';
import { deleteStaffSessions, updateStaff, useTotpStep } from './staff.repository.ts';
import { isTotpSecret, totpStep } from './totp.ts';

/** What a person gives as the second factor: a code of the app, a recovery code, or a passkey's answer. */
export type SecondFactor = { code: string } | { passkey: PasskeyAnswer };

export const hasSecondFactor = async (db: Reader, staff: StaffRow): Promise<boolean> =>
  staff.totp_secret !== null || (await findPasskeys(db, staff.id)).length > 0;

/** Checks outside of a transaction what costs time; the returned function uses the factor up inside of one. */
export async function checkSecondFactor(ctx: Context, staff: StaffRow, factor: SecondFactor): Promise<(tx: Writer) => Promise<boolean>> {
  if ('passkey' in factor) return checkPasskey(ctx, staff, factor.passkey);
  const step = staff.totp_secret === null ? undefined : totpStep(staff.totp_secret, factor.code, ctx.now());
  return (tx) => (step === undefined ? useRecoveryCode(tx, staff.id, hashRecoveryCode(factor.code)) : useTotpStep(tx, staff.id, step));
}

/** Stores the app's secret once a code proves that the app knows it. Returns new recovery codes, which are shown once. */
export async function setUpTotp(
  ctx: Context,
  staff: StaffRow,
  secret: string,
  code: string,
): Promise<Result<string[], { kind: 'wrong_code' }>> {
  const step = isTotpSecret(secret) ? totpStep(secret, code, ctx.now()) : undefined;
  if (step === undefined) return fail({ kind: 'wrong_code' });
  return ctx.db.write(async (tx) => {
    await updateStaff(tx, staff.id, { totp_secret: secret, totp_step: step, updated_at: ctx.now().toISOString() });
    await recordAct(ctx, tx, { act: 'staff.setUpApp', subject: 'staff', id: staff.email });
    return ok(await renewRecoveryCodes(tx, staff.id));
  });
}

/** Ten new recovery codes; the earlier ones end. */
export async function renewRecoveryCodes(tx: Writer, staffId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, staffId, codes.map(hashRecoveryCode));
  return codes;
}

/** Removes all second factors and ends the other sessions, because a factor that is removed may be lost. */
export async function removeSecondFactors(ctx: Context, staff: StaffRow, exceptHash?: string): Promise<void> {
  await ctx.db.write(async (tx) => {
    await updateStaff(tx, staff.id, { totp_secret: null, totp_step: null, updated_at: ctx.now().toISOString() });
    await replaceRecoveryCodes(tx, staff.id, []);
    await deletePasskeys(tx, staff.id);
    await deleteStaffSessions(tx, staff.id, { exceptHash });
    await recordAct(ctx, tx, { act: 'staff.removeFactors', subject: 'staff', id: staff.email });
  });
}
