import type { resources, Translate } from '#src/i18n/translate.ts';
import { collectionStatus } from './collection.ts';
import type { OrderContent, OrderStatus } from './order.ts';

/** The words for how an order gets to its buyer. */
export function deliveryTexts(t: Translate, { deliveryMethod }: Pick<OrderContent, 'deliveryMethod'>) {
  const sent = {
    price: t('cart:shipping'),
    title: t('mail:order.delivery'),
    address: t('mail:order.address'),
    term: t('checkout:deliveryTerm'),
  };
  if (deliveryMethod === 'standard') return sent;
  if (deliveryMethod === 'fast') return { ...sent, price: t('checkout:fast.shipping'), term: t('checkout:fast.term') };
  return {
    price: t('checkout:delivery.shipping'),
    title: t('checkout:delivery.shipping'),
    address: t('checkout:collection.address'),
    term: t('checkout:delivery.term'),
  };
}

/**
 * What comes next for an order that is sent. `step`: its name below `checkout:nextStep`. `date`: when a parcel came
 * back.
 */
export function nextStepText(
  t: Translate,
  step: keyof (typeof resources)['en-US']['checkout']['nextStep'],
  { deliveryMethod }: Pick<OrderContent, 'deliveryMethod'>,
  facts: { date?: string } = {},
): string {
  const isFast = deliveryMethod === 'fast' && (step === 'in_separation' || step === 'parts_here');
  return isFast ? t(`checkout:fast.nextStep.${step}`) : t(`checkout:nextStep.${step}`, facts);
}

/** The name of a state of an order, for its buyer. */
export function orderStatusText(t: Translate, status: OrderStatus, order: Pick<OrderContent, 'deliveryMethod'>) {
  const own = collectionStatus(status, order);
  return own ? t(`checkout:collection.status.${own}`) : t(`checkout:status.${status}`);
}
