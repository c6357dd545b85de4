import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { datevBatch, datevFileName, ratesWithoutAccount } from '#src/features/invoices/datev.ts';
import { monthOrNow } from '#src/features/invoices/desk/money.loader.ts';
import { bookingsOfMonth } from '#src/features/invoices/server/bookings.ts';
import { datevSettings } from '#src/server/shop-data.ts';

export const prerender = false;

/** A month as a DATEV booking batch; 404 without the tax adviser's numbers in shop.yaml. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx, t },
  },
  url,
}) => {
  const settings = datevSettings();
  if (!settings) return new Response(t('desk:money.noDatev'), { status: 404 });
  const month = monthOrNow(ctx, url.searchParams.get('month') ?? '');
  const bookings = await bookingsOfMonth(ctx, month);
  const [rate] = ratesWithoutAccount(bookings, settings);
  if (rate !== undefined) return new Response(t('desk:money.noAccount', { rate }), { status: 409 });
  return sendFile(datevFileName(month), 'text/csv', datevBatch(bookings, settings, { ...month, now: ctx.now() }));
};
