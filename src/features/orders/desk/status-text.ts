import type { Translate } from '#src/i18n/translate.ts';
import { collectionStatus, isCollected, isOverdue } from '../collection.ts';
import { isGiftVoucher } from '../gift-voucher/gift-voucher.ts';
import type { OrderStatus } from '../order.ts';
import { isChargedBack } from '../paid-back.ts';
import { mainNews, type ParcelNews } from '../parcel-news.ts';
import type { StoredOrder } from '../server/order.repository.ts';

const NEWS = {
  returned: 'checkout:order.comesBack',
  back: 'checkout:order.cameBack',
  stuck: 'checkout:order.late',
  waiting: 'desk:orders.atCarrier',
} as const;

/** Whether nobody came for an order, or for its replacement, until its last day. */
export const isNotCollected = (
  status: OrderStatus,
  order: Pick<StoredOrder, 'deliveryMethod' | 'collectUntil'>,
  now: Date,
): boolean =>
  status === 'not_with_carrier' &&
  isCollected(order) &&
  order.collectUntil !== null &&
  isOverdue({ lastDay: order.collectUntil }, now);

/**
 * The status of an order or parcel in the desk. The buyer sees a new order as being packed. `now`: also says that the
 * last day of a collection is over.
 */
export function statusText(
  status: OrderStatus,
  t: Translate,
  order?: Pick<StoredOrder, 'deliveryMethod' | 'collectUntil' | 'refunded' | 'chargedBack'>,
  { news = [], now }: { news?: readonly { kind: ParcelNews }[]; now?: Date } = {},
): string {
  const kind = status === 'with_carrier' && mainNews(news);
  if (kind) return t(NEWS[kind]);
  if (order && now && isNotCollected(status, order, now)) return t('checkout:collection.status.over');
  if (order && status === 'refunded' && isChargedBack(order)) return t('checkout:order.chargedBack');
  if (order && isGiftVoucher(order) && status === 'delivered') return t('giftVoucher:order.status');
  const own = order && collectionStatus(status, order);
  if (own) return t(`checkout:collection.status.${own}`);
  return status === 'in_separation' ? t('desk:orders.untouched') : t(`checkout:status.${status}`);
}
