import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { BillingAddress } from '../billing-address.ts';
import type { ClientAddress } from '../client-address.ts';

/** An account's further addresses, oldest first. */
export async function findAddresses(db: Reader, clientId: string): Promise<ClientAddress[]> {
  const rows = await db
    .selectFrom('client_addresses')
    .select(['id', 'address'])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, address }) => ({ id, ...(JSON.parse(address) as BillingAddress) }));
}

/** Locks the account's row, so that two calls at once cannot exceed the limit. Returns the number of its addresses. */
export async function lockAddresses(db: Database, tx: Writer, clientId: string): Promise<number> {
  await db.lockRows(tx.selectFrom('clients').select('id').where('id', '=', clientId)).execute();
  return (await findAddresses(tx, clientId)).length;
}

export async function insertAddress(
  tx: Writer,
  clientId: string,
  { id, ...address }: ClientAddress,
  now: string,
): Promise<void> {
  await tx
    .insertInto('client_addresses')
    .values({ id, client_id: clientId, address: JSON.stringify(address), created_at: now, updated_at: now })
    .execute();
}

/** Returns false when the account has no such address. */
export async function updateAddress(
  tx: Writer,
  clientId: string,
  { id, ...address }: ClientAddress,
  now: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('client_addresses')
    .set({ address: JSON.stringify(address), updated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Returns false when the account has no such address. */
export async function deleteAddress(tx: Writer, clientId: string, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('client_addresses')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}
