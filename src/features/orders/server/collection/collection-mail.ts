import { formatDate } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { collectionHours } from '#src/shared/delivery/collection.ts';
import { destinationLines, writtenCode, type Collection } from '#src/features/orders/collection.ts';
import { lastWithdrawalDay } from '#src/features/orders/withdrawal-period.ts';
import { localeOf, orderButton, productTable } from '../mails/order-mails.ts';
import type { StoredOrder } from '../order.repository.ts';
import { findCollection } from './collection.repository.ts';

type Writing = Pick<Context, 'config' | 'log' | 'now' | 'shop'>;
type Name = 'ready' | 'reminder' | 'collected';

const KINDS = {
  ready: 'collection_ready',
  reminder: 'collection_reminder',
  collected: 'collected',
} as const satisfies Record<Name, string>;

/** `at`: of the step, so that a step that was undone and repeated has another mail. */
async function enqueueCollectionMail(
  ctx: Writing,
  tx: Writer,
  order: StoredOrder,
  { name, at, parts }: { name: Name; at: string; parts: MailPart[] },
): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `${KINDS[name]}-${order.id}-${Date.parse(at)}`,
    kind: KINDS[name],
    locale,
    to: order.email,
    subject: t(`mail:collection.${name}.subject`, { number: order.orderNumber }),
    reader: order.clientName,
    parts: [
      t(`mail:collection.${name}.text`, { number: order.orderNumber }),
      ...parts,
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}

/** Code, place, opening hours and last day. */
function whereAndWhen({ shop }: Writing, order: StoredOrder, { code, lastDay }: Collection): MailPart[] {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  return [
    {
      kind: 'table',
      rows: [
        [t('checkout:collection.code'), writtenCode(code)],
        [t('checkout:collection.place'), destinationLines(order, shop.terms.name).join('\n')],
        [t('checkout:collection.hours'), collectionHours(shop.collection, locale)],
        [t('checkout:collection.lastDay'), formatDate(lastDay, locale)],
      ],
    },
    t('mail:collection.bring'),
  ];
}

async function enqueueWaiting(ctx: Writing, tx: Writer, order: StoredOrder, name: 'ready' | 'reminder'): Promise<void> {
  const collection = (await findCollection(tx, order.id))!;
  const parts = whereAndWhen(ctx, order, collection);
  // The last day, because an order that is kept longer may be near its last day twice.
  const at = name === 'ready' ? collection.readyAt : collection.lastDay;
  await enqueueCollectionMail(ctx, tx, order, { name, at, parts });
}

/** The order waits at the shop. */
export const enqueueReady = (ctx: Writing, tx: Writer, order: StoredOrder): Promise<void> =>
  enqueueWaiting(ctx, tx, order, 'ready');

/** Its last day comes near. */
export const enqueueCollectionReminder = (ctx: Writing, tx: Writer, order: StoredOrder): Promise<void> =>
  enqueueWaiting(ctx, tx, order, 'reminder');

/** Somebody has collected it, so the withdrawal period begins. `at`: ISO-8601. */
export function enqueueCollected(ctx: Writing, tx: Writer, order: StoredOrder, at: string): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const parts = [
    productTable(t, order.lines),
    t('checkout:order.withdrawUntil', { date: formatDate(lastWithdrawalDay(at), locale) }),
    t('mail:collection.notYou'),
  ];
  return enqueueCollectionMail(ctx, tx, order, { name: 'collected', at, parts });
}
