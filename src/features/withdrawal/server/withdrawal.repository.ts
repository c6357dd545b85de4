import type { Reader, Writer } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/schema.ts';

export const insertWithdrawal = async (tx: Writer, row: WithdrawalRow): Promise<void> => {
  await tx.insertInto('withdrawals').values(row).execute();
};

/** Newest first. */
export const listWithdrawals = (db: Reader, limit: number): Promise<WithdrawalRow[]> =>
  db.selectFrom('withdrawals').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
