import { sql } from 'kysely';
import type { Writer } from '#src/server/db/database.ts';
import type { ContactMessageRow } from '#src/server/db/tables/records.ts';

export const insertContactMessage = async (tx: Writer, row: ContactMessageRow): Promise<void> => {
  await tx.insertInto('contact_messages').values(row).execute();
};

/** Deletes messages from before this time and counts them. `keepBuyers`: a message from a buyer's address is a business letter. */
export async function deleteContactMessages(tx: Writer, before: string, { keepBuyers }: { keepBuyers: boolean }): Promise<number> {
  const result = await tx
    .deleteFrom('contact_messages')
    .where('created_at', '<', before)
    .$if(keepBuyers, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('orders')
              .select('orders.id')
              .where('orders.email_key', '=', sql<string>`lower(contact_messages.email)`),
          ),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
