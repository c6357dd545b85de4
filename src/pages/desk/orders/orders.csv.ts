import type { APIRoute } from 'astro';
import { problemText } from '#src/desk/server/desk-error.ts';
import { sendFile } from '#src/desk/server/send-file.ts';
import { ordersCsv } from '#src/features/orders/desk/order-files.ts';
import { loadWholeList, problemOf, readOrderListQuery } from '#src/features/orders/desk/order-list.loader.ts';

/** The orders that a list shows, on all its pages. */
export const GET: APIRoute = async ({ locals: { desk }, url }) => {
  const query = readOrderListQuery(url);
  const mistake = problemOf(query);
  if (mistake) return new Response(problemText(desk, mistake), { status: 400 });
  const table = ordersCsv(await loadWholeList(desk.ctx, query), desk.ctx.now());
  return sendFile('orders.csv', 'text/csv; charset=utf-8', table);
};
