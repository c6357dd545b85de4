import { sql } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';

/** Accounts without a sign-in and an order since `usedBefore`. */
const selectIdle = (db: Reader, usedBefore: string) =>
  db
    .selectFrom('clients')
    .selectAll()
    .where(sql<boolean>`coalesce(used_at, created_at) < ${usedBefore}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.client_id', '=', 'clients.id')
            .where('ordered_at', '>=', usedBefore),
        ),
      ),
    );

/** Locks the accounts, because a sign-in at the same time makes the warning wrong. */
export const lockUnwarned = (
  { lockRows }: Database,
  tx: Writer,
  usedBefore: string,
  limit: number,
): Promise<ClientRow[]> =>
  lockRows(selectIdle(tx, usedBefore).where('idle_warned_at', 'is', null).orderBy('id').limit(limit)).execute();

/** Locks the accounts, so that none is deleted whose owner is just signing in. */
export const lockWarned = (
  { lockRows }: Database,
  tx: Writer,
  { usedBefore, warnedBefore, limit }: { usedBefore: string; warnedBefore: string; limit: number },
): Promise<ClientRow[]> =>
  lockRows(selectIdle(tx, usedBefore).where('idle_warned_at', '<', warnedBefore).orderBy('id').limit(limit)).execute();

export async function recordWarning(tx: Writer, id: string, now: string): Promise<void> {
  await tx.updateTable('clients').set({ idle_warned_at: now }).where('id', '=', id).execute();
}

/** Resets the warning of accounts that were used again. */
export async function recordUse(tx: Writer, id: string, now: string): Promise<void> {
  await tx.updateTable('clients').set({ used_at: now, idle_warned_at: null }).where('id', '=', id).execute();
}
