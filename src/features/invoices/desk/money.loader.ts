import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { datevSettings } from '../datev.ts';
import { eInvoicesOwedFrom } from '../e-invoice-duty.ts';
import { readMonth, sumByMonth, sumClaims, turnoverOf, type Booking, type Month } from '../accounting.ts';
import { bookingsBetween, bookingsOfMonth, paidClaimsOfMonth } from '../server/bookings.ts';
import { feesByMonth, sumMovements, type Movement } from '../paypal-account.ts';
import { movementsBetween, movementsOfMonth } from '../server/paypal-movement.service.ts';
import { findFirstBooking } from '../server/invoice.repository.ts';

const MONTHS = 12;

const sumOf = (bookings: readonly Booking[], key: 'gross' | 'tax' | 'voucher'): Cents =>
  bookings.reduce((sum, booking) => sum + booking[key], 0);

const monthNow = ({ now }: Pick<Context, 'now'>): string => germanDay(now().toISOString()).slice(0, 7);

/** The month in the page's URL, or the current one in Germany; undefined for a month that does not exist. */
export const monthOf = (ctx: Pick<Context, 'now'>, { searchParams }: URL): Month | undefined =>
  readMonth(searchParams.get('month') || monthNow(ctx));

/** The months from the first invoice until now, newest first, and the selected one if it is another. */
async function monthsToChoose(ctx: Context, shown: string): Promise<string[]> {
  const first = await findFirstBooking(ctx.db.read);
  const now = monthNow(ctx);
  const months = [now];
  for (let month = first ? germanDay(first).slice(0, 7) : now; month < now; month = monthAfter(month))
    months.push(month);
  return [...new Set([...months, shown])].sort().reverse();
}

const monthAfter = (month: string): string => addDays(readMonth(month)!.to, 1).slice(0, 7);

/**
 * The start of the twelve months that end with the current one. Whole months, because a partial one would look like a
 * full sum.
 */
function beginOfYear(now: Date): string {
  const [year = 0, month = 0] = germanDay(now.toISOString()).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10);
  return berlinMidnight(first)!;
}

/** From when the shop owes e-invoices, which its turnover of 2026 decides. */
async function loadEInvoiceDuty(ctx: Context) {
  const year = await bookingsBetween(ctx, berlinMidnight('2026-01-01')!, berlinMidnight('2027-01-01')!);
  const bookings = turnoverOf(year);
  const turnover = sumOf(bookings, 'gross') - sumOf(bookings, 'tax');
  return { from: eInvoicesOwedFrom(savedShop(ctx).tax.mode, turnover), turnover };
}

/** PayPal's account beside the documents: `difference` is what PayPal moved without an invoice or credit note. */
function paypalMonth(bookings: readonly Booking[], movements: readonly Movement[]) {
  const sums = sumMovements(movements);
  const paid = bookings.filter(({ paidBy }) => paidBy === 'paypal');
  const booked = sumOf(paid, 'gross') - sumOf(paid, 'voucher');
  const { payment, refund, reversal, other } = sums.amounts;
  return {
    sums,
    hasMovements: movements.length > 0,
    difference: payment + refund + reversal + other - booked,
    payments: movements.filter(({ kind }) => kind === 'payment'),
  };
}

/** Invoices, credit notes and VAT of a month, with the sums of a year. */
export async function loadMoney(ctx: Context, month: Month) {
  const bookings = await bookingsOfMonth(ctx, month);
  const name = month.from.slice(0, 7);
  const fees = feesByMonth(await movementsBetween(ctx, beginOfYear(ctx.now()), '9999'));
  return {
    month: name,
    months: await monthsToChoose(ctx, name),
    rates: [...Map.groupBy(turnoverOf(bookings), ({ rate }) => rate)]
      .map(([rate, of]) => ({ rate, gross: sumOf(of, 'gross'), tax: sumOf(of, 'tax') }))
      .sort((one, other) => one.rate - other.rate),
    documents: [...Map.groupBy(bookings, ({ number }) => number).values()].map((of) => ({
      ...of[0]!,
      gross: sumOf(of, 'gross'),
    })),
    sums: sumByMonth(await bookingsBetween(ctx, beginOfYear(ctx.now()), '9999')).map((sum) => ({
      ...sum,
      fees: fees.get(sum.month) ?? 0,
    })),
    hasFees: fees.size > 0,
    claims: sumClaims(bookings, await paidClaimsOfMonth(ctx, month)),
    paypal: paypalMonth(bookings, await movementsOfMonth(ctx, month)),
    eInvoices: await loadEInvoiceDuty(ctx),
    hasDatev: datevSettings(savedShop(ctx)) !== undefined,
  };
}
