import { emailKey } from '#src/server/auth/email.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { ContactMessageRow, NewContactMessageRow } from '#src/server/db/tables/records.ts';

export const insertContactMessage = async (tx: Writer, row: NewContactMessageRow): Promise<void> => {
  await tx.insertInto('contact_messages').values(row).execute();
};

export interface MessageList {
  messages: ContactMessageRow[];
  total: number;
}

/** Oldest messages first, because they have waited longest; `isAll`: also those that are done. */
export async function listMessages(
  db: Reader,
  { isAll, limit, offset = 0 }: { isAll: boolean; limit: number; offset?: number },
): Promise<MessageList> {
  const some = () => db.selectFrom('contact_messages').$if(!isAll, (query) => query.where('done_at', 'is', null));
  const { total } = await some()
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const messages = await some().selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute();
  return { messages, total: Number(total) };
}

/** The messages whose ids have this prefix; two are enough to detect ambiguity. */
export const findMessages = (db: Reader, idPrefix: string): Promise<ContactMessageRow[]> =>
  db.selectFrom('contact_messages').selectAll().where('id', 'like', `${idPrefix}%`).limit(2).execute();

/** Returns false when it was done before. */
export async function setMessageDone(tx: Writer, id: string, at: string): Promise<boolean> {
  const result = await tx
    .updateTable('contact_messages')
    .set({ done_at: at })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/**
 * Deletes messages from before this time and counts them. `keepBuyers`: a message from a buyer's address is a business
 * letter.
 */
export async function deleteContactMessages(
  tx: Writer,
  before: string,
  { keepBuyers }: { keepBuyers: boolean },
): Promise<number> {
  if (keepBuyers) await addKeys(tx);
  const result = await tx
    .deleteFrom('contact_messages')
    .where('created_at', '<', before)
    .$if(keepBuyers, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('orders').select('orders.id').whereRef('orders.email_key', '=', 'contact_messages.email_key'),
          ),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** While an update goes from server to server, the previous version stores messages without a key. */
async function addKeys(tx: Writer): Promise<void> {
  const rows = await tx.selectFrom('contact_messages').select(['id', 'email']).where('email_key', 'is', null).execute();
  for (const { id, email } of rows)
    await tx
      .updateTable('contact_messages')
      .set({ email_key: emailKey(email) })
      .where('id', '=', id)
      .execute();
}
