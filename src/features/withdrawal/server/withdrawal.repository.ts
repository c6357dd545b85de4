import { sql, type Updateable } from 'kysely';
import { isSoldSpent } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
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
  /** 1: goods may have to come back, because they left the shop or the order is unknown. Never for a gift voucher. */
  has_goods_away: 0 | 1;
  /** When the carrier got the first return parcel; null: none, or without a label of the shop. */
  sent_at: string | null;
  /** When the last return parcel arrived; null while one is on its way. */
  arrived_at: string | null;
}

/**
 * The payment's status; refunded also when the shop keeps no more than the surcharge for the faster delivery of goods
 * that have left (`doesSurchargeStay`).
 */
const PAYMENT = sql<OrderRow['payment_status'] | null>`case
  when w.part = '' and c.fast_surcharge_cents > 0 and p.refunded_cents >= c.total_cents - c.fast_surcharge_cents
    and o.delivery_status not in ('in_separation', 'not_with_carrier')
  then 'refunded' else o.payment_status end`;

const GOODS_AWAY = sql<0 | 1>`case
  when c.gift_voucher is not null or o.delivery_status in ('in_separation', 'not_with_carrier') then 0 else 1 end`;

const selectCases = (db: Reader) =>
  db
    .selectFrom('withdrawals as w')
    .leftJoin('orders as o', 'o.id', 'w.order_id')
    .leftJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .selectAll('w')
    .select(['o.order_number as known_number', PAYMENT.as('payment_status')])
    .select(GOODS_AWAY.as('has_goods_away'))
    .select(({ selectFrom }) => {
      const labels = selectFrom('return_labels as r').whereRef('r.withdrawal_id', '=', 'w.id');
      return [
        labels.select(({ fn }) => fn.min('r.sent_at').as('at')).as('sent_at'),
        labels
          .select(({ fn }) => fn.max('r.arrived_at').as('at'))
          // The goods have arrived when the last parcel has. A parcel that the shop no longer tracks does not count.
          .having(
            sql<boolean>`sum(case when r.sent_at is not null and r.arrived_at is null and r.check_at is not null
              then 1 else 0 end) = 0`,
          )
          .as('arrived_at'),
      ];
    });

/** Whether a withdrawal is open, as in `caseState`. It does not matter who made the refund. */
const IS_OPEN = sql<boolean>`(w.closed_as is null and coalesce(${PAYMENT}, '') not in ('refunded', 'cancelled'))`;

/** All open cases, longest waiting first. */
export const findOpenCases = (db: Reader): Promise<WithdrawalCase[]> =>
  selectCases(db).where(IS_OPEN).orderBy('w.created_at').orderBy('w.id').execute();

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

/**
 * Open withdrawals that arrived before this time, without a reminder to the owner so far. Nobody has to refund what was
 * not paid, nor a gift voucher that is spent. `id`: of this withdrawal only.
 */
export const findUnremindedCases = (db: Reader, before: string, id?: string): Promise<WithdrawalCase[]> =>
  selectCases(db)
    .$if(id !== undefined, (query) => query.where('w.id', '=', id!))
    .where(IS_OPEN)
    .where('w.reminded_at', 'is', null)
    .where(({ or, eb }) => or([eb('o.payment_status', 'is', null), eb('o.payment_status', '!=', 'pending')]))
    .where('w.created_at', '<', before)
    .where(({ not }) => not(isSoldSpent('o.id')))
    .orderBy('w.created_at')
    .execute();

/** A return parcel that nobody has seen to. */
export interface ArrivedReturn {
  reference: string;
  orderNumber: string;
}

/**
 * The return parcels that arrived without an open withdrawal, or after it was closed. A refund or a replacement after
 * the arrival is an answer to it. `orderId`: of this order only.
 */
export const findArrivedReturns = (db: Reader, orderId?: string): Promise<ArrivedReturn[]> =>
  db
    .selectFrom('return_labels as r')
    .$if(orderId !== undefined, (query) => query.where('r.order_id', '=', orderId!))
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .leftJoin('withdrawals as w', 'w.id', 'r.withdrawal_id')
    .select(['r.reference', 'o.order_number as orderNumber'])
    .where('r.state', '=', 'made')
    .where('r.arrived_at', 'is not', null)
    .where(sql<boolean>`(w.id is null or (w.goods_back_at is null and not ${IS_OPEN}
      and (w.closed_at is null or r.arrived_at > w.closed_at)))`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as f')
            .select('f.request_id')
            .whereRef('f.capture_id', '=', 'p.capture_id')
            .whereRef('f.created_at', '>=', 'r.arrived_at')
            .where('f.status', '<>', 'failed'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('further_parcels as n')
            .select('n.number')
            .whereRef('n.order_id', '=', 'r.order_id')
            .where('n.reason', 'is not', null)
            .whereRef('n.created_at', '>=', 'r.arrived_at'),
        ),
      ),
    )
    .orderBy('r.arrived_at')
    .limit(100)
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
