import type { Reader, Writer } from '#src/server/db/database.ts';

interface KnownDevice {
  tokenHash: string;
  clientId: string;
  createdAt: string;
  expiresAt: string;
}

/** Stores that an account knows a browser, or extends its expiry. */
export async function saveDevice(
  tx: Writer,
  { tokenHash, clientId, createdAt, expiresAt }: KnownDevice,
): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ token_hash: tokenHash, client_id: clientId, created_at: createdAt, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['token_hash', 'client_id']).doUpdateSet({ expires_at: expiresAt }))
    .execute();
}

const selectDevice = (db: Reader, tokenHash: string, now: string) =>
  db
    .selectFrom('known_devices')
    .select('client_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .limit(1);

/** Whether any account knows the browser. */
export const isDevice = async (db: Reader, tokenHash: string, now: string): Promise<boolean> =>
  (await selectDevice(db, tokenHash, now).executeTakeFirst()) !== undefined;

/** Whether the account of an address knows the browser. */
export const isDeviceOf = async (db: Reader, tokenHash: string, emailKey: string, now: string): Promise<boolean> =>
  (await selectDevice(db, tokenHash, now)
    .innerJoin('clients', 'clients.id', 'known_devices.client_id')
    .where('clients.email_key', '=', emailKey)
    .executeTakeFirst()) !== undefined;

export async function deleteDevicesOf(tx: Writer, clientId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('client_id', '=', clientId).execute();
}

export async function deleteExpiredDevices(tx: Writer, now: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('expires_at', '<=', now).execute();
}
