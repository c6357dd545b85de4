import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { attachedText, localeOf, orderButton } from '#src/features/orders/server/mails/order-mails.ts';
import { voucherNews } from '#src/features/orders/server/mails/payment-mails.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { transferParts } from '#src/features/orders/transfer-parts.ts';

type Writing = Pick<Context, 'config' | 'log' | 'now' | 'shop'>;

const MAILS = {
  reminder: { kind: 'transfer_reminder', subject: 'mail:transfer.reminderSubject' },
  ended: { kind: 'transfer_ended', subject: 'mail:transfer.endedSubject' },
} as const;

/** Sends the buyer each of these mails once. The order's button follows the parts. */
async function enqueueTransferMail(
  ctx: Writing,
  tx: Writer,
  order: StoredOrder,
  name: keyof typeof MAILS,
  parts: MailPart[],
  invoiceId?: string,
): Promise<void> {
  const { kind, subject } = MAILS[name];
  const locale = localeOf(order.locale);
  await enqueueMail(ctx, tx, {
    id: `transfer-${name}-${order.id}`,
    kind,
    locale,
    to: order.email,
    subject: translator(locale)(subject, { number: order.orderNumber }),
    invoiceId,
    reader: order.clientName,
    parts: [...parts, ...(await orderButton(ctx, tx, order, locale))],
  });
}

/** Asks for the money once, shortly before the last day. */
export function enqueueTransferReminder(ctx: Writing, tx: Writer, order: StoredOrder): Promise<void> {
  const locale = localeOf(order.locale);
  const text = translator(locale)('mail:transfer.reminder', { number: order.orderNumber });
  return enqueueTransferMail(ctx, tx, order, 'reminder', [text, ...transferParts(locale, order)]);
}

/** Tells the buyer that the order is cancelled. `creditNoteId`: for an invoice that came with the order. */
export function enqueueTransferEnded(
  ctx: Writing,
  tx: Writer,
  order: StoredOrder,
  { why, creditNoteId }: { why: 'cancelled' | 'overdue'; creditNoteId: string | undefined },
): Promise<void> {
  const t = translator(localeOf(order.locale));
  const text = t(`mail:transfer.${why}`, { number: order.orderNumber });
  const parts = [
    text,
    ...voucherNews(t, order, { kind: 'paymentDenied' }),
    t('mail:transfer.late'),
    ...(creditNoteId ? [attachedText(t, order, 'attachedCredit')] : []),
  ];
  return enqueueTransferMail(ctx, tx, order, 'ended', parts, creditNoteId);
}
