import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { orderDocument } from '#src/features/orders/desk/order-files.ts';

/** The packing slip (`slip`), the evidence for a dispute (`evidence`), an invoice or a credit note of an order. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  params,
}) => {
  const file = await orderDocument(ctx, params.number ?? '', params.document ?? '');
  return file
    ? sendFile(file.name, 'application/pdf', file.bytes, { isShown: true })
    : new Response(null, { status: 404 });
};
