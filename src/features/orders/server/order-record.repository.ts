import type { Reader } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/tables/records.ts';
import { orderNumbersIn } from './order-number.ts';
import type { StoredOrder } from './order.repository.ts';

export const findPhone = async (db: Reader, clientId: string): Promise<string> =>
  (await db.selectFrom('clients').select('phone').where('id', '=', clientId).executeTakeFirst())?.phone ?? '';

/**
 * Withdrawals that name this order in any spelling, oldest first. One that names several orders belongs to the first of
 * them, and is not older than any. So this reads by two indexes and not the whole table.
 */
export async function findWithdrawalsOf(
  db: Reader,
  { id, orderNumber, orderedAt }: Pick<StoredOrder, 'id' | 'orderNumber' | 'orderedAt'>,
): Promise<WithdrawalRow[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where(({ or, eb }) => or([eb('order_id', '=', id), eb('created_at', '>=', orderedAt)]))
    .execute();
  // An order in SQL would make SQLite read all rows by the index of times.
  return rows
    .filter(({ order_number }) => orderNumbersIn(order_number).includes(orderNumber))
    .sort((one, other) => one.created_at.localeCompare(other.created_at) || one.id.localeCompare(other.id));
}

/** Mails whose id contains one of these ids, oldest first. */
export const findMailsAbout = (db: Reader, ids: string[]) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'created_at', 'sent_at', 'given_up_at'])
    // The inner query reads the index of ids and not the mails, which are large.
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where((row) => row.or(ids.map((id) => row('id', 'like', `%${id}%`)))),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
