import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { bookingsCsv, readMonth, sumByMonth, type Month } from '#src/features/invoices/accounting.ts';
import {
  countDatevEntries,
  datevBatch,
  datevFileName,
  datevSettings,
  ratesWithoutAccount,
} from '#src/features/invoices/datev.ts';
import { bookingsOfMonth, bookingsSoFar, paidClaimsOfMonth } from '#src/features/invoices/server/bookings.ts';
import { movementsBetween, movementsOfMonth } from '#src/features/invoices/server/paypal-movement.service.ts';
import { feesByMonth } from '#src/features/invoices/paypal-account.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { voucherMovesOfMonth } from '#src/features/vouchers/server/voucher-moves.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { withContext } from '#src/server/with-context.ts';
import { wholeNumber } from '#src/cli/whole-number.ts';
import { jsonOption, printJson } from '#src/cli/json.ts';
import { fail } from './named-orders.ts';

/** The commands for the tax adviser. They read invoices and credit notes, which never change. */
export const accountingCommands = (): Command[] => [exported(), datev(), stats()];

const exported = () =>
  new Command('export')
    .description('export a month as a spreadsheet: one row per invoice or credit note and VAT rate')
    .requiredOption('--month <month>', 'such as 2026-11', month)
    .action(({ month: of }: { month: Month }) =>
      withContext(async (ctx) => {
        console.log(bookingsCsv(await bookingsOfMonth(ctx, of), await movementsOfMonth(ctx, of)));
      }),
    );

const datev = () =>
  new Command('datev')
    .description('export a month as a DATEV booking batch (EXTF_….csv), with the account numbers in shop.yaml')
    .requiredOption('--month <month>', 'such as 2026-11', month)
    .option('--folder <folder>', 'where to write the file', '.')
    .action(({ month, folder }: { month: Month; folder: string }) =>
      withContext(async (ctx) => {
        const settings = datevSettings(savedShop(ctx));
        if (!settings)
          return fail(
            'DATEV needs the numbers of your tax adviser: fill accounting.consultant and accounting.client in ' +
              'shop.yaml.',
          );
        const bookings = await bookingsOfMonth(ctx, month);
        const [rate] = ratesWithoutAccount(bookings, settings);
        if (rate !== undefined)
          return fail(`There is no revenue account for ${rate} % VAT. Add it to accounting.revenue in shop.yaml.`);
        const file = path.join(folder, datevFileName(month));
        const movements = await movementsOfMonth(ctx, month);
        const vouchers = await voucherMovesOfMonth(ctx, month);
        const content = { bookings, movements, paidClaims: await paidClaimsOfMonth(ctx, month), vouchers };
        writeFileSync(file, datevBatch(content, settings, { ...month, now: ctx.now() }));
        console.log(`${file}: ${countDatevEntries(content, settings)} bookings.`);
      }),
    );

const stats = () =>
  new Command('stats')
    .description('orders, turnover and refunds by month, the latest first; gross, deposit and shipping included')
    .option('--months <n>', 'number of months', wholeNumber('--months 12'), 12)
    .addOption(jsonOption())
    .action(({ months, json }: { months: number; json?: true }) =>
      withContext(async (ctx) => {
        const sums = sumByMonth(await bookingsSoFar(ctx)).slice(0, months);
        const fees = feesByMonth(await movementsBetween(ctx, '2000', '9999'));
        if (json)
          return printJson(
            sums.map(({ month: of, orders, invoiced, credited }) => ({
              month: of,
              orders,
              invoicedCents: invoiced,
              creditedCents: credited,
              paypalFeesCents: fees.get(of) ?? 0,
            })),
          );
        for (const { month: of, orders, invoiced, credited } of sums)
          console.log(
            [
              of,
              `${orders} orders`.padStart(12),
              formatPrice(invoiced).padStart(14),
              `refunded ${formatPrice(credited)}`,
              `remains ${formatPrice(invoiced - credited)}`,
              `PayPal fees ${formatPrice(fees.get(of) ?? 0)}`,
              `${formatPrice(orders ? Math.round(invoiced / orders) : 0)} an order`,
            ].join('  '),
          );
        if (sums.length === 0) console.log('Nothing was invoiced yet.');
      }),
    );

function month(text: string): Month {
  const read = readMonth(text);
  if (!read) throw new InvalidArgumentError('Write year and month. Example: --month 2026-11');
  return read;
}
