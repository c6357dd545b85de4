import type { Translate } from '#src/i18n/translate.ts';
import type { PaidWith } from '#src/shared/payment-source.ts';
import type { StoredOrder } from './server/order.repository.ts';
import { dueOf, voucherName } from './voucher-part.ts';

const BRANDS: Record<string, string> = { AMEX: 'American Express', JCB: 'JCB', CUP: 'UnionPay' };

/** PayPal writes networks in capitals. */
const brandName = (brand: string): string => BRANDS[brand] ?? brand.charAt(0) + brand.slice(1).toLowerCase();

/** "PayPal", or "Karte (Visa •••• 1234)". */
export function paidWithText(t: Translate, paidWith: PaidWith | null): string {
  if (!paidWith) return t('checkout:methods.paypal');
  const { source, brand, lastDigits } = paidWith;
  const card = [brand && brandName(brand), lastDigits && `•••• ${lastDigits}`].filter(Boolean).join(' ');
  const method = t(`checkout:methods.${source}`);
  return card ? `${method} (${card})` : method;
}

/** Names the means of payment of an order without transfer: "PayPal", "PayPal, Gift voucher (GV-…-B8NC)". */
export function methodsText(t: Translate, order: Pick<StoredOrder, 'paidWith' | 'total' | 'voucher'>): string {
  const methods = dueOf(order) > 0 ? [paidWithText(t, order.paidWith)] : [];
  return [...methods, ...(order.voucher ? [voucherName(t, order.voucher)] : [])].join(', ');
}
