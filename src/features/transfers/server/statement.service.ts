import type { Context } from '#src/server/context.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { orderNumbersIn } from '#src/features/orders/server/order-number.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { BankEntry, StatementProblem } from '../bank-entry.ts';
import { matchEntries, type Match } from '../match-entries.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { readBankCsv } from './read-bank-csv.ts';
import { readCamt } from './read-camt.ts';
import { findPayables } from './transfer.repository.ts';
import { recordTransfer } from './transfer.service.ts';

const ZIP = Buffer.from('PK');

async function readEntries(bytes: Uint8Array): Promise<Result<BankEntry[], StatementProblem>> {
  if (Buffer.from(bytes.subarray(0, 2)).equals(ZIP)) return fail({ kind: 'statement_zipped' });
  const text = decodeText(bytes);
  const start = text.slice(0, 200).trimStart();
  if (start === '') return fail({ kind: 'statement_unreadable' });
  return start.startsWith('<') ? readCamt(text) : readBankCsv(text);
}

/** What the entries of a bank statement mean for the orders. Changes nothing and stores nothing. */
export async function readStatement({ db }: Context, bytes: Uint8Array): Promise<Result<Match[], StatementProblem>> {
  const entries = await readEntries(bytes);
  if (!entries.ok) return entries;
  return ok(matchEntries(entries.value, await findPayables(db.read), orderNumbersIn));
}

export interface Booking {
  orderNumber: string;
  /** The key of the entry that pays it. */
  entry: string;
  /** The bank's booking day, such as 2026-11-25. */
  day: string;
  /** The sender's IBAN, or '', and the sender as the bank wrote it. */
  account: string;
  name: string;
}

/** Banks announce bookings of the next working day. The books count no money before its order or in the future. */
function within({ now }: Context, { orderedAt }: { orderedAt: string }, day: string): string {
  const [first, last] = [germanDay(orderedAt), germanDay(now().toISOString())];
  return day < first ? first : day > last ? last : day;
}

/** Records the chosen entries as payments, each once. Returns how many were recorded. */
export async function bookEntries(ctx: Context, bookings: readonly Booking[]): Promise<number> {
  let booked = 0;
  for (const { orderNumber, entry: key, day, account, name } of bookings) {
    const order = await findOrderByNumber(ctx.db.read, orderNumber);
    if (!order) continue;
    const recorded = await recordTransfer(ctx, order, { day: within(ctx, order, day), entry: { key, account, name } });
    if (recorded.ok) booked++;
  }
  return booked;
}
