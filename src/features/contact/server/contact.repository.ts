import type { Writer } from '#src/server/db/database.ts';
import type { ContactMessageRow } from '#src/server/db/schema.ts';

export const insertContactMessage = async (tx: Writer, row: ContactMessageRow): Promise<void> => {
  await tx.insertInto('contact_messages').values(row).execute();
};

export async function deleteContactMessages(tx: Writer, before: string): Promise<void> {
  await tx.deleteFrom('contact_messages').where('created_at', '<', before).execute();
}
