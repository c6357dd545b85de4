import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { ContactMessageRow, NewContactMessageRow } from '#src/server/db/tables/records.ts';
import { enqueueAnswer } from '#src/server/outbox/answer-mail.ts';
import type { ContactSubject } from '../contact.ts';
import { enqueueContactMessage } from './contact-mail.ts';
import { insertContactMessage, setMessageDone } from './contact.repository.ts';

export interface ContactMessage {
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
}

/** Stores a message and enqueues the mail to the shop, in one transaction. */
export async function receiveMessage(
  ctx: Context,
  locale: Locale,
  { name, email, subject, message }: ContactMessage,
): Promise<void> {
  const row: NewContactMessageRow = {
    id: randomUUID(),
    name,
    email,
    email_key: emailKey(email),
    subject,
    message,
    locale,
    created_at: ctx.now().toISOString(),
  };
  await ctx.db.write(async (tx) => {
    await insertContactMessage(tx, row);
    await enqueueContactMessage(ctx, tx, { ...row, subject });
  });
}

/** Marks a message as answered or settled otherwise; false when it was done before. */
export const finishMessage = (ctx: Context, { id }: ContactMessageRow): Promise<boolean> =>
  ctx.db.write(async (tx) => {
    const isNew = await setMessageDone(tx, id, ctx.now().toISOString());
    if (isNew) await recordAct(ctx, tx, { act: 'message.done', subject: 'message', id });
    return isNew;
  });

/**
 * Mails an answer in the sender's language, and marks the message as done; false when there are more answers than
 * `seen`.
 */
export const answerMessage = (ctx: Context, message: ContactMessageRow, text: string, seen: number): Promise<boolean> =>
  ctx.db.write(async (tx) => {
    const locale = parseLocale(message.locale) ?? DEFAULT_LOCALE;
    const answer = { about: message.id, locale, to: message.email, text, quoted: message.message, seen };
    if (!(await enqueueAnswer(ctx, tx, { kind: 'contact_answer', ...answer }))) return false;
    await setMessageDone(tx, message.id, ctx.now().toISOString());
    await recordAct(ctx, tx, { act: 'message.answer', subject: 'message', id: message.id });
    return true;
  });
