import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { AccountCartRow } from '#src/server/db/tables/accounts.ts';

export const findCart = (db: Reader, clientId: string): Promise<AccountCartRow | undefined> =>
  db.selectFrom('account_carts').selectAll().where('client_id', '=', clientId).executeTakeFirst();

/** Locks the account's cart until the transaction ends, so that two devices at once are merged one after the other. */
export const lockCart = (
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Writer,
  clientId: string,
): Promise<AccountCartRow | undefined> =>
  lockRows(tx.selectFrom('account_carts').selectAll().where('client_id', '=', clientId)).executeTakeFirst();

/** Adds an empty cart, unless there is one: another device may add it at the same time. */
export async function insertCart(tx: Writer, row: AccountCartRow): Promise<void> {
  await tx
    .insertInto('account_carts')
    .values(row)
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute();
}

export async function updateCart(tx: Writer, { client_id, ...row }: AccountCartRow): Promise<void> {
  await tx.updateTable('account_carts').set(row).where('client_id', '=', client_id).execute();
}

/** Returns how many were deleted. */
export async function deleteCartsBefore(tx: Writer, before: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_carts')
    .where('updated_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
