import type { Reader, Writer } from '#src/server/db/database.ts';

/** Returns false for a form that was sent before. */
export async function claimForm(tx: Writer, digest: string, sentAt: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('sent_forms')
    .values({ digest, answer: null, sent_at: sentAt })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Where the browser was redirected after the act; undefined while it runs, and for a refused form. */
export async function findFormAnswer(db: Reader, digest: string): Promise<string | undefined> {
  const row = await db.selectFrom('sent_forms').select('answer').where('digest', '=', digest).executeTakeFirst();
  return row?.answer ?? undefined;
}

export const saveFormAnswer = async (tx: Writer, digest: string, answer: string): Promise<void> => {
  await tx.updateTable('sent_forms').set({ answer }).where('digest', '=', digest).execute();
};

/** Releases a form that did nothing, so that it can be sent again. */
export const releaseForm = async (tx: Writer, digest: string): Promise<void> => {
  await tx.deleteFrom('sent_forms').where('digest', '=', digest).execute();
};

export const deleteSentForms = async (tx: Writer, before: string): Promise<void> => {
  await tx.deleteFrom('sent_forms').where('sent_at', '<', before).execute();
};
