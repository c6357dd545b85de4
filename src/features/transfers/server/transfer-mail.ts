import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { localeOf, orderButton } from '#src/features/orders/server/order-mails.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { transferParts } from '#src/features/orders/transfer-parts.ts';

type Writing = Pick<Context, 'config' | 'log' | 'now' | 'shop'>;

/** Asks for the money once, shortly before the last day. */
export async function enqueueTransferReminder(ctx: Writing, tx: Writer, order: StoredOrder): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `transfer-reminder-${order.id}`,
    kind: 'transfer_reminder',
    locale,
    to: order.email,
    subject: t('mail:transfer.reminderSubject', { number: order.orderNumber }),
    reader: order.clientName,
    parts: [
      t('mail:transfer.reminder', { number: order.orderNumber }),
      ...transferParts(locale, order),
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}

/** Tells the buyer that the order is cancelled. */
export async function enqueueTransferEnded(
  ctx: Writing,
  tx: Writer,
  order: StoredOrder,
  why: 'cancelled' | 'overdue',
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `transfer-ended-${order.id}`,
    kind: 'transfer_ended',
    locale,
    to: order.email,
    subject: t('mail:transfer.endedSubject', { number: order.orderNumber }),
    reader: order.clientName,
    parts: [
      t(`mail:transfer.${why}`, { number: order.orderNumber }),
      t('mail:transfer.late'),
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}
