import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { isParcelHere, isReplacement, type Parcel } from '#src/features/orders/parcel.ts';
import { carrierName, trackingLink, type ParcelLabel } from '#src/features/orders/shipment.ts';
import { localeOf, orderButton, productTable } from './order-mails.ts';
import type { StoredOrder } from '../order.repository.ts';
import type { ParcelPacking } from '../packing.loader.ts';

/**
 * One mail per parcel and its number there, so that a corrected number reaches the buyer and a repeated hand-over does
 * not. A replacement that was taken back leaves its place to the next one, so its time tells them apart.
 */
const mailId = (order: StoredOrder, parcel: Parcel, { carrier, trackingNumber }: ParcelLabel): string =>
  [
    'shipped',
    order.id,
    parcel.number > 1 && `p${parcel.number}`,
    isReplacement(parcel) && parcel.createdAt && Date.parse(parcel.createdAt),
    carrier,
    trackingNumber,
  ]
    .filter(Boolean)
    .join('-');

/** The ids of all shipping mails about these orders, sent or not. */
export async function findShippedMails(db: Reader, orders: StoredOrder[]): Promise<string[]> {
  if (orders.length === 0) return [];
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'shipped')
    // A range uses the index, and `like` does not. The tilde sorts after all characters of ids.
    .where(({ or, and, eb }) =>
      or(orders.map(({ id }) => and([eb('id', '>=', `shipped-${id}`), eb('id', '<', `shipped-${id}~`)]))),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether one of these mails is about this parcel, for example because its hand-over was undone. */
export function hadShippedMail(mails: string[], { order, parcel }: Pick<ParcelPacking, 'order' | 'parcel'>): boolean {
  const start = mailId(order, parcel, { carrier: null, trackingNumber: null });
  return mails.some(
    (id) => id === start || (id.startsWith(`${start}-`) && !/^-(p\d+|\d{13})(-|$)/.test(id.slice(start.length))),
  );
}

/** What the mail says about a parcel: the order, a part of it, or a replacement. */
function textsOf({
  parcel,
  place,
  parcels,
}: ParcelPacking): 'shipped' | 'shippedPart' | 'shippedLast' | 'shippedAgain' {
  if (isReplacement(parcel)) return 'shippedAgain';
  if (!place) return 'shipped';
  const isMore = parcels.some(
    (one) =>
      one.parcel.number !== parcel.number &&
      !isReplacement(one.parcel) &&
      one.lines.length > 0 &&
      isParcelHere(one.parcel),
  );
  return isMore ? 'shippedPart' : 'shippedLast';
}

/** Tells the buyer that a parcel is on its way. */
export async function enqueueShipped(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  order: StoredOrder,
  label: ParcelLabel,
  packing: ParcelPacking,
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const { carrier, trackingNumber } = label;
  const link = trackingLink(savedShop(ctx).shipping.carriers, label);
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
  const texts = textsOf(packing);
  await enqueueMail(ctx, tx, {
    id: mailId(order, packing.parcel, label),
    kind: 'shipped',
    locale,
    to: order.email,
    subject: t(`mail:${texts}.subject`, { number: order.orderNumber }),
    reader: order.clientName,
    parts: [
      t(`mail:${texts}.text`, { number: order.orderNumber }),
      ...(texts === 'shipped' ? [] : [productTable(t, packing.lines)]),
      ...tracking,
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}
