import type { Reader } from '#src/server/db/database.ts';

async function countOf(query: {
  executeTakeFirstOrThrow: () => Promise<{ total: string | number | bigint }>;
}): Promise<number> {
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

/** Refunds that the owner still has to transfer. */
export const countRefundsToTransfer = (db: Reader): Promise<number> =>
  countOf(
    db
      .selectFrom('refunds as r')
      .innerJoin('transfers as t', 't.capture_id', 'r.capture_id')
      .select((row) => row.fn.countAll().as('total'))
      .where('r.status', '=', 'requested'),
  );

/** Payments that PayPal still checks, and captures without a response, all begun before this time. */
export async function countUnknownPayments(db: Reader, before: string): Promise<number> {
  const pending = await countOf(
    db
      .selectFrom('payments')
      .select((row) => row.fn.countAll().as('total'))
      .where('status', '=', 'PENDING')
      // A transfer is not checked at PayPal.
      .where('check_at', 'is not', null)
      .where('created_at', '<', before),
  );
  const unanswered = await countOf(
    db
      .selectFrom('checkouts')
      .select((row) => row.fn.countAll().as('total'))
      .where('state', '=', 'open')
      // Every open checkout has a check time, and its index finds the few open ones.
      .where('check_at', 'is not', null)
      .where('capture_request_id', 'is not', null)
      .where('updated_at', '<', before),
  );
  return pending + unanswered;
}
