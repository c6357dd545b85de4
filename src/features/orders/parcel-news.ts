import type { Translate } from '#src/i18n/translate.ts';
import { isCollected, isOverdue } from './collection.ts';
import { orderStatusText } from './delivery-texts.ts';
import { isStillHere, type Order, type OrderStatus } from './order.ts';
import type { PackingHold } from './packing.ts';
import { nextStepOf } from './parcel.ts';
import { isChargedBack } from './paid-back.ts';
import type { StoredOrder } from './server/order.repository.ts';

/**
 * What a buyer needs to know of a parcel that has not arrived. `back`: it came back to the shop. `waiting`: they have
 * to collect it.
 */
const PARCEL_NEWS = ['returned', 'back', 'stuck', 'waiting'] as const;
export type ParcelNews = (typeof PARCEL_NEWS)[number];

type News = readonly { kind: ParcelNews }[];

export const mainNews = (news: News): ParcelNews | undefined =>
  PARCEL_NEWS.find((known) => news.some(({ kind }) => kind === known));

const ON_THE_WAY: ReturnType<typeof nextStepOf>[] = [
  'with_carrier',
  'parts_left',
  'part_delivered',
  'replacement_left',
];

/** What the order's page says next. News of a parcel matter only while nothing else is to be sent. */
export function stepWithNews(
  status: OrderStatus,
  parcels: Parameters<typeof nextStepOf>[1],
  news: News,
): ReturnType<typeof nextStepOf> | ParcelNews {
  const planned = nextStepOf(status, parcels);
  return (ON_THE_WAY.includes(planned) && mainNews(news)) || planned;
}

/** Whether the shop sends nothing, because the buyer has withdrawn before the parcel left. */
export const isKeptBack = (order: Pick<Order, 'delivery'>, holds: readonly PackingHold[]): boolean =>
  holds.includes('withdrawn') && isStillHere(order);

/** Why a buyer cannot simply collect an order that is ready. */
export const pickUpState = (
  { collectUntil: lastDay }: Pick<StoredOrder, 'collectUntil'>,
  { isHeld, now }: { isHeld: boolean; now: Date },
): 'held' | 'over' | undefined => (isHeld ? 'held' : lastDay && isOverdue({ lastDay }, now) ? 'over' : undefined);

/**
 * The name of a state of an order or parcel, for its buyer: also that it comes back, is late, or waits at the
 * carrier's. `pickUp`: nobody may collect it now, or its last day is over.
 */
export function stateText(
  t: Translate,
  status: OrderStatus,
  order: Pick<Order, 'deliveryMethod'> & Partial<Pick<StoredOrder, 'refunded' | 'chargedBack'>>,
  news: News = [],
  pickUp?: ReturnType<typeof pickUpState>,
): string {
  if (pickUp && isCollected(order) && status === 'not_with_carrier') return t(`checkout:collection.status.${pickUp}`);
  if (status === 'refunded' && isChargedBack(order)) return t('checkout:order.chargedBack');
  if (status !== 'with_carrier') return orderStatusText(t, status, order);
  switch (mainNews(news)) {
    case 'returned':
      return t('checkout:order.comesBack');
    case 'back':
      return t('checkout:order.cameBack');
    case 'stuck':
      return t('checkout:order.late');
    case 'waiting':
      return t('checkout:collection.status.ready');
    default:
      return orderStatusText(t, status, order);
  }
}
