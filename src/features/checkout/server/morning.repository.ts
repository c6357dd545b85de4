import type { Reader, Writer } from '#src/server/db/database.ts';

const SETTING = 'morning_summary';

/** Claims the summary of a day such as 2026-11-25; false when it was claimed before, by any process. */
export async function claimMorning(tx: Writer, day: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('settings')
    .values({ name: SETTING, value: day })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: day }).where('settings.value', '<', day))
    .returning('value')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Paid orders that are not packed, oldest first. */
export const findOrdersToPack = (db: Reader, limit: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'order_number', 'ordered_at'])
    .where('payment_status', 'in', ['paid', 'partially_refunded'])
    .where('delivery_status', '=', 'in_separation')
    .orderBy('ordered_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const findOpenWithdrawals = (db: Reader) =>
  db
    .selectFrom('withdrawals')
    .select(['order_number', 'verified', 'created_at'])
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .execute();

async function countOf(query: { executeTakeFirstOrThrow: () => Promise<{ total: string | number | bigint }> }): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).total);
}

export const countOpenMessages = (db: Reader): Promise<number> =>
  countOf(
    db
      .selectFrom('contact_messages')
      .select((row) => row.fn.countAll().as('total'))
      .where('done_at', 'is', null),
  );

export const countMailsGivenUp = (db: Reader): Promise<number> =>
  countOf(
    db
      .selectFrom('outbox')
      .select((row) => row.fn.countAll().as('total'))
      .where('given_up_at', 'is not', null)
      .where('sent_at', 'is', null),
  );

/** Payments that PayPal still checks, and captures without an answer, all begun before this time. */
export async function countUnknownPayments(db: Reader, before: string): Promise<number> {
  const pending = await countOf(
    db
      .selectFrom('payments')
      .select((row) => row.fn.countAll().as('total'))
      .where('status', '=', 'PENDING')
      .where('created_at', '<', before),
  );
  const unanswered = await countOf(
    db
      .selectFrom('checkouts')
      .select((row) => row.fn.countAll().as('total'))
      .where('state', '=', 'open')
      .where('capture_request_id', 'is not', null)
      .where('updated_at', '<', before),
  );
  return pending + unanswered;
}
