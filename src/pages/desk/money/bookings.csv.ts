import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { bookingsCsv } from '#src/features/invoices/accounting.ts';
import { monthOrNow } from '#src/features/invoices/desk/money.loader.ts';
import { bookingsOfMonth } from '#src/features/invoices/server/bookings.ts';

export const prerender = false;

/** A month for a spreadsheet, which takes the file for UTF-8 by its first character. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  url,
}) => {
  const month = monthOrNow(ctx, url.searchParams.get('month') ?? '');
  return sendFile(`${month.from.slice(0, 7)}.csv`, 'text/csv; charset=utf-8', `\uFEFF${bookingsCsv(await bookingsOfMonth(ctx, month))}`);
};
