import type { Reader, Writer } from '#src/server/db/database.ts';
import type { OrderNoteRow } from '#src/server/db/tables/desk.ts';

export const insertNote = async (tx: Writer, row: OrderNoteRow): Promise<void> => {
  await tx.insertInto('order_notes').values(row).execute();
};

/** The notes on an order, oldest first. */
export const findNotes = (db: Reader, orderId: string): Promise<OrderNoteRow[]> =>
  db.selectFrom('order_notes').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id').execute();
