import type { Reader } from '#src/server/db/database.ts';
import type { VoucherMovementRow, VoucherRow } from '#src/server/db/tables/vouchers.ts';
import type { Cents } from '#src/shared/money.ts';

/** The voucher that an order has bought. */
export const findSoldVoucher = (db: Reader, orderId: string): Promise<VoucherRow | undefined> =>
  db
    .selectFrom('vouchers')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('origin', '=', 'order')
    .executeTakeFirst();

/** The last time that a refund of the voucher's own order changed it. */
export const findLastRefund = (db: Reader, { id, order_id }: VoucherRow): Promise<VoucherMovementRow | undefined> =>
  db
    .selectFrom('voucher_movements as m')
    .innerJoin('orders as o', 'o.checkout_id', 'm.checkout_id')
    .selectAll('m')
    .where('m.voucher_id', '=', id)
    .where('o.id', '=', order_id)
    .orderBy('m.id', 'desc')
    .executeTakeFirst();

/** The movements of a voucher whose requests begin like this. */
export async function sumOfRequests(
  db: Reader,
  voucherId: string,
  prefix: string,
): Promise<{ cents: Cents; count: number }> {
  const rows = await db
    .selectFrom('voucher_movements')
    .select(['amount_cents', 'request_id'])
    .where('voucher_id', '=', voucherId)
    .execute();
  const own = rows.filter(({ request_id }) => request_id.startsWith(prefix));
  return { cents: own.reduce((sum, { amount_cents }) => sum + amount_cents, 0), count: own.length };
}
