import type { Reader, Writer } from '#src/server/db/database.ts';
import type { StaffPasskeyRow } from '#src/server/db/tables/desk.ts';

export async function replaceRecoveryCodes(tx: Writer, staffId: string, hashes: string[]): Promise<void> {
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
  if (hashes.length > 0)
    await tx
      .insertInto('staff_recovery_codes')
      .values(hashes.map((code_hash) => ({ code_hash, staff_id: staffId })))
      .execute();
}

/** Returns false for an unknown code and for one that was used before. */
export async function useRecoveryCode(tx: Writer, staffId: string, codeHash: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('staff_recovery_codes')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function findRecoveryCodes(db: Reader, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_recovery_codes')
    .select('code_hash')
    .where('staff_id', '=', staffId)
    .orderBy('code_hash')
    .execute();
  return rows.map(({ code_hash }) => code_hash);
}

export const findPasskeys = (db: Reader, staffId: string): Promise<StaffPasskeyRow[]> =>
  db.selectFrom('staff_passkeys').selectAll().where('staff_id', '=', staffId).orderBy('created_at').execute();

/** Returns false when the id belongs to an existing passkey. */
export async function insertPasskey(tx: Writer, row: StaffPasskeyRow): Promise<boolean> {
  const result = await tx
    .insertInto('staff_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** The counter grows with each use; a cloned key would repeat one. Returns false for a counter that does not grow. */
export async function usePasskey(tx: Writer, id: string, counter: number): Promise<boolean> {
  const result = await tx
    .updateTable('staff_passkeys')
    .set({ counter })
    .where('id', '=', id)
    // Passkeys that are shared between devices always count 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function deletePasskeys(tx: Writer, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).execute();
}

/** Records that a challenge was answered. Returns false for one that was answered before. */
export async function useChallenge(
  tx: Writer,
  challenge: string,
  staffId: string,
  expiresAt: string,
): Promise<boolean> {
  const result = await tx
    .insertInto('staff_challenges')
    .values({ challenge, staff_id: staffId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}
