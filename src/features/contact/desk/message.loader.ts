import { loadPage } from '#src/desk/list-query.ts';
import type { Context } from '#src/server/context.ts';
import { findAnswers } from '#src/server/outbox/answer-mail.ts';
import { findMessages, listMessages } from '../server/contact.repository.ts';

/** One page of the messages; `isAll`: also those that are done. */
export const loadMessageList = ({ db }: Context, url: URL, isAll: boolean) =>
  loadPage(url, (limit, offset) => listMessages(db.read, { isAll, limit, offset }));

export const loadMessage = async ({ db }: Context, id: string) =>
  (await findMessages(db.read, id)).find((row) => row.id === id);

/** The answers to a message; `isAnswered`: also the message that waits longest, which is the next one to answer. */
export async function loadAnswers({ db: { read } }: Context, id: string, isAnswered: boolean) {
  const [next] = isAnswered ? (await listMessages(read, { isAll: false, limit: 1 })).messages : [];
  return { answers: await findAnswers(read, 'contact_answer', id), next };
}
