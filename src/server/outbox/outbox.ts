import { randomUUID } from 'node:crypto';
import { translator } from '#src/i18n/translate.ts';
import { LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { SHOP_NAME } from '#src/shared/business.ts';
import { renderMail, type MailPart } from './mail-body.ts';
import { insertMail } from './outbox.repository.ts';

export interface NewMail {
  /** Of the act that it tells of, so that the act repeated sends no second mail; else a new one. */
  id?: string;
  /** What it is about, for the owner's list. */
  kind: string;
  locale: Locale;
  to: string;
  replyTo?: string;
  subject: string;
  /** The first line inside; the subject when missing. */
  title?: string;
  parts: MailPart[];
}

/** Writes a mail down in the transaction of the act that it tells of; the sender's job takes it from there. */
export async function enqueueMail({ config, now }: Pick<Context, 'config' | 'now'>, tx: Writer, mail: NewMail): Promise<void> {
  const { locale, subject, title = subject, parts } = mail;
  const shopUrl = config.siteUrl + LOCALES[locale].prefix;
  const footer = `${translator(locale)('mail:footer', { shop: SHOP_NAME })}\n${shopUrl}`;
  const at = now().toISOString();
  await insertMail(tx, {
    id: mail.id ?? randomUUID(),
    kind: mail.kind,
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject,
    ...renderMail({ lang: locale, title, parts, footer }),
    created_at: at,
    attempts: 0,
    due_at: at,
    sent_at: null,
    given_up_at: null,
    last_error: null,
  });
}
