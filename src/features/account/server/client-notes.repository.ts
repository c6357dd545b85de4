import type { Reader, Writer } from '#src/server/db/database.ts';
import type { ClientNoteRow } from '#src/server/db/tables/desk.ts';

export const insertClientNote = async (tx: Writer, row: ClientNoteRow): Promise<void> => {
  await tx.insertInto('client_notes').values(row).execute();
};

/** The staff's notes on a customer, oldest first. */
export const findClientNotes = (db: Reader, clientId: string): Promise<ClientNoteRow[]> =>
  db
    .selectFrom('client_notes')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
