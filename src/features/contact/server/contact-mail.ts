import { DEFAULT_LOCALE, LOCALES, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { NewContactMessageRow } from '#src/server/db/tables/records.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import type { ContactSubject } from '../contact.ts';

/** To the shop, in its own language; a reply goes to the sender of the message. */
export async function enqueueContactMessage(
  ctx: Context,
  tx: Writer,
  { id, name, email, subject, message, locale }: NewContactMessageRow & { subject: ContactSubject },
): Promise<void> {
  const { shopEmail, shopLocale } = ctx.config;
  const t = translator(shopLocale);
  const about = t(`contact:subjects.${subject}`);
  await enqueueMail(ctx, tx, {
    id: `contact-${id}`,
    kind: 'contact',
    locale: shopLocale,
    to: shopEmail,
    replyTo: email,
    subject: t('mail:contact.subject', { subject: about, name }),
    parts: [
      {
        kind: 'table',
        rows: [
          [t('contact:fields.name'), name],
          [t('contact:fields.email'), email],
          [t('contact:fields.subject'), about],
          [t('mail:contact.language'), LOCALES[parseLocale(locale) ?? DEFAULT_LOCALE].label],
        ],
      },
      { kind: 'heading', text: t('contact:fields.message') },
      { kind: 'quote', note: t('mail:quote'), rows: [[message]] },
      t('mail:contact.answer'),
    ],
  });
}
