/** A recall of a product or of one lot (GPSR Art. 35 and 36; Regulation (EC) No 178/2002 Art. 19). */
import { hash } from 'node:crypto';
import { formatDate } from '#src/i18n/format.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import { localeOf } from './order-mails.ts';
import { findOrders, type StoredOrder } from './order.repository.ts';
import { findOrdersWith } from './recall.repository.ts';

export interface Recalled {
  code: string;
  /** undefined: all lots. */
  lot?: string | undefined;
}

/** What may happen, in the buyer's language; it must not play the danger down. */
export type Hazard = Record<Locale, string>;

export interface Concerned {
  order: StoredOrder;
  /** `no_lot`: no lot of this product was noted for the order, so it may have been one of this lot. */
  certainty: 'sure' | 'no_lot';
}

/** The orders that contain the product and, where lots were noted, this lot; newest first. Failed payments were never sent. */
export async function findConcerned(ctx: Context, { code, lot }: Recalled): Promise<Concerned[]> {
  const rows = await findOrdersWith(ctx.db.read, code);
  const meant = new Map(
    [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, of]): [string, Concerned['certainty']][] => {
      const noted = of.flatMap((row) => row.lot ?? []);
      if (lot === undefined || noted.includes(lot)) return [[id, 'sure']];
      return noted.length === 0 ? [[id, 'no_lot']] : [];
    }),
  );
  const orders = await findOrders(ctx.db.read, [...meant.keys()]);
  return orders.map((order) => ({ order, certainty: meant.get(order.id)! }));
}

/** Mails all buyers in one transaction. Whoever got the mail of this recall before gets none again. */
export const mailRecall = (ctx: Context, recalled: Recalled, concerned: readonly Concerned[], hazard: Hazard): Promise<void> =>
  ctx.db.write(async (tx) => {
    for (const one of concerned) await enqueueRecall(ctx, tx, recalled, one, hazard);
  });

async function enqueueRecall(ctx: Context, tx: Writer, { code, lot }: Recalled, { order }: Concerned, hazard: Hazard): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const { contact } = loadShopData();
  const name = order.lines.find((line) => line.code === code)?.name ?? code;
  await enqueueMail(ctx, tx, {
    id: `recall-${hash('sha256', JSON.stringify([code, lot]), 'hex').slice(0, 12)}-${order.id}`,
    kind: 'recall',
    locale,
    to: order.email,
    subject: t('mail:recall.subject', { product: name }),
    parts: [
      { kind: 'paragraph', text: t('mail:greeting', { name: order.clientName }) },
      { kind: 'paragraph', text: t('mail:recall.text', { number: order.orderNumber, date: formatDate(order.orderedAt, locale) }) },
      {
        kind: 'table',
        rows: [
          [t('mail:recall.product'), name],
          [t('mail:recall.code'), code],
          [t('mail:recall.lot'), lot ?? t('mail:recall.allLots')],
        ],
      },
      { kind: 'heading', text: t('mail:recall.hazard') },
      { kind: 'paragraph', text: hazard[locale] },
      { kind: 'heading', text: t('mail:recall.todo') },
      { kind: 'paragraph', text: t('mail:recall.stop') },
      { kind: 'paragraph', text: t('mail:recall.remedy') },
      { kind: 'paragraph', text: t('mail:recall.contact', { email: contact.email, phone: contact.phone }) },
    ],
  });
}

/** Whether the danger is described in every language of these orders. */
export const languagesWithout = (concerned: readonly Concerned[], hazard: Partial<Hazard>): Locale[] =>
  LOCALE_CODES.filter((locale) => !hazard[locale] && concerned.some(({ order }) => localeOf(order.locale) === locale));
