import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { renderVoucher } from '#src/features/vouchers/server/voucher-pdf.ts';
import { findVoucher } from '#src/features/vouchers/server/voucher.repository.ts';

/** The voucher with its code, for printing. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  params,
}) => {
  const voucher = await findVoucher(ctx.db.read, params.id ?? '');
  const file = voucher && (await renderVoucher(ctx, voucher));
  return file
    ? sendFile(file.name, 'application/pdf', file.bytes, { isShown: true })
    : new Response(null, { status: 404 });
};
