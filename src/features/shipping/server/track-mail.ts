import { createHash } from 'node:crypto';
import { localeOf, orderButton, productTable } from '#src/features/orders/server/mails/order-mails.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { ParcelPacking } from '#src/features/orders/server/packing.loader.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';

interface Trouble {
  trouble: 'stuck' | 'returned';
  trackingNumber: string;
  /** The buyer's other orders in the parcel. */
  others: StoredOrder[];
}

const TEXTS = {
  stuck: { whole: 'parcelStuck', part: 'parcelStuckPart' },
  returned: { whole: 'parcelReturned', part: 'parcelReturnedPart' },
} as const;

/** One mail about a parcel to each address, whatever orders are in it. ASCII only, and it must not name a person. */
const mailId = ({ trouble, trackingNumber }: Trouble, email: string): string =>
  ['parcel', trouble, trackingNumber, createHash('sha256').update(email.toLowerCase()).digest('base64url')].join('-');

/** Tells the buyer once that a parcel is stuck or comes back, and that the shop takes care of it. */
export async function enqueueTrouble(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  { order, parcels, lines }: ParcelPacking,
  about: Trouble,
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const isPart = parcels.filter((one) => one.lines.length > 0).length > 1;
  const texts = TEXTS[about.trouble][isPart ? 'part' : 'whole'];
  await enqueueMail(ctx, tx, {
    id: mailId(about, order.email),
    kind: 'parcel_trouble',
    locale,
    to: order.email,
    subject: t(`mail:${texts}.subject`, { number: order.orderNumber }),
    reader: order.clientName,
    parts: [
      t(`mail:${texts}.text`, { number: order.orderNumber }),
      ...(isPart ? [productTable(t, lines)] : []),
      ...(about.others.length > 0
        ? [t('mail:parcelAlso', { numbers: about.others.map(({ orderNumber }) => orderNumber).join(', ') })]
        : []),
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}
