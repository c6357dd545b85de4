import type { Context } from '#src/server/context.ts';
import { datevSettings } from '#src/server/shop-data.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { readMonth, sumByMonth, type Booking, type Month } from '../accounting.ts';
import { bookingsBetween, bookingsOfMonth } from '../server/bookings.ts';

/** Months beside the shown one. */
const SHOWN_DAYS = 366;

const sumOf = (bookings: readonly Booking[], key: 'gross' | 'tax'): Cents => bookings.reduce((sum, booking) => sum + booking[key], 0);

/** The month that a text names, or the present one in Germany. */
export const monthOrNow = ({ now }: Context, text: string): Month =>
  readMonth(text) ?? readMonth(germanDay(now().toISOString()).slice(0, 7))!;

/** Invoices, credit notes and VAT of a month, with the sums of a year. */
export async function loadMoney(ctx: Context, text: string) {
  const month = monthOrNow(ctx, text);
  const bookings = await bookingsOfMonth(ctx, month);
  const since = new Date(ctx.now().getTime() - SHOWN_DAYS * 24 * 3600_000).toISOString();
  return {
    month: month.from.slice(0, 7),
    rates: [...Map.groupBy(bookings, ({ rate }) => rate)]
      .map(([rate, of]) => ({ rate, gross: sumOf(of, 'gross'), tax: sumOf(of, 'tax') }))
      .sort((one, other) => one.rate - other.rate),
    documents: [...Map.groupBy(bookings, ({ number }) => number).values()].map((of) => ({ ...of[0]!, gross: sumOf(of, 'gross') })),
    sums: sumByMonth(await bookingsBetween(ctx, since, '9999')),
    hasDatev: datevSettings() !== undefined,
  };
}
