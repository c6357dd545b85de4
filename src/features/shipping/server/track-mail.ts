import { localeOf, orderButton } from '#src/features/orders/server/mails/order-mails.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';

interface Trouble {
  trouble: 'stuck' | 'returned';
  parcel: number;
  trackingNumber: string;
}

/** Tells the buyer once that a parcel is stuck or comes back, and that the shop takes care of it. */
export async function enqueueTrouble(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  order: StoredOrder,
  { trouble, parcel, trackingNumber }: Trouble,
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const texts = trouble === 'stuck' ? 'parcelStuck' : 'parcelReturned';
  await enqueueMail(ctx, tx, {
    id: `parcel-${trouble}-${order.id}-${parcel}-${trackingNumber}`,
    kind: 'parcel_trouble',
    locale,
    to: order.email,
    subject: t(`mail:${texts}.subject`, { number: order.orderNumber }),
    reader: order.clientName,
    parts: [t(`mail:${texts}.text`, { number: order.orderNumber }), ...(await orderButton(ctx, tx, order, locale))],
  });
}
