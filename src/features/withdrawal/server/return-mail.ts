import { localeOf, orderButton } from '#src/features/orders/server/mails/order-mails.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';

/**
 * Says to the buyer that the order's page has a label. Goes to the order's address, because a stranger may have
 * withdrawn.
 */
export async function enqueueReturnLabel(
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  reference: string,
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `return-label-${order.id}-${reference}`,
    kind: 'return_label',
    locale,
    to: order.email,
    subject: t('mail:returnLabel.subject', { number: order.orderNumber }),
    reader: order.clientName,
    parts: [t('mail:returnLabel.text'), ...(await orderButton(ctx, tx, order, locale)), t('mail:returnLabel.keep')],
  });
}
