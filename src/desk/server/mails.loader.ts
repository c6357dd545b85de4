import type { Context } from '#src/server/context.ts';
import { canRetry, listUnsentMails } from '#src/server/outbox/outbox.repository.ts';

const MOST = 100;

/** The mails that wait or were given up, and those among them that can be sent now. */
export async function loadUnsentMails({ db, now }: Context) {
  const mails = await listUnsentMails(db.read, MOST);
  return { mails, retryable: new Set(mails.filter((mail) => canRetry(mail, now().toISOString()))) };
}
