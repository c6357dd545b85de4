import { sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { PaymentCaseRow } from '#src/server/db/tables/orders.ts';

/** Whether the order's payment has an open case; `orders`: the name of the table in the query. */
export const hasOpenCase = (orders: string) =>
  sql<boolean>`exists (select 1 from payment_cases where payment_cases.checkout_id = ${sql.ref(`${orders}.checkout_id`)} and payment_cases.state <> 'closed')`;

export const findCase = (
  db: Reader,
  { id, checkout_id }: Pick<PaymentCaseRow, 'id' | 'checkout_id'>,
): Promise<PaymentCaseRow | undefined> =>
  db
    .selectFrom('payment_cases')
    .selectAll()
    .where('id', '=', id)
    .where('checkout_id', '=', checkout_id)
    .executeTakeFirst();

/** The cases of a checkout's payment, oldest first. */
export const findCasesOf = (db: Reader, checkoutId: string): Promise<PaymentCaseRow[]> =>
  db
    .selectFrom('payment_cases')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();

/** Inserts or updates a case. */
export async function saveCase(tx: Writer, row: PaymentCaseRow): Promise<void> {
  const { id: _id, checkout_id: _checkout, opened_at: _opened, ...news } = row;
  await tx
    .insertInto('payment_cases')
    .values(row)
    .onConflict((conflict) => conflict.columns(['id', 'checkout_id']).doUpdateSet(news))
    .execute();
}

export async function updateCase(
  tx: Writer,
  { id, checkout_id }: Pick<PaymentCaseRow, 'id' | 'checkout_id'>,
  values: Updateable<Tables['payment_cases']>,
): Promise<void> {
  await tx
    .updateTable('payment_cases')
    .set(values)
    .where('id', '=', id)
    .where('checkout_id', '=', checkout_id)
    .execute();
}

/** Until when PayPal waits for the shop's next answer; null when it waits for none. */
export async function findNextDeadline(db: Reader): Promise<string | null> {
  const { next } = await db
    .selectFrom('payment_cases')
    .leftJoin('case_answers', (join) =>
      join
        .onRef('case_answers.case_id', '=', 'payment_cases.id')
        .on('case_answers.state', '=', sql.lit('sent' as const)),
    )
    .select((eb) => eb.fn.min('payment_cases.respond_by').as('next'))
    .where('payment_cases.state', '=', sql.lit('open' as const))
    .where('case_answers.case_id', 'is', null)
    .executeTakeFirstOrThrow();
  return next;
}

/** The number of orders with an open case. */
export async function countOpenCases(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('payment_cases')
    .innerJoin('orders', 'orders.checkout_id', 'payment_cases.checkout_id')
    .select((eb) => eb.fn.count('orders.id').distinct().as('total'))
    .where('payment_cases.state', '<>', 'closed')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}
