import type { Figures } from '#src/server/backup/figures.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { berlinTime } from '#src/shared/german-day.ts';

/** "orders 12, their items 31, their total 412,80 €; … latest order 2026-11-25 14:05" */
export function formatFigures(of: Figures): string {
  const parts = [
    `orders ${of.orders}, their items ${of.orderItems}, their total ${formatPrice(of.orderedCents)}`,
    `invoices ${of.invoices}, their total ${formatPrice(of.invoicedCents)}`,
    `credit notes ${of.creditNotes}, their total ${formatPrice(of.creditedCents)}`,
    `refunds ${of.refunds}, their total ${formatPrice(of.refundedCents)}`,
    `customers ${of.customers}`,
    `products ${of.products}`,
    `mails ${of.mails}, not yet sent ${of.unsentMails}`,
    `latest order ${of.latestOrderAt ? berlinTime(of.latestOrderAt) : 'none'}`,
  ];
  return parts.join('; ');
}
