/**
 * What stops a sold voucher by itself: its money is contested. Nothing is stored, so nothing must be unlocked when the
 * case ends.
 */
import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import type { Cents } from '#src/shared/money.ts';
import { whyNot } from '../voucher.ts';

export type VoucherStop = 'case' | 'withdrawal';

/** The names of the desk's errors. */
export type NotSentBecause =
  | 'voucher_not_sent_locked'
  | 'voucher_not_sent_case'
  | 'voucher_not_sent_withdrawal'
  | 'voucher_not_sent_expired'
  | 'voucher_not_sent_empty';

export type NotPaidOutBecause = 'voucher_not_paid_out_case' | 'voucher_not_paid_out_withdrawal';

type Sold = Pick<VoucherRow, 'order_id'>;

/** Whether PayPal or a bank contests the payment of an order. `order`: the column with its id. */
const caseOf = (order: string) => sql<boolean>`exists (select 1 from orders so
  join payment_cases sc on sc.checkout_id = so.checkout_id
  where so.id = ${sql.ref(order)} and sc.state in ('open', 'undecided'))`;

/** Whether the buyer has withdrawn from an order, and nobody has refunded or refused it yet. */
const withdrawalOf = (order: string) => sql<boolean>`exists (select 1 from orders wo
  join withdrawals ww on ww.order_id = wo.id
  where wo.id = ${sql.ref(order)} and ww.verified = 1 and ww.closed_as is null
  and wo.payment_status not in ('refunded', 'cancelled'))`;

/** Whether something stops a voucher. `order`: the column with the id of the order that bought it. */
export const isStoppedBy = (order: string) => sql<boolean>`(${caseOf(order)} or ${withdrawalOf(order)})`;

/** Why a voucher neither pays nor is mailed, until the payment's case or the withdrawal of its order is decided. */
export async function findStop(db: Reader, { order_id: id }: Sold): Promise<VoucherStop | undefined> {
  if (id === null) return undefined;
  const row = await db
    .selectFrom('orders as o')
    .select([caseOf('o.id').as('isCase'), withdrawalOf('o.id').as('isWithdrawal')])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (row?.isCase) return 'case';
  return row?.isWithdrawal ? 'withdrawal' : undefined;
}

/** Why a voucher is not mailed: nobody could pay with it. `day`: today in Germany. */
export async function whyNotSent(
  db: Reader,
  voucher: Sold & Parameters<typeof whyNot>[0],
  { left, day }: { left: Cents; day: string },
): Promise<NotSentBecause | undefined> {
  if (voucher.locked_at !== null) return 'voucher_not_sent_locked';
  const stop = await findStop(db, voucher);
  if (stop) return stop === 'case' ? 'voucher_not_sent_case' : 'voucher_not_sent_withdrawal';
  if (whyNot(voucher, day)) return 'voucher_not_sent_expired';
  return left > 0 ? undefined : 'voucher_not_sent_empty';
}

/** Why nothing is paid out by hand: a chargeback or a refund of its order would return the same money once more. */
export const whyNotPaidOut = (stop: VoucherStop | undefined): NotPaidOutBecause | undefined =>
  stop && (stop === 'case' ? 'voucher_not_paid_out_case' : 'voucher_not_paid_out_withdrawal');

/** Why nothing may be paid with a voucher, whatever is left of it. `day`: today in Germany. */
export const whyNotNow = async (
  db: Reader,
  voucher: Sold & Parameters<typeof whyNot>[0],
  day: string,
): Promise<ReturnType<typeof whyNot>> =>
  whyNot(voucher, day) ?? ((await findStop(db, voucher)) ? 'voucher_locked' : undefined);
