import { formatDate, formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { isStillHere } from './order.ts';
import type { StoredOrder } from './server/order.repository.ts';
import { paidBackBy } from './voucher-part.ts';

/** Whether PayPal or the buyer's bank took back all that an order's buyer got back. */
export const isChargedBack = ({
  refunded = 0,
  chargedBack = 0,
}: Partial<Pick<StoredOrder, 'refunded' | 'chargedBack'>>): boolean => chargedBack > 0 && chargedBack >= refunded;

type PaidBack = Pick<StoredOrder, 'status' | 'delivery' | 'refunded' | 'chargedBack' | 'hasOpenRefund'> &
  Parameters<typeof paidBackBy>[0];

/**
 * Who paid all of an order's money back, for its buyer; undefined while some of it is on its way. `at`: when the last
 * credit note was issued.
 */
export function paidBackText(
  t: Translate,
  locale: Locale,
  order: PaidBack,
  at: string | undefined,
): string | undefined {
  const { status, refunded, chargedBack, hasOpenRefund } = order;
  if (status !== 'refunded' || hasOpenRefund) return undefined;
  if (chargedBack === 0)
    return at
      ? t(`checkout:refunded.${paidBackBy(order)}`, {
          date: formatDate(at, locale),
          amount: formatPrice(refunded),
        })
      : undefined;
  const sentences = [
    isChargedBack(order)
      ? t('checkout:refunded.byBank', { amount: formatPrice(chargedBack) })
      : t('checkout:refunded.partlyByBank', {
          amount: formatPrice(refunded - chargedBack),
          bank: formatPrice(chargedBack),
        }),
    t('checkout:refunded.nothingElse'),
  ];
  if (isStillHere(order)) sentences.push(t('checkout:refunded.staysHere'));
  else if (order.delivery === 'with_carrier') sentences.push(t('checkout:refunded.mayArrive'));
  return sentences.join(' ');
}
