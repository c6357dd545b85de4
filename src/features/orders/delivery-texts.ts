import type { Translate } from '#src/i18n/translate.ts';
import type { OrderContent } from './order.ts';

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
