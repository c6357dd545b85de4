import { isClosed } from '#src/features/orders/order.ts';
import { loadOrderedProducts } from '#src/features/orders/server/ordered-products.loader.ts';
import { findOrdersOfClient } from '#src/features/orders/server/order.repository.ts';
import { loadPackings } from '#src/features/orders/server/packing.loader.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { findNewsOfOrders } from './track.repository.ts';

/** A client's orders, with what became of their parcels. */
export async function loadPurchases(ctx: Context, locale: Locale, clientId: string) {
  const { read } = ctx.db;
  const orders = await findOrdersOfClient(read, clientId);
  const open = orders.filter((order) => !isClosed(order));
  return {
    orders,
    news: await findNewsOfOrders(read, orders),
    packings: new Map((await loadPackings(read, open)).map((packing) => [packing.order.id, packing])),
    products: await loadOrderedProducts(ctx, locale, orders),
  };
}
