import type { Selectable } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';

/** The guest of a token that has not expired. */
export async function findGuest(db: Reader, tokenHash: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('guests')
    .select('guest_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.guest_id;
}

/** Locks the guest's rows, so that the guest's other checkouts wait until the transaction ends. */
export async function lockGuest({ lockRows }: Database, tx: Writer, guestId: string): Promise<void> {
  await lockRows(
    tx.selectFrom('guests').select('token_hash').where('guest_id', '=', guestId).orderBy('token_hash'),
  ).execute();
}

/** Inserts a token, or extends it. */
export async function saveGuest(tx: Writer, row: Selectable<Tables['guests']>): Promise<void> {
  const { expires_at } = row;
  await tx
    .insertInto('guests')
    .values(row)
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at }))
    .execute();
}

export async function deleteExpiredGuests(tx: Writer, now: string): Promise<void> {
  await tx.deleteFrom('guests').where('expires_at', '<=', now).execute();
}

export async function insertOrderKey(tx: Writer, keyHash: string, orderId: string): Promise<void> {
  await tx.insertInto('order_keys').values({ key_hash: keyHash, order_id: orderId }).execute();
}

/** The keys in the mails of these orders open nothing any more: a stranger may have them. */
export async function deleteOrderKeys(tx: Writer, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.deleteFrom('order_keys').where('order_id', 'in', orderIds).execute();
}

/** Whether a mailed key opens this order. */
export const isKeyOf = async (db: Reader, keyHash: string, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('order_keys')
    .select('order_id')
    .where('key_hash', '=', keyHash)
    .where('order_id', '=', orderId)
    .executeTakeFirst()) !== undefined;
