import type { Translate } from '#src/i18n/translate.ts';
import { collectionStatus } from './collection.ts';
import type { OrderContent, OrderStatus } from './order.ts';

/** The words for how an order gets to its buyer. */
export const deliveryTexts = (t: Translate, { deliveryMethod }: Pick<OrderContent, 'deliveryMethod'>) =>
  deliveryMethod === 'collection'
    ? {
        price: t('checkout:delivery.shipping'),
        title: t('checkout:delivery.shipping'),
        address: t('checkout:collection.address'),
        term: t('checkout:delivery.term'),
      }
    : {
        price: t('cart:shipping'),
        title: t('mail:order.delivery'),
        address: t('mail:order.address'),
        term: t('checkout:deliveryTerm'),
      };

/** The name of a state of an order, for its buyer. */
export function orderStatusText(t: Translate, status: OrderStatus, order: Pick<OrderContent, 'deliveryMethod'>) {
  const own = collectionStatus(status, order);
  return own ? t(`checkout:collection.status.${own}`) : t(`checkout:status.${status}`);
}
