import type { Reader, Writer } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/schema.ts';

export const insertWithdrawal = async (tx: Writer, row: WithdrawalRow): Promise<void> => {
  await tx.insertInto('withdrawals').values(row).execute();
};

/** Whether anybody has ever ordered with this email address, with or without an account. */
export const hasOrdered = async (db: Reader, emailKey: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('email_key', '=', emailKey).limit(1).executeTakeFirst()) !== undefined;

/** Newest first. */
export const listWithdrawals = (db: Reader, limit: number): Promise<WithdrawalRow[]> =>
  db.selectFrom('withdrawals').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
