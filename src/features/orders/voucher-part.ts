/** What a gift voucher paid of an order, which has the same prices, VAT and total as without it. */
import type { PaymentRow, RefundRow } from '#src/server/db/tables/orders.ts';
import type { Translate } from '#src/i18n/translate.ts';
import type { Cents } from '#src/shared/money.ts';

export interface VoucherPart {
  /** How its buyer recognizes it: "GV-…-B8NC". */
  code: string;
  amount: Cents;
}

/** What is paid with PayPal or by transfer. */
export const dueOf = ({ total, voucher }: { total: Cents; voucher?: VoucherPart | undefined }): Cents =>
  total - (voucher?.amount ?? 0);

/** "Gift voucher (GV-…-B8NC)" */
export const voucherName = (t: Translate, { code }: VoucherPart): string => t('codes:voucher.line', { code });

/** The lines below a total: the voucher with its sign, and what it leaves to pay. */
export const voucherTotals = (
  t: Translate,
  order: { total: Cents; voucher?: VoucherPart | undefined },
): [label: string, amount: Cents][] =>
  order.voucher
    ? [
        [voucherName(t, order.voucher), -order.voucher.amount],
        [t('codes:voucher.rest'), dueOf(order)],
      ]
    : [];

/** What is asked from the buyer of a checkout. */
export const dueOfCheckout = (row: { total_cents: Cents; voucher_cents: Cents }): Cents =>
  row.total_cents - row.voucher_cents;

/** What an order's buyer paid in both ways. */
export const paidOf = (payment: Pick<PaymentRow, 'amount_cents' | 'voucher_cents'>): Cents =>
  payment.amount_cents + payment.voucher_cents;

/** What PayPal or the bank moves for a refund. */
export const moneyOf = (refund: Pick<RefundRow, 'amount_cents' | 'voucher_cents'>): Cents =>
  refund.amount_cents - refund.voucher_cents;

const PREFIX = 'voucher-';

/** The id of the payment of an order that a voucher paid in full, in the place of PayPal's id. */
export const voucherPaymentId = (checkoutId: string): string => PREFIX + checkoutId;
export const isVoucherPaymentId = (captureId: string): boolean => captureId.startsWith(PREFIX);

/** How the money of a refunded order went back. */
export function paidBackBy(order: { total: Cents; voucher?: VoucherPart | undefined; transfer: object | null }) {
  if (order.voucher) return dueOf(order) === 0 ? 'byVoucher' : 'byBoth';
  return order.transfer ? 'byTransfer' : 'byPaypal';
}
