import type { Month } from '#src/features/invoices/accounting.ts';
import type { VoucherMove } from '#src/features/invoices/voucher-entries.ts';
import type { Context } from '#src/server/context.ts';
import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { findMovementsBetween } from './voucher-desk.repository.ts';

/** The movements of all vouchers in a month in Germany, for the tax adviser. */
export const voucherMovesOfMonth = async ({ db }: Context, { from, to }: Month): Promise<VoucherMove[]> =>
  (await findMovementsBetween(db.read, berlinMidnight(from)!, berlinMidnight(addDays(to, 1))!)).map((row) => ({
    day: germanDay(row.at),
    kind: row.kind,
    origin: row.origin,
    amount: row.amount_cents,
    // DATEV's field takes no ellipsis.
    voucher: `GV-${row.last_four}`,
    orderNumber: row.orderNumber ?? '',
    uncovered: belowZero(Number(row.after)) - belowZero(Number(row.after) - row.amount_cents),
  }));

const belowZero = (balance: Cents): Cents => Math.max(0, -balance);
