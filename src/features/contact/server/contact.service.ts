import { randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { NewContactMessageRow } from '#src/server/db/tables/records.ts';
import type { ContactSubject } from '../contact.ts';
import { enqueueContactMessage } from './contact-mail.ts';
import { insertContactMessage } from './contact.repository.ts';

export interface ContactMessage {
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
}

/** Stores a message and puts the mail to the shop into the outbox, in one transaction. */
export async function receiveMessage(ctx: Context, locale: Locale, { name, email, subject, message }: ContactMessage): Promise<void> {
  const row: NewContactMessageRow = { id: randomUUID(), name, email, subject, message, locale, created_at: ctx.now().toISOString() };
  await ctx.db.write(async (tx) => {
    await insertContactMessage(tx, row);
    await enqueueContactMessage(ctx, tx, { ...row, subject });
  });
}
