import { emailKey } from '#src/server/auth/email.ts';
import type { Database, Writer } from '#src/server/db/database.ts';
import { endKeys, endOpenAsks } from '#src/server/review-access.ts';
import { deleteOrderKeys } from './guest.repository.ts';
import { orderSearchText } from './order-search.repository.ts';
import { updateOrder } from './order.repository.ts';

/**
 * Moves the guests' orders of an address to an account, and returns their number. Guests' browsers and keys lose
 * access, also to the forms for reviews, and what they agreed to ends.
 */
export async function giveGuestOrders(
  { lockRows }: Database,
  tx: Writer,
  { id, email_key }: { id: string; email_key: string },
  now: string,
): Promise<number> {
  const found = await tx
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select('c.id')
    .where('o.email_key', '=', email_key)
    .where('o.client_id', 'is', null)
    .where('c.guest_id', 'is not', null)
    .execute();
  if (found.length === 0) return 0;
  const ids = found.map((row) => row.id);
  await lockRows(tx.selectFrom('checkouts').select('id').where('id', 'in', ids).orderBy('id')).execute();
  // `updated_at` stays, because retention counts from it.
  await tx.updateTable('checkouts').set({ guest_id: null }).where('id', 'in', ids).execute();
  const given = await tx
    .updateTable('orders')
    .set({ client_id: id })
    .where('checkout_id', 'in', ids)
    .where('client_id', 'is', null)
    .returning('id')
    .execute();
  const orders = given.map((row) => row.id);
  await endKeys(tx, orders, now);
  await endOpenAsks(tx, orders, now);
  return given.length;
}

/**
 * Writes an account's new address into its checkouts and orders. Links to orders, offers and reviews in earlier mails
 * stop working, and what the buyer agreed to under the old address ends.
 */
export async function writeAddress(
  { lockRows }: Database,
  tx: Writer,
  { id, email }: { id: string; email: string },
  now: string,
): Promise<void> {
  await lockRows(tx.selectFrom('checkouts').select('id').where('client_id', '=', id).orderBy('id')).execute();
  const found = await tx
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select(['o.id', 'o.order_number'])
    .select(['c.client_name', 'c.shipping_address', 'c.billing', 'c.reference'])
    .where('o.client_id', '=', id)
    .execute();
  await tx
    .updateTable('checkouts')
    .set({ email })
    .where(({ or, eb }) =>
      or([
        eb('client_id', '=', id),
        // One that the account took over began as a guest's.
        eb('id', 'in', eb.selectFrom('orders').select('checkout_id').where('orders.client_id', '=', id)),
      ]),
    )
    .execute();
  for (const { id: order, order_number: number, ...told } of found) {
    const search_text = orderSearchText(number, { ...told, email });
    await updateOrder(tx, order, { email_key: emailKey(email), search_text });
  }
  const orders = found.map((row) => row.id);
  await deleteOrderKeys(tx, orders);
  await endOfferLinks(tx, id);
  await endKeys(tx, orders, now);
  await endOpenAsks(tx, orders, now);
}

/** The offers stay open; the desk can renew them, which mails another link. */
const endOfferLinks = (tx: Writer, clientId: string) =>
  tx
    .updateTable('offers')
    // An id is not the hash of any key.
    .set((row) => ({ key_hash: row.ref('checkout_id') }))
    .where('checkout_id', 'in', (query) => query.selectFrom('checkouts').select('id').where('client_id', '=', clientId))
    .execute();
