import { formatDate, formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { isChargedBack } from './paid-back.ts';
import { methodsText } from './paid-with.ts';
import { giroCode, lastDayOf, spacedIban } from './transfer.ts';
import type { StoredOrder } from './server/order.repository.ts';
import { dueOf } from './voucher-part.ts';

/** The name of each fact that a bank asks for, with the fact. */
export const transferFacts = (t: Translate, { transfer, orderNumber, ...order }: StoredOrder): [string, string][] =>
  transfer
    ? [
        [t('checkout:transfer.amount'), formatPrice(dueOf(order))],
        [t('checkout:transfer.holder'), transfer.holder],
        [t('checkout:transfer.iban'), spacedIban(transfer.iban)],
        ...(transfer.bic ? [[t('checkout:transfer.bic'), transfer.bic] as [string, string]] : []),
        [t('checkout:transfer.reference'), orderNumber],
      ]
    : [];

/** How the order is paid, and whether its money has arrived. */
export const paymentText = (
  t: Translate,
  {
    transfer,
    payment,
    ...order
  }: Pick<StoredOrder, 'transfer' | 'paidWith' | 'payment' | 'total' | 'voucher' | 'refunded' | 'chargedBack'>,
): string =>
  transfer
    ? t(`checkout:transfer.payment.${payment}`)
    : t(`checkout:payment.${payment === 'refunded' && isChargedBack(order) ? 'chargedBack' : payment}`, {
        method: methodsText(t, order),
      });

/** What the order's confirmation says about its payment. */
export const paymentParts = (locale: Locale, order: StoredOrder): MailPart[] => {
  if (order.transfer && order.payment === 'pending') return transferParts(locale, order);
  // A corrected email address gets the confirmation of an order in any state.
  if (order.payment === 'cancelled') return [paymentText(translator(locale), order)];
  const t = translator(locale);
  return [order.transfer ? t('mail:transfer.paid') : t('mail:order.paid', { method: methodsText(t, order) })];
};

/** What the buyer of an unpaid order transfers, and until when. */
export function transferParts(locale: Locale, order: StoredOrder): MailPart[] {
  const { transfer, orderNumber } = order;
  if (!transfer) return [];
  const t = translator(locale);
  const day = formatDate(lastDayOf(transfer), locale);
  return [
    t('checkout:transfer.until', { day }),
    { kind: 'table', rows: transferFacts(t, order) },
    t('checkout:transfer.code'),
    { kind: 'code', text: giroCode(transfer, dueOf(order), orderNumber), alt: t('checkout:transfer.codeAlt') },
  ];
}
