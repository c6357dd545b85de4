import type { Reader, Writer } from '#src/server/db/database.ts';
import type { OrderNoteRow } from '#src/server/db/tables/desk.ts';

export const insertNote = async (tx: Writer, row: OrderNoteRow): Promise<void> => {
  await tx.insertInto('order_notes').values(row).execute();
};

/** The notes on these orders, oldest first. */
export async function findNotes(db: Reader, orderIds: string[]): Promise<OrderNoteRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('order_notes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
