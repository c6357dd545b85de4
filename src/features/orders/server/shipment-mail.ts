import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { savedShop } from '#src/server/shop-data.ts';
import { carrierName, trackingLink, type Shipment } from '../shipment.ts';
import { localeOf, orderButton } from './order-mails.ts';
import type { StoredOrder } from './order.repository.ts';

/** One mail per parcel number, so that a corrected number reaches the buyer and a repeated hand-over does not. */
const mailId = (order: StoredOrder, { carrier, trackingNumber }: Parcel): string =>
  ['shipped', order.id, carrier, trackingNumber].filter(Boolean).join('-');

type Parcel = Pick<Shipment, 'carrier' | 'trackingNumber'>;

/** Tells the buyer that the parcel is on its way. */
export async function enqueueShipped(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  order: StoredOrder,
  parcel: Parcel,
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const { carrier, trackingNumber } = parcel;
  const link = trackingLink(savedShop(ctx).shipping.carriers, parcel);
  const tracking: MailPart[] = trackingNumber
    ? [
        {
          kind: 'table',
          rows: [
            [t('checkout:order.carrier'), carrierName(carrier ?? '')],
            [t('checkout:order.tracking'), trackingNumber],
          ],
        },
        ...(link ? [{ kind: 'button' as const, label: t('checkout:order.track'), href: link }] : []),
      ]
    : [];
  await enqueueMail(ctx, tx, {
    id: mailId(order, parcel),
    kind: 'shipped',
    locale,
    to: order.email,
    subject: t('mail:shipped.subject', { number: order.orderNumber }),
    reader: order.clientName,
    parts: [
      t('mail:shipped.text', { number: order.orderNumber }),
      ...tracking,
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}
