import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { bookingsCsv, bookingsOf, sumByMonth, type Booking } from '#src/features/invoices/accounting.ts';
import { datevBatch, ratesWithoutAccount } from '#src/features/invoices/datev.ts';
import { findIssuedInvoices } from '#src/features/invoices/server/invoice.repository.ts';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import { datevSettings } from '#src/server/shop-data.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinMidnight } from '../berlin-time.ts';
import { wholeNumber } from '../whole-number.ts';
import { fail } from './named-orders.ts';

/** The verbs for the tax adviser. They read invoices and credit notes, which never change. */
export const accountingCommands = (): Command[] => [exported(), datev(), stats()];

interface Month {
  /** First and last day. */
  from: string;
  to: string;
}

const exported = () =>
  new Command('export')
    .description('a month as a table for spreadsheets: one row per invoice or credit note and VAT rate')
    .requiredOption('--month <month>', 'such as 2026-11', month)
    .action(({ month: of }: { month: Month }) =>
      withContext(async (ctx) => {
        // A spreadsheet takes the file for UTF-8 by its first character.
        console.log(`\uFEFF${bookingsCsv(await bookingsBetween(ctx, of.from, dayAfter(of.to)))}`);
      }),
    );

const datev = () =>
  new Command('datev')
    .description('a month as a DATEV booking batch, in a file named EXTF_….csv; accounts stand in shop.yaml')
    .requiredOption('--month <month>', 'such as 2026-11', month)
    .option('--folder <folder>', 'where to write the file', '.')
    .action(({ month: { from, to }, folder }: { month: Month; folder: string }) =>
      withContext(async (ctx) => {
        const settings = datevSettings();
        if (!settings)
          return fail('DATEV needs the numbers of your tax adviser: fill accounting.consultant and accounting.client in shop.yaml.');
        const bookings = await bookingsBetween(ctx, from, dayAfter(to));
        const [rate] = ratesWithoutAccount(bookings, settings);
        if (rate !== undefined) return fail(`There is no revenue account for ${rate} % VAT. Add it to accounting.revenue in shop.yaml.`);
        const file = path.join(folder, `EXTF_Buchungsstapel_${from.slice(0, 7)}.csv`);
        writeFileSync(file, datevBatch(bookings, settings, { from, to, now: ctx.now() }));
        console.log(`${file}: ${bookings.length} bookings.`);
      }),
    );

const stats = () =>
  new Command('stats')
    .description('orders, turnover and refunds by month, the latest first; gross, deposit and shipping included')
    .option('--months <n>', 'number of months', wholeNumber, 12)
    .action(({ months }: { months: number }) =>
      withContext(async (ctx) => {
        const sums = sumByMonth(await bookingsBetween(ctx, '2000-01-01', '9999-01-01')).slice(0, months);
        for (const { month: of, orders, invoiced, credited } of sums)
          console.log(
            [
              of,
              `${orders} orders`.padStart(12),
              formatPrice(invoiced).padStart(14),
              `refunded ${formatPrice(credited)}`,
              `remains ${formatPrice(invoiced - credited)}`,
              `${formatPrice(orders ? Math.round(invoiced / orders) : 0)} an order`,
            ].join('  '),
          );
        if (sums.length === 0) console.log('Nothing was invoiced yet.');
      }),
    );

/** `from`, `until`: days in Germany; the second is left out. */
async function bookingsBetween({ db }: Context, from: string, until: string): Promise<Booking[]> {
  const rows = await findIssuedInvoices(db.read, berlinMidnight(from)!, berlinMidnight(until)!);
  return bookingsOf(
    rows.map((row) => ({
      number: row.number,
      kind: row.kind,
      orderNumber: row.order_number,
      captureId: row.capture_id,
      issuedAt: row.issued_at,
      shares: readContent(row).shares,
    })),
  );
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

function month(text: string): Month {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year) throw new InvalidArgumentError('Write year and month. Example: --month 2026-11');
  return { from: `${text}-01`, to: new Date(Date.UTC(Number(year), Number(number), 0)).toISOString().slice(0, 10) };
}
