import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { MailPart } from './mail-body.ts';
import { enqueueMail } from './outbox.ts';

interface Answer {
  /** See `NewMail.id`. */
  id?: string;
  kind: 'contact_answer' | 'withdrawal_answer';
  locale: Locale;
  to: string;
  /** An order's number for the subject; '' for none. */
  number?: string;
  /** The shop's words, with empty lines between paragraphs. */
  text: string;
  /** What the person wrote. */
  quoted?: string;
}

/** Mails what a person of the shop wrote; an answer to it goes to the shop. */
export async function enqueueAnswer(ctx: Context, tx: Writer, { id, kind, locale, to, number, text, quoted }: Answer): Promise<void> {
  const t = translator(locale);
  const quote: MailPart[] = quoted ? [{ kind: 'quote', note: t('mail:answer.yours'), rows: [[quoted]] }] : [];
  await enqueueMail(ctx, tx, {
    ...(id && { id }),
    kind,
    locale,
    to,
    replyTo: ctx.config.shopEmail,
    subject: number ? t('mail:answer.subjectOrder', { number }) : t('mail:answer.subject'),
    parts: [...text.split(/\n{2,}/).map((paragraph): MailPart => ({ kind: 'paragraph', text: paragraph })), ...quote],
  });
}
