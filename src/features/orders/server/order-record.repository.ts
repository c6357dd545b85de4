import type { Reader } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/tables/records.ts';
import { orderNumbersIn } from './order-number.ts';

export const findPhone = async (db: Reader, clientId: string): Promise<string> =>
  (await db.selectFrom('clients').select('phone').where('id', '=', clientId).executeTakeFirst())?.phone ?? '';

/** Withdrawals that name this order in any spelling, oldest first. */
export async function findWithdrawalsOf(db: Reader, orderNumber: string): Promise<WithdrawalRow[]> {
  const rows = await db.selectFrom('withdrawals').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.filter(({ order_number }) => orderNumbersIn(order_number).includes(orderNumber));
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
