import { keyOf, visibleOrder } from '#src/features/orders/server/guest-order.ts';
import type { Handler } from '#src/server/http/endpoint.ts';
import { findReturnFiles } from './return-label.repository.ts';

/** A return label as a PDF, or its QR code as a picture. Another person's gets the same response as an unknown one. */
export const sendReturnLabel: Handler = async (call) => {
  const { orderNumber = '', reference = '' } = call.params;
  const order = await visibleOrder(call, orderNumber, keyOf(call));
  const files = order && (await findReturnFiles(call.ctx.db.read, order.id, reference));
  const isCode = call.url.searchParams.get('file') === 'qr';
  const file = isCode ? files?.qr : files?.pdf;
  if (!file) return { kind: 'not_found' };
  const [type, name] = isCode ? ['image/png', `${reference}.png`] : ['application/pdf', `${reference}.pdf`];
  return new Response(Buffer.from(file, 'base64'), {
    headers: {
      'content-type': type,
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
};
