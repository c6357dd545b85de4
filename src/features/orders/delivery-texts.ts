import type { resources, Translate } from '#src/i18n/translate.ts';
import { isGiftVoucher } from './gift-voucher/gift-voucher.ts';
import { collectionStatus, isCollected } from './collection.ts';
import type { OrderContent, OrderStatus } from './order.ts';

/** The words for how an order gets to its buyer. */
export function deliveryTexts(t: Translate, { deliveryMethod }: Pick<OrderContent, 'deliveryMethod'>) {
  const sent = {
    price: t('cart:shipping'),
    title: t('mail:order.delivery'),
    address: t('mail:order.address'),
    term: t('checkout:deliveryTerm'),
  };
  if (deliveryMethod === 'email')
    return {
      price: t('giftVoucher:shipping'),
      title: t('mail:order.delivery'),
      address: t('giftVoucher:order.address'),
      term: t('giftVoucher:term'),
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

/** Steps that a gift voucher has other words for. */
const VOUCHER_STEPS = ['payment_pending', 'delivered', 'withdrawn'] as const;

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
  const own = VOUCHER_STEPS.find((known) => known === step);
  if (deliveryMethod === 'email' && own) return t(`giftVoucher:order.${own}`);
  const isFast = deliveryMethod === 'fast' && (step === 'in_separation' || step === 'parts_here');
  return isFast ? t(`checkout:fast.nextStep.${step}`) : t(`checkout:nextStep.${step}`, facts);
}

/** The name of a state of an order, for its buyer. */
export function orderStatusText(t: Translate, status: OrderStatus, order: Pick<OrderContent, 'deliveryMethod'>) {
  if (isGiftVoucher(order) && status === 'delivered') return t('giftVoucher:order.status');
  const own = collectionStatus(status, order);
  return own ? t(`checkout:collection.status.${own}`) : t(`checkout:status.${status}`);
}

/** When the buyer got it. */
export function deliveredText(t: Translate, order: Pick<OrderContent, 'deliveryMethod'>, date: string): string {
  if (isGiftVoucher(order)) return t('giftVoucher:order.date', { date });
  return t(isCollected(order) ? 'checkout:collection.date' : 'checkout:order.delivered', { date });
}
