import { isValidIBAN } from 'ibantools';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Match } from '../match-entries.ts';
import { bookEntries, readStatement, type Booking } from '../server/statement.service.ts';

export type StatementStep = { step: 'read'; matches: Match[] } | { step: 'booked'; count: number };

/** The value of a checkbox: the statement is not stored, so the sender's account travels with it. */
export const bookingValue = ({ orderNumber, entry, day, account, name }: Booking): string =>
  [orderNumber, entry, day, account || '-', name].join(' ');

function readBooking(value: string): Booking[] {
  const [, orderNumber, entry, day, account = '', name = ''] =
    /^([0-9A-Z]{4}-[0-9A-Z]{4}) ([\w-]{22}) (\d{4}-\d\d-\d\d) ([0-9A-Z]{15,34}|-) (.*)$/s.exec(value) ?? [];
  return orderNumber && entry && day
    ? [{ orderNumber, entry, day, account: isValidIBAN(account) ? account : '', name }]
    : [];
}

/** Reads a statement, then records the entries that a person has ticked. */
export async function actOnStatement({ ctx }: OpenDesk, form: DeskForm): Promise<Result<StatementStep, DeskError>> {
  if (form.text('act') === 'book') {
    const ticked = form.all('book');
    if (ticked.length === 0) return fail({ kind: 'statement_none_chosen', marked: ['statement'] });
    const bookings = ticked.flatMap(readBooking);
    // The boxes of a page from before an update.
    if (bookings.length < ticked.length) return fail({ kind: 'statement_outdated', marked: ['statement'] });
    return ok({ step: 'booked', count: await bookEntries(ctx, bookings) });
  }
  const file = form.file('statement');
  if (!file) return fail({ kind: 'statement_missing', marked: ['statement'] });
  const read = await readStatement(ctx, new Uint8Array(await file.arrayBuffer()));
  return read.ok ? ok({ step: 'read', matches: read.value }) : fail({ ...read.error, marked: ['statement'] });
}
