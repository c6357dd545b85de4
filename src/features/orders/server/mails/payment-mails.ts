import { formatPrice } from '#src/i18n/format.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import type { Cents } from '#src/shared/money.ts';
import { isRefundable } from '#src/features/orders/order.ts';
import { isGiftVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { isCollected } from '#src/features/orders/collection.ts';
import { findSoldVoucher } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { isParcelHere } from '#src/features/orders/parcel.ts';
import { findOrder, type StoredOrder } from '../order.repository.ts';
import { loadPacking } from '../packing.loader.ts';
import { mergeLines } from '../parcel-lines.ts';
import { SHIPPING, type RefundedLine } from '../refund-details.ts';
import { attachedText, localeOf, orderButton, productTable, type Writing } from './order-mails.ts';

/** What the parcels still bring, after products were taken out of one that has not left the shop. */
async function stillComing(t: Translate, tx: Writer, order: StoredOrder): Promise<MailPart[]> {
  if (!isRefundable(order)) return [];
  const here = (await loadPacking(tx, order)).parcels.filter(({ parcel }) => isParcelHere(parcel));
  const lines = mergeLines(order, here);
  if (here.every(({ refunded }) => refunded.size === 0) || lines.length === 0) return [];
  return [{ kind: 'heading', text: t('mail:refund.stillComing') }, productTable(t, lines)];
}

/** Lists the refund: the goods with their units, and the shipping. */
function refundedParts(t: Translate, order: StoredOrder, lines: RefundedLine[]): MailPart[] {
  if (lines.length === 0) return [];
  return [
    {
      kind: 'table',
      head: [t('mail:order.product'), t('mail:order.quantity'), t('mail:order.sum')],
      rows: lines.map(({ code, name, units, amount }) =>
        code === SHIPPING
          ? [t('cart:shipping'), '', formatPrice(amount)]
          : [
              isGiftVoucher(order) ? name : `${name}\n${t('mail:order.code', { code })}`,
              String(units),
              formatPrice(amount),
            ],
      ),
    },
  ];
}

interface PaymentNews {
  kind: 'paymentReceived' | 'paymentDenied' | 'refund' | 'chargeback';
  id: string;
  amount?: Cents;
  /** How much of it is back on the gift voucher. */
  toVoucher?: Cents;
  lines?: RefundedLine[];
  invoiceId?: string | undefined;
}

function paymentNewsText(
  t: Translate,
  order: StoredOrder,
  { kind, money }: { kind: PaymentNews['kind']; money: Cents },
): string {
  const values = { number: order.orderNumber, amount: formatPrice(money) };
  if (isGiftVoucher(order) && (kind === 'paymentReceived' || kind === 'chargeback'))
    return t(`giftVoucher:mail.${kind}`, values);
  if (kind === 'paymentReceived' && isCollected(order)) return t('mail:collection.paymentReceived', values);
  if (order.transfer && (kind === 'paymentReceived' || kind === 'refund')) return t(`mail:transfer.${kind}`, values);
  return t(`mail:${kind}.text`, values);
}

/** What is back on the gift voucher: a part of a refund, or all that it paid when the other payment never came. */
export function voucherNews(
  t: Translate,
  { orderNumber: number, voucher }: StoredOrder,
  { kind, toVoucher = 0 }: { kind: PaymentNews['kind']; toVoucher?: Cents },
): string[] {
  if (!voucher) return [];
  const back = kind === 'paymentDenied' ? voucher.amount : toVoucher;
  return back > 0 ? [t('mail:refund.voucher', { number, code: voucher.code, amount: formatPrice(back) })] : [];
}

/** A mail about the payment of an order after it was placed. */
async function enqueuePaymentNews(
  ctx: Writing,
  tx: Writer,
  orderId: string,
  { kind, id, amount = 0, toVoucher = 0, lines = [], invoiceId }: PaymentNews,
): Promise<void> {
  const order = (await findOrder(tx, orderId))!;
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const money = amount - toVoucher;
  // There is no voucher yet if PayPal refunded the payment before the shop knew of it.
  const isReduced = kind === 'refund' && isGiftVoucher(order) && (await findSoldVoucher(tx, orderId)) !== undefined;
  await enqueueMail(ctx, tx, {
    id,
    kind,
    locale,
    to: order.email,
    subject: t(`mail:${kind}.subject`, { number: order.orderNumber }),
    invoiceId,
    reader: order.clientName,
    parts: [
      ...(kind === 'refund' && money === 0 ? [] : [paymentNewsText(t, order, { kind, money })]),
      ...(isReduced ? [t('giftVoucher:mail.reduced')] : []),
      ...voucherNews(t, order, { kind, toVoucher }),
      ...refundedParts(t, order, lines),
      ...(kind === 'refund' ? await stillComing(t, tx, order) : []),
      ...(invoiceId ? [attachedText(t, order, kind === 'paymentReceived' ? 'attached' : 'attachedCredit')] : []),
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}

export const enqueuePaymentReceived = (ctx: Writing, tx: Writer, orderId: string, invoiceId: string | undefined) =>
  enqueuePaymentNews(ctx, tx, orderId, { kind: 'paymentReceived', id: `received-${orderId}`, invoiceId });

export const enqueuePaymentDenied = (ctx: Writing, tx: Writer, orderId: string) =>
  enqueuePaymentNews(ctx, tx, orderId, { kind: 'paymentDenied', id: `denied-${orderId}` });

/** `refundId`: the refund's Request-Id, so that each refund gets one mail. `invoiceId`: its credit note. */
export const enqueueRefundNotice = (
  ctx: Writing,
  tx: Writer,
  orderId: string,
  {
    refundId,
    ...news
  }: { amount: Cents; toVoucher: Cents; refundId: string; invoiceId: string | undefined; lines: RefundedLine[] },
) =>
  enqueuePaymentNews(ctx, tx, orderId, {
    kind: 'refund',
    id: `refund-${orderId}-${refundId}`,
    ...news,
  });

/** Sends the buyer the credit note for money that PayPal or the buyer's bank took back. */
export const enqueueChargebackNotice = (
  ctx: Writing,
  tx: Writer,
  orderId: string,
  { amount, refundId, invoiceId }: { amount: Cents; refundId: string; invoiceId: string | undefined },
) =>
  enqueuePaymentNews(ctx, tx, orderId, {
    kind: 'chargeback',
    id: `chargeback-${orderId}-${refundId}`,
    amount,
    invoiceId,
  });

/** A mail about money that cannot become an order and is refunded. */
export async function enqueueStrayMoneyNotice(ctx: Writing, tx: Writer, checkout: CheckoutRow): Promise<void> {
  const locale = localeOf(checkout.locale);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `stray-${checkout.id}`,
    kind: 'stray_money',
    locale,
    to: checkout.email,
    subject: t('mail:strayMoney.subject'),
    reader: checkout.client_name,
    parts: [
      checkout.state === 'mismatched'
        ? t('mail:strayMoney.mismatch')
        : t('mail:strayMoney.text', { amount: formatPrice(dueOfCheckout(checkout)) }),
    ],
  });
}
