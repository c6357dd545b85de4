import { domainToASCII, domainToUnicode } from 'node:url';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';
import { fold } from '#src/shared/fold.ts';
import { normalizeText } from '#src/shared/normalize.ts';

type Db = Parameters<ReturnType<MigrationFactory>['up']>[0];

const partsOf = (email: unknown): [string, string] => {
  const text = normalizeText(String(email));
  const hostBegin = text.lastIndexOf('@') + 1;
  return [text.slice(0, hostBegin), text.slice(hostBegin)];
};
const asciiHost = (host: string): string => (/^[\p{L}\p{N}\p{M}.-]+$/u.test(host) ? domainToASCII(host) : '');

/** The same as `emailKey`, `shownEmail` and `searchedEmail`; a migration does not follow later changes of the code. */
const keyOf = (email: unknown): string => {
  const [local, host] = partsOf(email);
  return (local + (asciiHost(host) || host)).toLowerCase();
};
const shown = (email: unknown): string => {
  const [local, host] = partsOf(email);
  return local + (domainToUnicode(asciiHost(host)) || host);
};
const searched = (email: unknown): string =>
  shown(email).toLowerCase() === keyOf(email) ? shown(email) : `${shown(email)} ${keyOf(email)}`;

/** Only these addresses get another form: their host is not plain ASCII, or it is Punycode. */
const hasOtherForms = (email: unknown): boolean => /[^\x00-\x7f]|@(?:.*\.)?xn--/i.test(String(email));

/** An address in Unicode and in Punycode becomes one (docs/decisions/056). */
export const oneMailbox: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema.alterTable('contact_messages').addColumn('email_key', words).execute();
    for (const { id, email } of await db.selectFrom('contact_messages').select(['id', 'email']).execute())
      await db
        .updateTable('contact_messages')
        .set({ email_key: keyOf(email) })
        .where('id', '=', id)
        .execute();
    await mergeKeys(db, 'clients', ['used_at', 'created_at']);
    await mergeKeys(db, 'staff', ['updated_at', 'created_at']);
    await refreshClients(db);
    await mergeNotices(db);
    await refreshOrders(db);
    await verifyWithdrawals(db);
  },
});

/**
 * Of several accounts with one mailbox, the one that was used last keeps it. The key of each other one gets the account's id, so
 * that nobody signs in to it by mistake and nothing of it is lost.
 */
async function mergeKeys(db: Db, table: 'clients' | 'staff', [first, second]: [string, string]): Promise<void> {
  const rows = await db.selectFrom(table).select(['id', 'email', 'email_key', first, second]).execute();
  const time = (row: Record<string, unknown>) => `${String(row[first] ?? '')} ${String(row[second])}`;
  const groups = Map.groupBy(rows, ({ email }) => keyOf(email));
  const keys = [...groups].flatMap(([key, group]) => {
    const [owner, ...others] = group.toSorted((one, other) => (time(one) < time(other) ? 1 : -1));
    return [...others.map((row) => ({ row, key: `${key} ${String(row.id)}` })), { row: owner!, key }];
  });
  // The others first, because one of them may have the owner's new key.
  for (const { row, key } of keys.filter(({ row, key }) => row.email_key !== key))
    await db
      .updateTable(table)
      .set({ email_key: key, email: shown(row.email) })
      .where('id', '=', row.id)
      .execute();
}

async function refreshClients(db: Db): Promise<void> {
  const rows = await db.selectFrom('clients').select(['id', 'name', 'lastname', 'email', 'address', 'postal_code', 'city']).execute();
  for (const { id, name, lastname, email, address, postal_code, city } of rows.filter((row) => hasOtherForms(row.email)))
    await db
      .updateTable('clients')
      .set({
        email: shown(email),
        search_text: fold([name, lastname, searched(email), address, postal_code, city].join(' ')),
      })
      .where('id', '=', id)
      .execute();
}

/** One mailbox gets one mail about a product. A confirmed wish is kept rather than one that is not. */
async function mergeNotices(db: Db): Promise<void> {
  const rows = await db.selectFrom('restock_notices').select(['id', 'product_id', 'email', 'confirmed_at', 'created_at']).execute();
  const time = (row: Record<string, unknown>) => `${row.confirmed_at ? 1 : 0} ${String(row.created_at)}`;
  for (const group of Map.groupBy(rows, ({ product_id, email }) => `${String(product_id)} ${keyOf(email)}`).values()) {
    const [kept, ...others] = group.toSorted((one, other) => (time(one) < time(other) ? 1 : -1));
    for (const { id } of others) await db.deleteFrom('restock_notices').where('id', '=', id).execute();
    if (hasOtherForms(kept!.email))
      await db
        .updateTable('restock_notices')
        .set({ email: shown(kept!.email), email_key: keyOf(kept!.email) })
        .where('id', '=', kept!.id)
        .execute();
  }
}

async function refreshOrders(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
    .select([
      'orders.id',
      'orders.order_number',
      'orders.checkout_id',
      'checkouts.email',
      'checkouts.client_name',
      'checkouts.shipping_address',
    ])
    .execute();
  for (const row of rows.filter(({ email }) => hasOtherForms(email))) {
    const address = JSON.parse(String(row.shipping_address)) as { name?: string; city?: string } | null;
    const found = [row.client_name, address?.name, searched(row.email), address?.city, String(row.order_number).replace('-', '')];
    await db
      .updateTable('orders')
      .set({ email_key: keyOf(row.email), search_text: fold(found.filter(Boolean).join(' ')) })
      .where('id', '=', row.id)
      .execute();
    await db
      .updateTable('checkouts')
      .set({ email: shown(row.email) })
      .where('id', '=', row.checkout_id)
      .execute();
  }
}

/** A withdrawal that named its order with the other form of the buyer's address came from the buyer. */
async function verifyWithdrawals(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('orders', 'orders.id', 'withdrawals.order_id')
    .select(['withdrawals.id', 'withdrawals.email', 'orders.email_key'])
    .where('withdrawals.verified', '=', 0)
    .execute();
  for (const { id, email, email_key } of rows)
    if (hasOtherForms(email) || hasOtherForms(email_key))
      if (keyOf(email) === email_key) await db.updateTable('withdrawals').set({ verified: 1 }).where('id', '=', id).execute();
}
