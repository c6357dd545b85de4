import type { Context } from '#src/server/context.ts';
import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { bookingsOf, type Booking, type Claim, type Month } from '../accounting.ts';
import { findBookedInvoices, findPaidClaims } from './invoice.repository.ts';
import { readContent } from './invoice.service.ts';

/** The bookings of a month in Germany, in the order of the documents. */
export const bookingsOfMonth = (ctx: Context, { from, to }: Month): Promise<Booking[]> =>
  bookingsBetween(ctx, berlinMidnight(from)!, berlinMidnight(addDays(to, 1))!);

export const bookingsSoFar = (ctx: Context): Promise<Booking[]> => bookingsBetween(ctx, '2000', '9999');

/** `from` (inclusive), `until` (exclusive): ISO-8601. */
export async function bookingsBetween({ db }: Context, from: string, until: string): Promise<Booking[]> {
  const rows = await findBookedInvoices(db.read, from, until);
  return bookingsOf(
    rows.map((row) => {
      const { shares, isUnpaid = false, voucher = 0, taxMode } = readContent(row);
      return {
        number: row.number,
        kind: row.kind,
        isCorrection: row.replacement !== null,
        orderNumber: row.order_number,
        captureId: row.iban === null && row.paid_cents !== 0 ? row.capture_id : null,
        paidBy: row.iban === null ? 'paypal' : 'transfer',
        bookedAt: row.booked_at,
        shares,
        isUnpaid,
        isVoucherSale: taxMode === 'voucher',
        voucher,
      };
    }),
  );
}

/** The payments of a month for invoices that came with their orders, in the order of time. */
export const paidClaimsOfMonth = async ({ db }: Context, { from, to }: Month): Promise<Claim[]> =>
  (await findPaidClaims(db.read, berlinMidnight(from)!, berlinMidnight(addDays(to, 1))!)).map(
    ({ paidAt, ...claim }) => ({
      ...claim,
      day: germanDay(paidAt),
    }),
  );
