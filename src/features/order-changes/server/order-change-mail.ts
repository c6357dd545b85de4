import { addressLines } from '#src/features/orders/parcel-point.ts';
import { localeOf, orderButton } from '#src/features/orders/server/mails/order-mails.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { wishParts } from '#src/features/orders/server/mails/order-wish-parts.ts';
import { countryName } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';

type Writing = Pick<Context, 'config' | 'log' | 'now' | 'shop'>;

/** The mail with an order's address after a change, or after the shop has kept it. */
async function enqueueAddress(
  ctx: Writing,
  tx: Writer,
  order: StoredOrder,
  { id, text }: { id: string; text: 'changed' | 'kept' },
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const number = order.orderNumber;
  await enqueueMail(ctx, tx, {
    id,
    kind: 'order_changed',
    locale,
    to: order.email,
    subject: t(`mail:orderChanged.${text}.subject`, { number }),
    reader: order.clientName,
    parts: [
      t(`mail:orderChanged.${text}.text`, { number }),
      { kind: 'heading', text: t('mail:order.address') },
      [...addressLines(order.address), countryName('DE', locale)].join('\n'),
      t(`mail:orderChanged.${text}.next`),
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}

/** Tells the buyer where the parcel goes now. Each change has its own mail. */
export const enqueueAddressChanged = (ctx: Writing, tx: Writer, order: StoredOrder, changeId: string): Promise<void> =>
  enqueueAddress(ctx, tx, order, { id: `changed-${order.id}-${changeId}`, text: 'changed' });

/** Tells the buyer that the requested address was not taken. `askedAt`: the time of the request. */
export const enqueueAddressKept = (ctx: Writing, tx: Writer, order: StoredOrder, askedAt: string): Promise<void> =>
  enqueueAddress(ctx, tx, order, { id: `kept-${order.id}-${Date.parse(askedAt)}`, text: 'kept' });

/** Sends the buyer the correction of a wrong invoice and the new one, which `invoiceId` names, in one mail. */
export async function enqueueInvoiceCorrected(
  ctx: Writing,
  tx: Writer,
  order: StoredOrder,
  { changeId, invoiceId }: { changeId: string; invoiceId: string },
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const number = order.orderNumber;
  await enqueueMail(ctx, tx, {
    id: `invoice-${order.id}-${changeId}`,
    kind: 'invoice_corrected',
    locale,
    to: order.email,
    subject: t('mail:invoiceCorrected.subject', { number }),
    reader: order.clientName,
    parts: [
      t('mail:invoiceCorrected.text', { number }),
      ...wishParts(locale, { ...order, note: null, gift: null }, 'buyer'),
      ...(await orderButton(ctx, tx, order, locale)),
    ],
    invoiceId,
  });
}
