import type { Reader, Writer } from '#src/server/db/database.ts';

interface NewReset {
  tokenHash: string;
  clientId: string | null;
  createdAt: string;
  expiresAt: string;
}

export async function insertReset(tx: Writer, { tokenHash, clientId, createdAt, expiresAt }: NewReset): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({ token_hash: tokenHash, client_id: clientId, created_at: createdAt, expires_at: expiresAt, used_at: null })
    .execute();
}

/** The client of an unused, unexpired token. */
export async function clientOfReset(db: Reader, tokenHash: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('client_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.client_id ?? undefined;
}

/** Marks a token as used. Returns true only once, and only before the token expires. */
export async function consumeReset(tx: Writer, tokenHash: string, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** A new password invalidates all open reset links of the client. */
export async function invalidateResetsOf(tx: Writer, clientId: string, now: string): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteResetsBefore(tx: Writer, time: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<', time).execute();
}
