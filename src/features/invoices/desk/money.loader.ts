import type { Context } from '#src/server/context.ts';
import { datevSettings } from '#src/server/shop-data.ts';
import { berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { readMonth, sumByMonth, type Booking, type Month } from '../accounting.ts';
import { bookingsBetween, bookingsOfMonth } from '../server/bookings.ts';

const MONTHS = 12;

const sumOf = (bookings: readonly Booking[], key: 'gross' | 'tax'): Cents => bookings.reduce((sum, booking) => sum + booking[key], 0);

/** The month that a text names, or the present one in Germany. */
export const monthOrNow = ({ now }: Context, text: string): Month =>
  readMonth(text) ?? readMonth(germanDay(now().toISOString()).slice(0, 7))!;

/** When the twelve months began of which the present one is the last; a part of a month would look like its sum. */
function beginOfYear(now: Date): string {
  const [year = 0, month = 0] = germanDay(now.toISOString()).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10);
  return berlinMidnight(first)!;
}

/** Invoices, credit notes and VAT of a month, with the sums of a year. */
export async function loadMoney(ctx: Context, text: string) {
  const month = monthOrNow(ctx, text);
  const bookings = await bookingsOfMonth(ctx, month);
  return {
    month: month.from.slice(0, 7),
    rates: [...Map.groupBy(bookings, ({ rate }) => rate)]
      .map(([rate, of]) => ({ rate, gross: sumOf(of, 'gross'), tax: sumOf(of, 'tax') }))
      .sort((one, other) => one.rate - other.rate),
    documents: [...Map.groupBy(bookings, ({ number }) => number).values()].map((of) => ({ ...of[0]!, gross: sumOf(of, 'gross') })),
    sums: sumByMonth(await bookingsBetween(ctx, beginOfYear(ctx.now()), '9999')),
    hasDatev: datevSettings() !== undefined,
  };
}
