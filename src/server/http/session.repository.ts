import type { Reader, Writer } from '#src/server/db/database.ts';

interface SessionTimes {
  seenAt: string;
  expiresAt: string;
}

export async function insertSession(
  tx: Writer,
  tokenHash: string,
  clientId: string,
  { seenAt, expiresAt }: SessionTimes,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ token_hash: tokenHash, client_id: clientId, created_at: seenAt, seen_at: seenAt, expires_at: expiresAt })
    .execute();
}

export const findSession = (db: Reader, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .select(['client_id as clientId', 'created_at as createdAt', 'seen_at as seenAt', 'expires_at as expiresAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

export async function touchSession(tx: Writer, tokenHash: string, { seenAt, expiresAt }: SessionTimes): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ seen_at: seenAt, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(tx: Writer, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(tx: Writer, clientId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('client_id', '=', clientId).execute();
}

export async function deleteExpiredSessions(tx: Writer, now: string): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
