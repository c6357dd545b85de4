import type { Context } from '#src/server/context.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { findPasskeys } from './second-factor.repository.ts';
import { hasSecondFactor, stateOfCodes } from './second-factor.service.ts';
import { listStaffSessions } from './staff.repository.ts';

/** Where a person is signed in, and whether a second factor protects the account. */
export async function loadAccount({ db, now }: Context, staff: StaffRow) {
  return {
    sessions: await listStaffSessions(db.read, staff.id, now().toISOString()),
    isProtected: await hasSecondFactor(db.read, staff),
  };
}

export async function loadSecondFactors({ db }: Context, staff: StaffRow) {
  const passkeys = await findPasskeys(db.read, staff.id);
  const { left: codesLeft, version } = await stateOfCodes(db.read, staff.id);
  const hasApp = staff.totp_secret !== null;
  return { passkeys, codesLeft, version, hasApp, isProtected: hasApp || passkeys.length > 0 };
}
