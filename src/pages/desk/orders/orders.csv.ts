import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { ordersCsv } from '#src/features/orders/desk/order-files.ts';
import { loadWholeList, readOrderListQuery } from '#src/features/orders/desk/order-list.loader.ts';

export const prerender = false;

/** The orders that a list shows, on all its pages. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  url,
}) => sendFile('orders.csv', 'text/csv; charset=utf-8', ordersCsv(await loadWholeList(ctx, readOrderListQuery(url))));
