import { randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { MailPart } from './mail-body.ts';
import { enqueueMail } from './outbox.ts';
import { findMailsNamed } from './outbox.repository.ts';

type AnswerKind = 'contact_answer' | 'withdrawal_answer';

interface Answer {
  kind: AnswerKind;
  /** The id of the message or withdrawal that is answered. */
  about: string;
  locale: Locale;
  to: string;
  /** An order's number for the subject; '' for none. */
  number?: string;
  /** The shop's words, with empty lines between paragraphs. */
  text: string;
  /** What the person wrote. */
  quoted?: string;
  /** How many answers the writer knew of. */
  seen: number;
}

const idOf = (kind: AnswerKind, about: string) => `${kind.replace('_', '-')}-${about}-`;

/** What a person of the shop answered to a message or a withdrawal, oldest first. */
export const findAnswers = (db: Reader, kind: AnswerKind, about: string) => findMailsNamed(db, idOf(kind, about));

/**
 * Mails what a person of the shop wrote; an answer to it goes to the shop. False, and no mail, when somebody else has answered
 * meanwhile or the button was pressed twice.
 */
export async function enqueueAnswer(ctx: Context, tx: Writer, answer: Answer): Promise<boolean> {
  const { kind, about, locale, to, number, text, quoted, seen } = answer;
  await ctx.db.lock(tx, idOf(kind, about));
  if ((await findAnswers(tx, kind, about)).length > seen) return false;
  const t = translator(locale);
  const quote: MailPart[] = quoted ? [{ kind: 'quote', note: t('mail:answer.yours'), rows: [[quoted]] }] : [];
  await enqueueMail(ctx, tx, {
    id: idOf(kind, about) + randomUUID(),
    kind,
    locale,
    to,
    replyTo: ctx.config.shopEmail,
    subject: number ? t('mail:answer.subjectOrder', { number }) : t('mail:answer.subject'),
    parts: [...text.split(/\n{2,}/).map((paragraph): MailPart => ({ kind: 'paragraph', text: paragraph })), ...quote],
  });
  return true;
}
