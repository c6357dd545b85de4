import type { APIRoute } from 'astro';
import { queryText } from '#src/desk/list-query.ts';
import { sendFile } from '#src/desk/server/send-file.ts';
import { findOrdersOfSlips } from '#src/features/orders/desk/order-files.ts';
import { renderPackingSlips } from '#src/features/orders/server/packing-slip.ts';

export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  url,
}) => {
  const orders = await findOrdersOfSlips(ctx, queryText(url, 'orders').split(','));
  if (orders.length === 0) return new Response(null, { status: 404 });
  return sendFile('packing-slips.pdf', 'application/pdf', await renderPackingSlips(ctx, orders), { isShown: true });
};
