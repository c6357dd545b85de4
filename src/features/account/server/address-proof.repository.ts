import type { Reader, Writer } from '#src/server/db/database.ts';

interface NewProof {
  tokenHash: string;
  clientId: string;
  expiresAt: string;
}

export async function insertProof(tx: Writer, { tokenHash, clientId, expiresAt }: NewProof): Promise<void> {
  await tx
    .insertInto('address_proofs')
    .values({ token_hash: tokenHash, client_id: clientId, expires_at: expiresAt })
    .execute();
}

/** Whether an unexpired token was mailed to this client. */
export const isProofOf = async (db: Reader, tokenHash: string, clientId: string, now: string): Promise<boolean> =>
  (await db
    .selectFrom('address_proofs')
    .select('client_id')
    .where('token_hash', '=', tokenHash)
    .where('client_id', '=', clientId)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined;

/** Deletes a token. Returns true only once, for its own client, and only before it expires. */
export async function consumeProof(tx: Writer, tokenHash: string, clientId: string, now: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('address_proofs')
    .where('token_hash', '=', tokenHash)
    .where('client_id', '=', clientId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function deleteProofsOf(tx: Writer, clientId: string): Promise<void> {
  await tx.deleteFrom('address_proofs').where('client_id', '=', clientId).execute();
}

export async function deleteExpiredProofs(tx: Writer, now: string): Promise<void> {
  await tx.deleteFrom('address_proofs').where('expires_at', '<=', now).execute();
}
