import type { Database, Writer } from '#src/server/db/database.ts';
import { endKeys, endOpenAsks } from '#src/server/review-access.ts';

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
  await tx.updateTable('checkouts').set({ guest_id: null, updated_at: now }).where('id', 'in', ids).execute();
  const given = await tx
    .updateTable('orders')
    .set({ client_id: id, updated_at: now })
    .where('checkout_id', 'in', ids)
    .where('client_id', 'is', null)
    .returning('id')
    .execute();
  const orders = given.map((row) => row.id);
  await endKeys(tx, orders, now);
  await endOpenAsks(tx, orders, now);
  return given.length;
}
