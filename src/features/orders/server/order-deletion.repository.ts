import { deleteInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';

const AT_ONCE = 200;

/** Checkouts with an order or a payment that are settled and unchanged since `before`. */
const findOldCheckouts = (db: Reader, before: string) =>
  db
    .selectFrom('checkouts as c')
    .leftJoin('orders as o', 'o.checkout_id', 'c.id')
    .leftJoin('payments as p', 'p.checkout_id', 'c.id')
    .select(['c.id', 'o.id as orderId', 'p.capture_id as captureId'])
    .where('c.state', '<>', 'open')
    .where('c.check_at', 'is', null)
    .where('c.updated_at', '<', before)
    .where(({ eb, or }) => or([eb('o.id', 'is not', null), eb('p.capture_id', 'is not', null)]))
    .where(({ eb, or }) => or([eb('o.id', 'is', null), eb('o.updated_at', '<', before)]))
    .where(({ eb, or, and }) =>
      or([eb('p.capture_id', 'is', null), and([eb('p.updated_at', '<', before), eb('p.check_at', 'is', null)])]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoices as i')
            .select('i.id')
            .whereRef('i.order_id', '=', 'o.id')
            .where('i.issued_at', '>=', before),
        ),
      ),
    )
    .orderBy('c.id')
    .limit(AT_ONCE)
    .execute();

/** Deletes what buyers wrote to the shop and on presents with orders of before this time; returns how many there were. */
export async function clearNotes(tx: Writer, before: string): Promise<number> {
  const result = await tx
    .updateTable('checkouts')
    // It stays a present.
    .set((row) => ({ note: null, gift_message: row.case().when('gift_message', 'is', null).then(null).else('').end() }))
    .where('created_at', '<', before)
    .where(({ eb, or }) => or([eb('note', 'is not', null), eb('gift_message', '<>', '')]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Deletes a batch of the orders and payments that are older than `before`, with all related rows, and counts them. The
 * database deletes keys together with an order, and clears the reference of a withdrawal.
 */
export async function deleteOldOrders(tx: Writer, before: string) {
  const old = await findOldCheckouts(tx, before);
  const ids = old.map(({ id }) => id);
  const orderIds = old.flatMap(({ orderId }) => orderId ?? []);
  const captureIds = old.flatMap(({ captureId }) => captureId ?? []);
  const deleted = { checkouts: ids.length, orders: orderIds.length, payments: captureIds.length, invoices: 0 };
  if (ids.length === 0) return deleted;
  // An invoice refers to its order, so it is deleted first.
  if (orderIds.length) {
    const shown = await tx
      .selectFrom('reviews')
      .select('id')
      .where('order_id', 'in', orderIds)
      .where('state', '=', 'approved')
      .limit(1)
      .executeTakeFirst();
    // Reviews go with their orders, and the products' pages follow.
    if (shown)
      await tx
        .updateTable('catalogue_state')
        .set((row) => ({ version: row('version', '+', 1) }))
        .execute();
    deleted.invoices = await deleteInvoicesOf(tx, orderIds);
    await tx.deleteFrom('orders').where('id', 'in', orderIds).execute();
  }
  if (captureIds.length) {
    await tx.deleteFrom('refunds').where('capture_id', 'in', captureIds).execute();
    await tx.deleteFrom('payments').where('capture_id', 'in', captureIds).execute();
  }
  await tx.deleteFrom('payment_cases').where('checkout_id', 'in', ids).execute();
  await tx.deleteFrom('checkout_lines').where('checkout_id', 'in', ids).execute();
  await tx.deleteFrom('checkouts').where('id', 'in', ids).execute();
  return deleted;
}
