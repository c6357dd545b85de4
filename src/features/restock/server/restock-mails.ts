import { DEFAULT_LOCALE, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { localised, pages } from '#src/shared/paths.ts';
import type { Notice } from './restock.repository.ts';

/** Kinds of these mails. Their copies are deleted soon, because the address is for one mail only. */
export const RESTOCK_MAILS = ['restock_confirmation', 'restock'];

/** Asks the owner of an address to confirm the notice. The same link also deletes the notice later. */
export async function enqueueConfirmation(
  ctx: Context,
  tx: Writer,
  { id, locale, to, product, token }: { id: string; locale: Locale; to: string; product: string; token: string },
): Promise<void> {
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `restock-confirmation-${id}`,
    kind: 'restock_confirmation',
    locale,
    to,
    subject: t('mail:restockConfirmation.subject'),
    parts: [
      t('mail:restockConfirmation.text', { product }),
      {
        kind: 'button',
        label: t('mail:restockConfirmation.button'),
        href: ctx.config.siteUrl + localised(locale, pages.restock(token)),
      },
      t('mail:restockConfirmation.delete'),
      t('mail:restockConfirmation.mistake'),
    ],
  });
}

/** The mail that was requested. */
export async function enqueueRestocked(ctx: Context, tx: Writer, notice: Notice): Promise<void> {
  const locale = parseLocale(notice.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const product = notice.productName;
  await enqueueMail(ctx, tx, {
    id: `restock-${notice.id}`,
    kind: 'restock',
    locale,
    to: notice.email,
    subject: t('mail:restock.subject', { product }),
    parts: [
      t('mail:restock.text', { product }),
      {
        kind: 'button',
        label: t('mail:restock.button'),
        href: ctx.config.siteUrl + localised(locale, pages.product(notice.productSlug)),
      },
      t('mail:restock.once'),
    ],
  });
}
