import { deliveryParts, goodsParts, localeOf } from '#src/features/orders/server/mails/order-mails.ts';
import { formatDeadline } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import type { Offer } from '../offer.ts';

/** The mail with the link to an offer. It orders nothing: the buyer does, on the page of the link. */
export async function enqueueOffer(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  offer: Offer,
  href: string,
): Promise<void> {
  const locale = localeOf(offer.locale);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `offer-${offer.id}`,
    kind: 'offer',
    locale,
    to: offer.email,
    subject: t('mail:offer.subject'),
    reader: offer.clientName,
    parts: [
      t('mail:offer.text'),
      t('mail:offer.until', { time: formatDeadline(offer.until, locale) }),
      ...(offer.shipsWith ? [t('mail:offer.shipsWith', { number: offer.shipsWith.number })] : []),
      { kind: 'button', label: t('mail:offer.button'), href },
      ...goodsParts(ctx, locale, offer),
      ...deliveryParts(ctx, locale, offer),
      t('mail:offer.unwanted'),
    ],
  });
}
