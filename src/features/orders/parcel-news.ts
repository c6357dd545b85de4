import type { Translate } from '#src/i18n/translate.ts';
import { isCollected } from './collection.ts';
import { orderStatusText } from './delivery-texts.ts';
import type { Order, OrderStatus } from './order.ts';
import { nextStepOf } from './parcel.ts';

/** What a buyer needs to know of a parcel that is on its way. `waiting`: they have to collect it. */
const PARCEL_NEWS = ['returned', 'stuck', 'waiting'] as const;
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

/**
 * The name of a state of an order or parcel, for its buyer: also that it comes back, is late, or waits at the
 * carrier's. `isHeld`: nobody may collect it now.
 */
export function stateText(
  t: Translate,
  status: OrderStatus,
  order: Pick<Order, 'deliveryMethod'>,
  news: News = [],
  isHeld = false,
): string {
  if (isHeld && isCollected(order) && status === 'not_with_carrier') return t('checkout:collection.status.held');
  if (status !== 'with_carrier') return orderStatusText(t, status, order);
  switch (mainNews(news)) {
    case 'returned':
      return t('checkout:order.comesBack');
    case 'stuck':
      return t('checkout:order.late');
    case 'waiting':
      return t('checkout:collection.status.ready');
    default:
      return orderStatusText(t, status, order);
  }
}
