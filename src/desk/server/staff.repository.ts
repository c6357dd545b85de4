import type { Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { StaffRow, StaffSessionRow, StaffTable } from '#src/server/db/tables/desk.ts';

export const listStaff = (db: Reader): Promise<StaffRow[]> =>
  db.selectFrom('staff').selectAll().orderBy('created_at').orderBy('id').execute();

export const findStaff = (db: Reader, id: string): Promise<StaffRow | undefined> =>
  db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst();

export const findStaffByEmail = (db: Reader, emailKey: string): Promise<StaffRow | undefined> =>
  db.selectFrom('staff').selectAll().where('email_key', '=', emailKey).executeTakeFirst();

/** Returns false when the address is taken. */
export async function insertStaff(tx: Writer, row: StaffRow): Promise<boolean> {
  const result = await tx
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export const updateStaff = async (tx: Writer, id: string, values: Updateable<StaffTable>): Promise<void> => {
  await tx.updateTable('staff').set(values).where('id', '=', id).execute();
};

/** Owners who can sign in. */
export async function countOwners(db: Reader): Promise<number> {
  const { total } = await db
    .selectFrom('staff')
    .select((row) => row.fn.countAll().as('total'))
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Records that a code of this time step was used; false when it or a later one was used before, or the secret has
 * changed. `stored`: the secret's new stored form.
 */
export async function useTotpStep(
  tx: Writer,
  { id, totp_secret }: StaffRow,
  step: number,
  stored: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('staff')
    .set({ totp_step: step, totp_secret: stored })
    .where('id', '=', id)
    .where('totp_secret', '=', totp_secret)
    .where((row) => row.or([row('totp_step', 'is', null), row('totp_step', '<', step)]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function insertLink(tx: Writer, tokenHash: string, staffId: string, expiresAt: string): Promise<void> {
  await tx.deleteFrom('staff_links').where('staff_id', '=', staffId).execute();
  await tx
    .insertInto('staff_links')
    .values({ token_hash: tokenHash, staff_id: staffId, expires_at: expiresAt })
    .execute();
}

/** The person of a sign-in link. */
export const findStaffOfLink = (db: Reader, tokenHash: string, now: string): Promise<StaffRow | undefined> =>
  db
    .selectFrom('staff')
    .innerJoin('staff_links', 'staff_links.staff_id', 'staff.id')
    .selectAll('staff')
    .where('staff_links.token_hash', '=', tokenHash)
    .where('staff_links.expires_at', '>', now)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();

/** Returns false when the link was used before. */
export async function deleteLink(tx: Writer, tokenHash: string): Promise<boolean> {
  const result = await tx.deleteFrom('staff_links').where('token_hash', '=', tokenHash).executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export const insertStaffSession = async (tx: Writer, row: StaffSessionRow): Promise<void> => {
  await tx.insertInto('staff_sessions').values(row).execute();
};

export const findStaffSession = (db: Reader, tokenHash: string): Promise<StaffSessionRow | undefined> =>
  db.selectFrom('staff_sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

export const listStaffSessions = (db: Reader, staffId: string, now: string): Promise<StaffSessionRow[]> =>
  db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('complete', '=', 1)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute();

export const updateStaffSession = async (
  tx: Writer,
  tokenHash: string,
  values: Partial<Pick<StaffSessionRow, 'seen_at' | 'confirmed_at'>>,
): Promise<void> => {
  await tx.updateTable('staff_sessions').set(values).where('token_hash', '=', tokenHash).execute();
};

export const deleteStaffSession = async (tx: Writer, tokenHash: string): Promise<void> => {
  await tx.deleteFrom('staff_sessions').where('token_hash', '=', tokenHash).execute();
};

/** Ends sessions of one person: the one with this id, or all but one. */
export async function deleteStaffSessions(
  tx: Writer,
  staffId: string,
  which: { id?: string; exceptHash?: string } = {},
): Promise<void> {
  await tx
    .deleteFrom('staff_sessions')
    .where('staff_id', '=', staffId)
    .$if(which.id !== undefined, (query) => query.where('id', '=', which.id!))
    .$if(which.exceptHash !== undefined, (query) => query.where('token_hash', '!=', which.exceptHash!))
    .execute();
}

export async function deleteExpiredDeskAccess(tx: Writer, now: string): Promise<void> {
  await tx.deleteFrom('staff_sessions').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('staff_links').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('staff_challenges').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('staff_devices').where('expires_at', '<=', now).execute();
}
