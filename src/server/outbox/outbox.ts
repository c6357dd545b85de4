import { randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { renderMail, type MailPart } from './mail-body.ts';
import { letterFooter } from './letter-footer.ts';
import { insertMail } from './outbox.repository.ts';

/**
 * Where the code of a gift voucher stands in a waiting mail. It is filled in when the mail is sent, so that nobody
 * reads it in the outbox, also not in a mail that was given up.
 */
export const CODE_PLACE = 'GV-????-????-????-????';
/** Where a waiting mail says what is left of a gift voucher, which may change before the mail is sent. */
export const LEFT_PLACE = '??,?? €';

export interface NewMail {
  /** Derived from the business act, so that repeating the act sends no second mail; random by default. */
  id?: string;
  /** The mail's subject matter, for the owner's list. */
  kind: string;
  locale: Locale;
  to: string;
  replyTo?: string;
  /** A POST there ends mails of this kind. */
  unsubscribeUrl?: string;
  subject: string;
  /** The heading in the mail; defaults to the subject. */
  title?: string;
  /** The name of the person whom the mail greets. */
  reader?: string;
  parts: MailPart[];
  /** An invoice or a credit note to attach. */
  invoiceId?: string | undefined;
  /** A gift voucher to attach. */
  voucherId?: string | undefined;
}

/** Stores a mail in the transaction of its business act; the mail job sends it later. */
export async function enqueueMail(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  mail: NewMail,
): Promise<void> {
  const { log, now, shop } = ctx;
  const { locale, subject, title = subject, reader } = mail;
  const greeting: MailPart[] = reader === undefined ? [] : [translator(locale)('mail:greeting', { name: reader })];
  const parts = [...greeting, ...mail.parts];
  const { id = randomUUID(), kind } = mail;
  const at = now().toISOString();
  // The only line with both the request and the mail: the mail job, which sends it later, knows only the mail.
  log.info({ mail: id, kind }, 'mail written');
  await insertMail(tx, {
    id,
    kind,
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    unsubscribe_url: mail.unsubscribeUrl ?? null,
    subject,
    ...renderMail({ lang: locale, shop: shop.terms.name, title, parts, footer: letterFooter(ctx, locale) }),
    created_at: at,
    attempts: 0,
    due_at: at,
    sent_at: null,
    given_up_at: null,
    last_error: null,
    invoice_id: mail.invoiceId ?? null,
    voucher_id: mail.voucherId ?? null,
  });
}
