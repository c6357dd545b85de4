import type { Reader, Writer } from '#src/server/db/database.ts';
import type { AddressRequestRow, OrderChangeRow } from '#src/server/db/tables/orders.ts';

export const insertOrderChange = async (tx: Writer, row: OrderChangeRow): Promise<void> => {
  await tx.insertInto('order_changes').values(row).execute();
};

/** The changes of these orders, oldest first. */
export async function findOrderChanges(db: Reader, orderIds: string[]): Promise<OrderChangeRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Stores a buyer's request in place of an earlier one. */
export async function saveAddressRequest(
  tx: Writer,
  request: Pick<AddressRequestRow, 'order_id' | 'address' | 'asked_at'>,
): Promise<void> {
  const row = { ...request, state: 'open' as const, decided_at: null };
  await tx
    .insertInto('address_requests')
    .values(row)
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute();
}

/** Answers the open request of an order; false when there is none. */
export async function decideAddressRequest(
  tx: Writer,
  orderId: string,
  { state, decided_at }: Pick<AddressRequestRow, 'state' | 'decided_at'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('address_requests')
    .set({ state, decided_at })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export const findAddressRequest = (db: Reader, orderId: string): Promise<AddressRequestRow | undefined> =>
  db.selectFrom('address_requests').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** Offers that travel in the parcel of an order, and that their buyer has not ordered yet, go where it goes. */
export async function moveOpenOffers(tx: Writer, firstOrderId: string, address: string): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ shipping_address: address })
    .where('ships_with', '=', firstOrderId)
    .where('state', '=', 'open')
    .execute();
}
