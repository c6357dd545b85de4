import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import { findAddressRequest } from '#src/features/order-changes/server/order-change.repository.ts';
import { findCollection } from '#src/features/orders/server/collection/collection.repository.ts';
import { loadSoldVoucher } from '#src/features/orders/server/gift-voucher/sold-voucher.loader.ts';
import { loadOrderedProducts } from '#src/features/orders/server/ordered-products.loader.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPacking } from '#src/features/orders/server/packing.loader.ts';
import { findNewsOf } from '#src/features/shipping/server/track.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { findReturnLabels } from './return-label.repository.ts';
import { casesWithLabelToTake } from './return-label.service.ts';
import { isOfWholeOrder } from './withdrawal-case.service.ts';
import { findCasesOfOrder } from './withdrawal.repository.ts';

/** What the buyer's page of an order shows besides the order. */
export async function loadOrderPage(ctx: Context, locale: Locale, order: StoredOrder) {
  const { read } = ctx.db;
  const invoices = await findInvoicesOf(read, [order.id]);
  const cases = await findCasesOfOrder(read, order.id);
  const labels = await findReturnLabels(read, order.id);
  return {
    products: await loadOrderedProducts(ctx, locale, [order]),
    packing: await loadPacking(read, order),
    news: await findNewsOf(read, order.id),
    collection: await findCollection(read, order.id),
    soldVoucher: await loadSoldVoucher(read, order),
    addressRequest: await findAddressRequest(read, order.id),
    invoices,
    /** When credit notes were issued, oldest first. One for a wrong recipient pays nothing back. */
    refunds: invoices.flatMap(({ kind, corrects_id, issued_at }) =>
      kind === 'credit_note' && corrects_id === null ? issued_at : [],
    ),
    cases,
    labels,
    takes: await casesWithLabelToTake(ctx, read, order, cases, labels),
    isWhollyWithdrawn: cases.some(isOfWholeOrder),
  };
}
