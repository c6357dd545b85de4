import { sql } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { ClientRow, NewClientRow } from '#src/server/db/tables/accounts.ts';
import { searchedEmail } from '#src/server/auth/email.ts';
import { containing } from '#src/server/db/containing.ts';
import { digitsOf, readPhoneSearch, searchText, searchWords } from '#src/shared/person-search.ts';
import { endOpenAsks } from '#src/server/review-access.ts';

export const findClient = (db: Reader, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();

export const findClientByEmail = (db: Reader, emailKey: string): Promise<ClientRow | undefined> =>
  db.selectFrom('clients').selectAll().where('email_key', '=', emailKey).executeTakeFirst();

/**
 * Locks the account of an address, so that no other transaction changes or deletes it until this one ends. A caller
 * that checked the password before must compare the hash again, because it may have changed in between.
 */
export const lockAccount = (db: Database, tx: Writer, emailKey: string): Promise<ClientRow | undefined> =>
  db.lockRows(tx.selectFrom('clients').selectAll().where('email_key', '=', emailKey)).executeTakeFirst();

/** Returns false when an account with that address exists already. */
export async function insertClient(tx: Writer, row: NewClientRow): Promise<boolean> {
  const result = await tx
    .insertInto('clients')
    .values({ ...row, ...clientSearch(row) })
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
  await refreshSearch(tx, id);
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
      not(
        exists(
          selectFrom('clients as other')
            .select('other.id')
            .where('other.email_key', '=', email_key)
            .where('other.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst();
  await refreshSearch(tx, id);
  return Number(result.numUpdatedRows) === 1;
}

/**
 * The accounts, by name, whose name, email and address contain all words of the text, or whose phone contains its
 * digits.
 */
export function searchClients(db: Reader, text: string, limit?: number): Promise<ClientRow[]> {
  const words = searchWords(text);
  const digits = readPhoneSearch(text);
  const has = (column: 'search_text' | 'phone_digits', part: string) =>
    sql<boolean>`${sql.ref(column)} like ${containing(part)} escape '\\'`;
  if (words.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('clients')
    .selectAll()
    .where((row) =>
      row.or([
        row.and(words.map((forms) => row.or(forms.map((form) => has('search_text', form))))),
        ...(digits ? [has('phone_digits', digits)] : []),
      ]),
    )
    .orderBy('lastname')
    .orderBy('name')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
}

type Searched = Pick<ClientRow, 'name' | 'lastname' | 'email' | 'address' | 'postal_code' | 'city' | 'phone'>;

/** The search columns of an account. */
const clientSearch = ({ name, lastname, email, address, postal_code, city, phone }: Searched) => ({
  search_text: searchText([name, lastname, searchedEmail(email), address, postal_code, city]),
  phone_digits: digitsOf(phone),
});

/** Updates the search columns after a change. */
async function refreshSearch(tx: Writer, id: string): Promise<void> {
  const row = await findClient(tx, id);
  if (row) await tx.updateTable('clients').set(clientSearch(row)).where('id', '=', id).execute();
}

/**
 * Updates the search columns of accounts that are new or have changed. While an update goes from server to server, the
 * previous version runs on the new schema and does not write these columns.
 */
export async function refreshSearchSince(tx: Writer, since: string): Promise<void> {
  const rows = await tx
    .selectFrom('clients')
    .selectAll()
    .where((row) => row.or([row('updated_at', '>=', since), row('search_text', '=', '')]))
    .execute();
  for (const row of rows) {
    const words = clientSearch(row);
    if (words.search_text === row.search_text && words.phone_digits === row.phone_digits) continue;
    await tx
      .updateTable('clients')
      .set(words)
      .where('id', '=', row.id)
      .where('updated_at', '=', row.updated_at)
      .execute();
  }
}

/**
 * The database deletes sessions and reset links with the row. The person's reviews stay, without a name, and nobody is
 * asked for more.
 */
export async function deleteClient(tx: Writer, id: string, at: string): Promise<void> {
  const orders = await tx.selectFrom('orders').select('id').where('client_id', '=', id).execute();
  await endOpenAsks(
    tx,
    orders.map((row) => row.id),
    at,
  );
  const named = await tx
    .updateTable('reviews')
    .set({ shown_name: '' })
    .where('shown_name', '<>', '')
    .where('order_id', 'in', tx.selectFrom('orders').select('id').where('client_id', '=', id))
    .executeTakeFirst();
  // The products' pages follow.
  if (named.numUpdatedRows > 0n)
    await tx
      .updateTable('catalogue_state')
      .set((row) => ({ version: row('version', '+', 1) }))
      .execute();
  await tx.deleteFrom('clients').where('id', '=', id).execute();
}
