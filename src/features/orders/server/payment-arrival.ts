import { currentInvoice } from '#src/features/invoices/invoice.ts';
import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { PaymentStatus } from '../order.ts';
import { issueOrderInvoice } from './order-invoice.ts';
import { enqueuePaymentReceived } from './mails/payment-mails.ts';
import { enqueueOrderNews } from './mails/order-news-mail.ts';
import { updateOrder } from './order.repository.ts';
import { issueSoldVoucher, mailSoldVoucher } from './gift-voucher/sold-voucher.ts';

/**
 * Handles the arrival of a pending order's money: status, a bought gift voucher, invoice, and the mails to shop and
 * buyer, whichever report came first. An invoice that came with the order stays the only one.
 */
export async function recordArrival(
  ctx: Context,
  tx: Writer,
  orderId: string,
  status: PaymentStatus,
): Promise<{ hadInvoice: boolean }> {
  await updateOrder(tx, orderId, { payment_status: status, updated_at: ctx.now().toISOString() });
  if (status !== 'refunded') await issueSoldVoucher(ctx, tx, orderId);
  const hadInvoice = currentInvoice(await findInvoicesOf(tx, [orderId])) !== undefined;
  const invoice = hadInvoice ? undefined : await issueOrderInvoice(ctx, tx, orderId);
  await enqueueOrderNews(ctx, tx, orderId, 'paid');
  if (status !== 'refunded') await enqueuePaymentReceived(ctx, tx, orderId, invoice?.id);
  await mailSoldVoucher(ctx, tx, orderId);
  return { hadInvoice };
}
