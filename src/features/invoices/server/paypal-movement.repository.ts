import type { Reader, Writer } from '#src/server/db/database.ts';
import type { PaypalMovementRow } from '#src/server/db/tables/paypal-movements.ts';

/** Stores what PayPal lists; a known transaction gets its present state. */
export async function saveMovements(tx: Writer, rows: readonly PaypalMovementRow[]): Promise<void> {
  for (const { id, ...state } of rows)
    await tx
      .insertInto('paypal_movements')
      .values({ id, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute();
}

/** Movements in a period with their orders, oldest first. `until` is exclusive. */
export const findMovements = (db: Reader, from: string, until: string) =>
  db
    .selectFrom('paypal_movements as m')
    .leftJoin('payments as p', 'p.capture_id', 'm.capture_id')
    .leftJoin('orders as o', 'o.checkout_id', 'p.checkout_id')
    .select(['m.id', 'm.code', 'm.at', 'm.amount_cents as amount', 'm.fee_cents as fee'])
    .select('o.order_number as orderNumber')
    .where('m.at', '>=', from)
    .where('m.at', '<', until)
    .orderBy('m.at')
    .orderBy('m.id')
    .execute();

/** When the newest stored transaction and the first payment at PayPal were, in ISO-8601. */
export async function findMovementTimes(db: Reader): Promise<{ newest: string | null; first: string | null }> {
  const { newest } = await db
    .selectFrom('paypal_movements')
    .select((row) => row.fn.max('at').as('newest'))
    .executeTakeFirstOrThrow();
  const { first } = await db
    .selectFrom('payments')
    .select((row) => row.fn.min('created_at').as('first'))
    .where('checkout_id', 'not in', db.selectFrom('transfers').select('transfers.checkout_id'))
    .where('amount_cents', '>', 0)
    .executeTakeFirstOrThrow();
  return { newest, first };
}

/** Deletes movements whose retention has ended. They name no person. */
export async function deleteMovements(tx: Writer, before: string): Promise<void> {
  await tx.deleteFrom('paypal_movements').where('at', '<', before).execute();
}
