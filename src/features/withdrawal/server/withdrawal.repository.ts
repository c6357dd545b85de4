import { sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { OrderRow } from '#src/server/db/tables/orders.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { WithdrawalRow } from '#src/server/db/tables/records.ts';

export const insertWithdrawal = async (tx: Writer, row: WithdrawalRow): Promise<void> => {
  await tx.insertInto('withdrawals').values(row).execute();
};

/** Whether any order has this email address, with or without an account. */
export const hasOrdered = async (db: Reader, emailKey: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('email_key', '=', emailKey).limit(1).executeTakeFirst()) !==
  undefined;

/** A withdrawal with its order, if known. */
export interface WithdrawalCase extends WithdrawalRow {
  /** null for an unknown order. */
  known_number: string | null;
  payment_status: OrderRow['payment_status'] | null;
  /** When the carrier got the first return parcel; null: none, or without a label of the shop. */
  sent_at: string | null;
  /** When the last return parcel arrived. */
  arrived_at: string | null;
}

/** The payment's status; refunded also when the shop keeps no more than the surcharge for the faster delivery. */
const PAYMENT = sql<OrderRow['payment_status'] | null>`case
  when w.part = '' and c.fast_surcharge_cents > 0 and p.refunded_cents >= c.total_cents - c.fast_surcharge_cents
  then 'refunded' else o.payment_status end`;

const selectCases = (db: Reader) =>
  db
    .selectFrom('withdrawals as w')
    .leftJoin('orders as o', 'o.id', 'w.order_id')
    .leftJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .selectAll('w')
    .select(['o.order_number as known_number', PAYMENT.as('payment_status')])
    .select(({ selectFrom }) => {
      const labels = selectFrom('return_labels as r').whereRef('r.withdrawal_id', '=', 'w.id');
      return [
        labels.select(({ fn }) => fn.min('r.sent_at').as('at')).as('sent_at'),
        labels.select(({ fn }) => fn.max('r.arrived_at').as('at')).as('arrived_at'),
      ];
    });

/** Whether a withdrawal is open, as in `caseState`. It does not matter who made the refund. */
const IS_OPEN = sql<boolean>`(w.closed_as is null and coalesce(${PAYMENT}, '') not in ('refunded', 'cancelled'))`;

/** Open ones first, longest waiting on top; then the others, newest first. */
export async function listCases(db: Reader, limit: number): Promise<WithdrawalCase[]> {
  const open = await selectCases(db).where(IS_OPEN).orderBy('w.created_at').orderBy('w.id').limit(limit).execute();
  if (open.length === limit) return open;
  const closed = selectCases(db).where(sql<boolean>`not ${IS_OPEN}`);
  const more = await closed
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id')
    .limit(limit - open.length)
    .execute();
  return [...open, ...more];
}

/** The withdrawals whose ids have this prefix, at most two. */
export const findCasesLike = (db: Reader, beginning: string): Promise<WithdrawalCase[]> =>
  selectCases(db).where('w.id', 'like', `${beginning}%`).limit(2).execute();

/** One page of all withdrawals: open ones first, longest waiting on top; then the others, newest first. */
export async function pageOfCases(
  db: Reader,
  limit: number,
  offset: number,
): Promise<{ withdrawals: WithdrawalCase[]; total: number }> {
  const { total } = await db
    .selectFrom('withdrawals')
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const isClosed = sql`case when ${IS_OPEN} then 0 else 1 end`;
  const withdrawals = await selectCases(db)
    .orderBy(isClosed)
    .orderBy(sql`case when ${IS_OPEN} then w.created_at end`)
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { withdrawals, total: Number(total) };
}

export const findCasesOfOrder = (db: Reader, orderId: string): Promise<WithdrawalCase[]> =>
  selectCases(db).where('w.order_id', '=', orderId).orderBy('w.created_at').orderBy('w.id').execute();

/** The withdrawals from an account's orders, newest first. */
export const findCasesOfClient = (db: Reader, clientId: string): Promise<WithdrawalCase[]> =>
  selectCases(db).where('o.client_id', '=', clientId).orderBy('w.created_at', 'desc').orderBy('w.id').execute();

/** The open withdrawals from these orders, longest waiting first. */
export async function findOpenCasesOf(db: Reader, orderIds: string[]): Promise<WithdrawalCase[]> {
  if (orderIds.length === 0) return [];
  return selectCases(db)
    .where('w.order_id', 'in', orderIds)
    .where(IS_OPEN)
    .orderBy('w.created_at')
    .orderBy('w.id')
    .execute();
}

/** Open withdrawals that arrived before this time, without a reminder to the owner so far. */
export const findUnremindedCases = (db: Reader, before: string, limit: number): Promise<WithdrawalCase[]> =>
  selectCases(db)
    .where(IS_OPEN)
    .where('w.reminded_at', 'is', null)
    .where('w.created_at', '<', before)
    .orderBy('w.created_at')
    .limit(limit)
    .execute();

export async function deleteWithdrawals(tx: Writer, before: string): Promise<number> {
  const result = await tx.deleteFrom('withdrawals').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Changes an open withdrawal; false if it was closed before. */
export async function updateOpenWithdrawal(
  tx: Writer,
  id: string,
  values: Updateable<Tables['withdrawals']>,
): Promise<boolean> {
  const result = await tx
    .updateTable('withdrawals')
    .set(values)
    .where('id', '=', id)
    .where('closed_as', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}
