import { createHash } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { checkPasskey, type PasskeyAnswer } from './passkey.service.ts';
import { recordAccessChange } from './access-change.ts';
import type { DeskError } from './desk-error.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { renewRecoveryCodes } from './recovery-codes.service.ts';
import {
  deletePasskeys,
  findPasskeys,
  findRecoveryCodes,
  replaceRecoveryCodes,
  useRecoveryCode,
} from './second-factor.repository.ts';
import { updateStaff, useTotpStep } from './staff.repository.ts';
import type { DeskSession } from './staff-session.ts';
import { isTotpSecret, totpStep } from './totp.ts';
import { openTotpSecret, storedTotpSecret } from './totp-secret.ts';

/** The second factor that a person uses: a code of the app, a recovery code, or a passkey's response. */
export type SecondFactor = { code: string } | { passkey: PasskeyAnswer };

export const hasSecondFactor = async (db: Reader, staff: StaffRow): Promise<boolean> =>
  staff.totp_secret !== null || (await findPasskeys(db, staff.id)).length > 0;

/** Does the slow checks outside of a transaction; the returned function uses up the factor inside of one. */
export async function checkSecondFactor(
  ctx: Context,
  entering: DeskSession,
  factor: SecondFactor,
): Promise<(tx: Writer) => Promise<boolean>> {
  const { staff } = entering;
  if ('passkey' in factor) return checkPasskey(ctx, entering, factor.passkey);
  const app = openTotpSecret(ctx, staff);
  const step = app && totpStep(app.secret, factor.code, ctx.now());
  return (tx) =>
    app && step !== undefined
      ? useTotpStep(tx, staff, step, app.stored)
      : useRecoveryCode(tx, staff.id, hashRecoveryCode(factor.code));
}

/** Why a second factor was refused. */
export function factorError(ctx: Context, staff: StaffRow, factor: SecondFactor): DeskError {
  if ('passkey' in factor) return { kind: 'wrong_code' };
  if (staff.totp_secret === null || openTotpSecret(ctx, staff)) return { kind: 'wrong_code', marked: ['code'] };
  return { kind: 'app_unreadable', values: { command: `npm run shop -- staff reset-factor ${staff.email}` } };
}

/**
 * Stores the app's secret once a code proves that the app knows it. Returns new recovery codes, which are shown once.
 */
export async function setUpTotp(
  ctx: Context,
  { staff, session }: DeskSession,
  secret: string,
  code: string,
): Promise<Result<string[], { kind: 'wrong_code' }>> {
  const step = isTotpSecret(secret) ? totpStep(secret, code, ctx.now()) : undefined;
  if (step === undefined) return fail({ kind: 'wrong_code' });
  return ctx.db.write(async (tx) => {
    const totp_secret = storedTotpSecret(ctx, staff.id, secret);
    await updateStaff(tx, staff.id, { totp_secret, totp_step: step, updated_at: ctx.now().toISOString() });
    await recordAccessChange(ctx, tx, staff, 'staff.setUpApp', { exceptHash: session.token_hash });
    return ok(await renewRecoveryCodes(tx, staff.id));
  });
}

/** The number of unused recovery codes, and a digest that changes with them. */
export async function stateOfCodes(db: Reader, staffId: string): Promise<{ left: number; version: string }> {
  const codes = await findRecoveryCodes(db, staffId);
  return { left: codes.length, version: createHash('sha256').update(codes.join()).digest('base64url') };
}

/**
 * Creates new recovery codes. `version`: of the codes that the page saw, so that reloading its response creates no
 * others.
 */
export const replaceCodes = (
  ctx: Context,
  { staff, session }: DeskSession,
  version: string,
): Promise<Result<string[], { kind: 'codes_renewed' }>> =>
  ctx.db.write(async (tx) => {
    if ((await stateOfCodes(tx, staff.id)).version !== version) return fail({ kind: 'codes_renewed' as const });
    await recordAccessChange(ctx, tx, staff, 'staff.renewCodes', { exceptHash: session.token_hash });
    return ok(await renewRecoveryCodes(tx, staff.id));
  });

/** Removes all second factors and ends the other sessions, because a removed factor may be lost. */
export async function removeSecondFactors(ctx: Context, staff: StaffRow, exceptHash?: string): Promise<void> {
  await ctx.db.write(async (tx) => {
    await updateStaff(tx, staff.id, { totp_secret: null, totp_step: null, updated_at: ctx.now().toISOString() });
    await replaceRecoveryCodes(tx, staff.id, []);
    await deletePasskeys(tx, staff.id);
    await recordAccessChange(ctx, tx, staff, 'staff.removeFactors', { exceptHash });
  });
}
