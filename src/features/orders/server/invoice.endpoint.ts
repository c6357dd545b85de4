import { findInvoiceByNumber } from '#src/features/invoices/server/invoice.repository.ts';
import { toFile } from '#src/features/invoices/server/invoice-document.ts';
import type { Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import { currentSession } from '#src/server/http/session.ts';
import { guestOrderFor } from './guest-order.ts';
import { findOrderByNumber, type StoredOrder } from './order.repository.ts';

/**
 * The order, if the caller may see its page: as its client, from the browser that bought it, or with the mailed key.
 */
async function visibleOrder(
  { ctx, address, cookies, url }: Call,
  orderNumber: string,
): Promise<StoredOrder | undefined> {
  const order = await guestOrderFor({ locals: { ctx, address }, cookies, url }, orderNumber);
  if (order) return order;
  const session = await currentSession({ ctx, cookies });
  if (!session) return undefined;
  const found = await findOrderByNumber(ctx.db.read, orderNumber);
  return found?.clientId === session.clientId ? found : undefined;
}

/** An invoice or a credit note as a PDF. Another person's document gets the same response as an unknown one. */
export const sendInvoice: Handler = async (call) => {
  const { orderNumber = '', number = '' } = call.params;
  const order = await visibleOrder(call, orderNumber);
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
