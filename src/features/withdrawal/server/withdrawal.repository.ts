import type { Reader, Writer } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/schema.ts';

export const insertWithdrawal = async (tx: Writer, row: WithdrawalRow): Promise<void> => {
  await tx.insertInto('withdrawals').values(row).execute();
};

/** Whether the account of an e-mail address has ever ordered. */
export const hasOrdered = async (db: Reader, emailKey: string): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .innerJoin('clients', 'clients.id', 'orders.client_id')
    .select('orders.id')
    .where('clients.email_key', '=', emailKey)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Newest first. */
export const listWithdrawals = (db: Reader, limit: number): Promise<WithdrawalRow[]> =>
  db.selectFrom('withdrawals').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
