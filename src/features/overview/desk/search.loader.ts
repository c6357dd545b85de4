import type { OpenDesk } from '#src/desk/server/guard.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { searchClients } from '#src/features/account/server/client.repository.ts';
import { searchInvoices } from '#src/features/invoices/server/invoice.repository.ts';
import { filterOrders } from '#src/features/orders/server/order-search.repository.ts';
import { findOrders, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPackings } from '#src/features/orders/server/packing.loader.ts';
import { findNewsOfOrders } from '#src/features/shipping/server/track.repository.ts';
import { listVouchers, stateOf } from '#src/features/vouchers/server/voucher-desk.repository.ts';

/** The results shown of each kind; a link leads to the whole list. */
export const MOST = 8;
/** Shorter texts are part of too many numbers. */
const LEAST_OF_NUMBER = 3;

/** The orders, customers, documents and gift vouchers that match, as far as the person's role may see them. */
export async function loadSearch({ ctx, may }: OpenDesk, text: string) {
  const db = ctx.db.read;
  const mayOrders = may('orders') && text !== '';
  const orders = mayOrders ? await filterOrders(db, { text }, MOST) : { ids: [], total: 0 };
  const mayInvoices = may('money') && text.length >= LEAST_OF_NUMBER && /\d/.test(text);
  const day = germanDay(ctx.now().toISOString());
  const mayVouchers = may('money') && text.length >= LEAST_OF_NUMBER;
  const listed = mayVouchers
    ? await listVouchers(db, { text, state: undefined, day }, { limit: MOST, offset: 0 })
    : { vouchers: [], total: 0 };
  const found = await findOrders(db, orders.ids);
  const [packings, news] = [await loadPackings(db, found), await findNewsOfOrders(db, found)];
  return {
    orders: { packings, news, total: orders.total },
    clients: may('customers') ? await searchClients(db, text, MOST + 1) : [],
    documents: mayInvoices ? await searchInvoices(db, text, MOST) : [],
    vouchers: listed.vouchers.map((voucher) => ({ ...voucher, state: stateOf(voucher, day) })),
    vouchersTotal: listed.total,
  };
}

/** Whether the text is exactly this order's number or its parcel's, so that its page is meant. */
export const isNumberOf = ({ orderNumber }: StoredOrder, text: string): boolean =>
  orderNumber.replace('-', '') === text.toUpperCase().replace(/[\s-]/g, '');
