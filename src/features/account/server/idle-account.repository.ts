import { sql } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';

interface Idle {
  /** Without a sign-in and an order since. */
  usedBefore: string;
  /** undefined: never warned. */
  warnedBefore: string | undefined;
}

const selectIdle = (db: Reader, { usedBefore, warnedBefore }: Idle) =>
  db
    .selectFrom('clients')
    .where(sql<boolean>`coalesce(used_at, created_at) < ${usedBefore}`)
    .where(({ eb }) =>
      warnedBefore === undefined ? eb('idle_warned_at', 'is', null) : eb('idle_warned_at', '<', warnedBefore),
    )
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

export const findIdle = (db: Reader, idle: Idle): Promise<Pick<ClientRow, 'id'>[]> =>
  selectIdle(db, idle).select('id').orderBy('id').execute();

/** Locks the account, because a sign-in at the same time ends its idle time; undefined when it is idle no more. */
export const lockIdle = (
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Writer,
  idle: Idle,
  id: string,
): Promise<ClientRow | undefined> => lockRows(selectIdle(tx, idle).selectAll().where('id', '=', id)).executeTakeFirst();

export async function recordWarning(tx: Writer, id: string, now: string): Promise<void> {
  await tx.updateTable('clients').set({ idle_warned_at: now }).where('id', '=', id).execute();
}

/** Resets the warning of accounts that were used again. */
export async function recordUse(tx: Writer, id: string, now: string): Promise<void> {
  await tx.updateTable('clients').set({ used_at: now, idle_warned_at: null }).where('id', '=', id).execute();
}
