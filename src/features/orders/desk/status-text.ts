import type { Translate } from '#src/i18n/translate.ts';
import { collectionStatus } from '../collection.ts';
import type { Order, OrderStatus } from '../order.ts';
import { mainNews, type ParcelNews } from '../parcel-news.ts';

const NEWS = {
  returned: 'checkout:order.comesBack',
  back: 'checkout:order.cameBack',
  stuck: 'checkout:order.late',
  waiting: 'desk:orders.atCarrier',
} as const;

/** The status of an order or parcel in the desk. The buyer sees a new order as being packed. */
export function statusText(
  status: OrderStatus,
  t: Translate,
  order?: Pick<Order, 'deliveryMethod'>,
  news: readonly { kind: ParcelNews }[] = [],
): string {
  const told = status === 'with_carrier' && mainNews(news);
  if (told) return t(NEWS[told]);
  const own = order && collectionStatus(status, order);
  if (own) return t(`checkout:collection.status.${own}`);
  return status === 'in_separation' ? t('desk:orders.untouched') : t(`checkout:status.${status}`);
}
