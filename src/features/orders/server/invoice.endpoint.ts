import { findInvoiceByNumber } from '#src/features/invoices/server/invoice.repository.ts';
import { toFile } from '#src/features/invoices/server/invoice-document.ts';
import type { Handler } from '#src/server/http/endpoint.ts';
import { keyOf, visibleOrder } from './guest-order.ts';

/** An invoice or a credit note as a PDF. Another person's document gets the same response as an unknown one. */
export const sendInvoice: Handler = async (call) => {
  const { orderNumber = '', number = '' } = call.params;
  const order = await visibleOrder(call, orderNumber, keyOf(call));
  const row = order && (await findInvoiceByNumber(call.ctx.db.read, number));
  if (!row || row.order_id !== order.id) return { kind: 'not_found' };
  const { name, bytes } = await toFile(row);
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
};
