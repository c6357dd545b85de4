import type { APIRoute } from 'astro';
import { problemText } from '#src/desk/server/desk-error.ts';
import { sendFile } from '#src/desk/server/send-file.ts';
import { bookingsCsv } from '#src/features/invoices/accounting.ts';
import { monthOf } from '#src/features/invoices/desk/money.loader.ts';
import { bookingsOfMonth } from '#src/features/invoices/server/bookings.ts';
import { movementsOfMonth } from '#src/features/invoices/server/paypal-movement.service.ts';

/** A month for a spreadsheet. */
export const GET: APIRoute = async ({ locals: { desk }, url }) => {
  const { ctx } = desk;
  const month = monthOf(ctx, url);
  if (!month) return new Response(problemText(desk, { kind: 'no_such_month' }), { status: 400 });
  return sendFile(
    `${month.from.slice(0, 7)}.csv`,
    'text/csv; charset=utf-8',
    bookingsCsv(await bookingsOfMonth(ctx, month), await movementsOfMonth(ctx, month)),
  );
};
