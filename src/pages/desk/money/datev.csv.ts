import type { APIRoute } from 'astro';
import { problemText } from '#src/desk/server/desk-error.ts';
import { sendFile } from '#src/desk/server/send-file.ts';
import { datevBatch, datevFileName, datevSettings, ratesWithoutAccount } from '#src/features/invoices/datev.ts';
import { monthOf } from '#src/features/invoices/desk/money.loader.ts';
import { bookingsOfMonth, paidClaimsOfMonth } from '#src/features/invoices/server/bookings.ts';
import { movementsOfMonth } from '#src/features/invoices/server/paypal-movement.service.ts';
import { voucherMovesOfMonth } from '#src/features/vouchers/server/voucher-moves.ts';
import { savedShop } from '#src/server/shop-file.ts';

/** A month as a DATEV booking batch; 404 without the tax adviser's numbers in shop.yaml. */
export const GET: APIRoute = async ({ locals: { desk }, url }) => {
  const { ctx, t } = desk;
  const settings = datevSettings(savedShop(ctx));
  if (!settings) return new Response(t('desk:money.noDatev'), { status: 404 });
  const month = monthOf(ctx, url);
  if (!month) return new Response(problemText(desk, { kind: 'no_such_month' }), { status: 400 });
  const bookings = await bookingsOfMonth(ctx, month);
  const [rate] = ratesWithoutAccount(bookings, settings);
  if (rate !== undefined) return new Response(t('desk:money.noAccount', { rate }), { status: 409 });
  const movements = await movementsOfMonth(ctx, month);
  const vouchers = await voucherMovesOfMonth(ctx, month);
  const content = { bookings, movements, paidClaims: await paidClaimsOfMonth(ctx, month), vouchers };
  return sendFile(datevFileName(month), 'text/csv', datevBatch(content, settings, { ...month, now: ctx.now() }));
};
