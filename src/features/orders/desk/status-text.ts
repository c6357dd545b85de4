import type { Translate } from '#src/i18n/translate.ts';
import { collectionStatus } from '../collection.ts';
import type { Order, OrderStatus } from '../order.ts';

/** The status of an order in the desk. The buyer sees a new order as being packed. */
export function statusText(status: OrderStatus, t: Translate, order?: Pick<Order, 'deliveryMethod'>): string {
  const own = order && collectionStatus(status, order);
  if (own) return t(`checkout:collection.status.${own}`);
  return status === 'in_separation' ? t('desk:orders.untouched') : t(`checkout:status.${status}`);
}
