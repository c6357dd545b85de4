import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { loadVoucher } from '#src/features/vouchers/desk/voucher.loader.ts';
import { renderVoucher } from '#src/features/vouchers/server/voucher-pdf.ts';

/** The voucher with its code, for printing. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  params,
}) => {
  const voucher = await loadVoucher(ctx, params.id);
  const file = voucher && (await renderVoucher(ctx, voucher));
  return file
    ? sendFile(file.name, 'application/pdf', file.bytes, { isShown: true })
    : new Response(null, { status: 404 });
};
