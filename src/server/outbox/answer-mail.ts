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
  /** The id of the message or withdrawal to answer. */
  about: string;
  locale: Locale;
  to: string;
  /** The order's number for the subject; '' for none. */
  number?: string;
  /** The answer, with empty lines between paragraphs. */
  text: string;
  /** The customer's text to quote. */
  quoted?: string;
  /** The number of answers that the writer saw. */
  seen: number;
}

const idOf = (kind: AnswerKind, about: string) => `${kind.replace('_', '-')}-${about}-`;

/** The shop's answers to a message or a withdrawal, oldest first. */
export const findAnswers = (db: Reader, kind: AnswerKind, about: string) => findMailsNamed(db, idOf(kind, about));

/**
 * Mails an answer of the shop; the recipient's reply goes to the shop. Returns false, without a mail, when a colleague
 * has answered since or the button was pressed twice.
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
    parts: [...text.split(/\n{2,}/), ...quote],
  });
  return true;
}
