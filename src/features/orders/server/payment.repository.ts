import { sql, type Insertable, type Updateable } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { PaymentRow, RefundRow } from '#src/server/db/tables/orders.ts';
import type { Cents } from '#src/shared/money.ts';
import type { Tables } from '#src/server/db/schema.ts';
import { isCheckDue } from './check-time.ts';
import { lockCheckout } from './checkout.repository.ts';

/** Filters the captures that the shop has recorded. */
export async function findKnownCaptures(db: Reader, captureIds: string[]): Promise<Set<string>> {
  if (captureIds.length === 0) return new Set();
  const rows = await db.selectFrom('payments').select('capture_id').where('capture_id', 'in', captureIds).execute();
  return new Set(rows.map(({ capture_id }) => capture_id));
}

/** A payment that holds money, and its order. */
export interface PaymentOfOrder {
  captureId: string;
  orderNumber: string;
  amount: Cents;
  /** ISO-8601 */
  at: string;
}

/** The completed payments at PayPal of orders in a period, newest first. */
export const listPaymentsOfOrders = (
  db: Reader,
  { from, until }: { from: string; until: string },
): Promise<PaymentOfOrder[]> =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.checkout_id', 'payments.checkout_id')
    .select([
      'payments.capture_id as captureId',
      'orders.order_number as orderNumber',
      'payments.amount_cents as amount',
      'payments.created_at as at',
    ])
    .where('payments.created_at', '>=', from)
    .where('payments.created_at', '<', until)
    .where('payments.status', 'in', ['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'])
    .where('orders.checkout_id', 'not in', db.selectFrom('transfers').select('transfers.checkout_id'))
    // A voucher paid everything of the others.
    .where('payments.amount_cents', '>', 0)
    .orderBy('payments.created_at', 'desc')
    .execute();

/** Inserts a payment; a known capture stays unchanged. */
export async function insertPayment(tx: Writer, row: Insertable<Tables['payments']>): Promise<void> {
  await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.column('capture_id').doNothing())
    .execute();
}

export const findPayment = (db: Reader, captureId: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('capture_id', '=', captureId).executeTakeFirst();

export const findPaymentOfCheckout = (db: Reader, checkoutId: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();

/** Locks the payment's checkout until the transaction ends, then reads the payment. */
export async function lockPayment(db: Database, tx: Writer, captureId: string): Promise<PaymentRow | undefined> {
  const found = await findPayment(tx, captureId);
  if (!found) return undefined;
  await lockCheckout(db, tx, found.checkout_id);
  return findPayment(tx, captureId);
}

export async function updatePayment(
  tx: Writer,
  captureId: string,
  values: Updateable<Tables['payments']>,
): Promise<void> {
  await tx.updateTable('payments').set(values).where('capture_id', '=', captureId).execute();
}

/** Payments whose check is due. */
export const findPaymentsDue = (db: Reader, now: string): Promise<PaymentRow[]> =>
  db.selectFrom('payments').selectAll().where(isCheckDue(now)).orderBy('check_at').limit(100).execute();

export async function insertRefund(tx: Writer, row: Insertable<Tables['refunds']>): Promise<void> {
  await tx.insertInto('refunds').values(row).execute();
}

export const findRefundsOf = (db: Reader, captureId: string): Promise<RefundRow[]> =>
  db.selectFrom('refunds').selectAll().where('capture_id', '=', captureId).orderBy('created_at').execute();

export async function findRefundsOfAll(db: Reader, captureIds: string[]): Promise<RefundRow[]> {
  if (captureIds.length === 0) return [];
  return db.selectFrom('refunds').selectAll().where('capture_id', 'in', captureIds).orderBy('created_at').execute();
}

export const findRefund = (db: Reader, requestId: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('request_id', '=', requestId).executeTakeFirst();

export const findRefundByPaypalId = (db: Reader, paypalRefundId: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('paypal_refund_id', '=', paypalRefundId).executeTakeFirst();

export async function updateRefund(
  tx: Writer,
  requestId: string,
  values: Updateable<Tables['refunds']>,
): Promise<void> {
  await tx.updateTable('refunds').set(values).where('request_id', '=', requestId).execute();
}

/** Puts a refund that could not be sent behind the others, unless somebody has changed the row meanwhile. */
export async function postponeRefund(
  tx: Writer,
  { request_id, check_at }: Pick<RefundRow, 'request_id' | 'check_at'>,
  until: string,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ check_at: until })
    .where('request_id', '=', request_id)
    .where('check_at', '=', check_at)
    .execute();
}

/** Whether a refund of this payment has no outcome yet. `payments`: the name of the table in the query. */
export const hasOpenRefund = (payments: string) =>
  sql<boolean>`exists (select 1 from refunds where refunds.capture_id = ${sql.ref(`${payments}.capture_id`)} and refunds.status in ('requested', 'pending'))`;

/** What PayPal or the buyer's bank took back of this payment, once the owner has accepted it. */
export const chargedBack = (payments: string) =>
  sql<number>`(select coalesce(sum(amount_cents), 0) from refunds where refunds.capture_id = ${sql.ref(`${payments}.capture_id`)} and refunds.reason = 'chargeback')`;

/**
 * Refunds that PayPal refuses: temporarily, or finally since this time without a later refund of the same payment.
 * Those of payments that made no order have no number.
 */
export const findRefundTroubles = (db: Reader, since: string): Promise<{ orderNumber: string | null }[]> =>
  db
    .selectFrom('refunds as r')
    .leftJoin('payments as p', 'p.capture_id', 'r.capture_id')
    .leftJoin('orders as o', 'o.checkout_id', 'p.checkout_id')
    .select('o.order_number as orderNumber')
    .where('r.issue', 'is not', null)
    .where(({ eb, or, and, not, exists }) =>
      or([
        eb('r.status', '=', 'requested'),
        and([
          eb('r.status', '=', 'failed'),
          eb('r.failed_at', '>=', since),
          not(
            exists(
              eb
                .selectFrom('refunds as later')
                .select('later.request_id')
                .whereRef('later.capture_id', '=', 'r.capture_id')
                .whereRef('later.created_at', '>', 'r.created_at')
                .where('later.status', '!=', 'failed'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('r.created_at')
    .execute();

/** Refunds without an outcome whose check is due. */
export const findRefundsDue = (db: Reader, now: string): Promise<RefundRow[]> =>
  db.selectFrom('refunds').selectAll().where(isCheckDue(now)).orderBy('check_at').limit(100).execute();
