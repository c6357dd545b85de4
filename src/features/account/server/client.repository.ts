import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { ClientRow, NewClientRow } from '#src/server/db/tables/accounts.ts';
import { personMatcher } from '#src/shared/person-search.ts';

export const findClient = (db: Reader, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();

export const findClientByEmail = (db: Reader, emailKey: string): Promise<ClientRow | undefined> =>
  db.selectFrom('clients').selectAll().where('email_key', '=', emailKey).executeTakeFirst();

/**
 * Locks the account of an address, so that no other transaction changes or deletes it until this one ends. A caller that
 * checked the password before must compare the hash again, because it may have changed in between.
 */
export const lockAccount = (db: Database, tx: Writer, emailKey: string): Promise<ClientRow | undefined> =>
  db.lockRows(tx.selectFrom('clients').selectAll().where('email_key', '=', emailKey)).executeTakeFirst();

/** Returns false when an account with that address exists already. */
export async function insertClient(tx: Writer, row: NewClientRow): Promise<boolean> {
  const result = await tx
    .insertInto('clients')
    .values(row)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

type Editable = Pick<
  ClientRow,
  'name' | 'lastname' | 'address' | 'number' | 'additional_address' | 'postal_code' | 'city' | 'phone' | 'updated_at'
>;

export async function updateClient(tx: Writer, id: string, values: Editable): Promise<void> {
  await tx.updateTable('clients').set(values).where('id', '=', id).execute();
}

export async function updatePasswordHash(tx: Writer, id: string, passwordHash: string, now: string): Promise<void> {
  await tx.updateTable('clients').set({ password_hash: passwordHash, updated_at: now }).where('id', '=', id).execute();
}

/** Returns false when another account has the address. */
export async function updateEmail(
  tx: Writer,
  id: string,
  { email, email_key, updated_at }: Pick<ClientRow, 'email' | 'email_key' | 'updated_at'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('clients')
    .set({ email, email_key, updated_at })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('clients as other').select('other.id').where('other.email_key', '=', email_key).where('other.id', '!=', id))),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** The accounts whose name, email, address or phone contains the text, by name. */
export async function searchClients(db: Reader, text: string): Promise<ClientRow[]> {
  const isMeant = personMatcher(text);
  const rows = await db.selectFrom('clients').selectAll().orderBy('lastname').orderBy('name').orderBy('id').execute();
  return rows.filter(({ name, lastname, email, address, postal_code, city, phone }) =>
    isMeant([name, lastname, email, address, postal_code, city], phone),
  );
}

/** The database deletes sessions and reset links with the row. */
export async function deleteClient(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('clients').where('id', '=', id).execute();
}
