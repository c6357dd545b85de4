import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';

/** The bank details that the buyer of an order was given. */
export interface Transfer {
  holder: string;
  /** Without spaces. */
  iban: string;
  bic: string | null;
  /** The end of the last day, in ISO-8601. */
  dueAt: string;
  /** When the money arrived for an invoice that came with the order, in ISO-8601. */
  invoicePaidAt: string | null;
  /** When the bank booked the money, in ISO-8601; null while unpaid, and when an earlier version recorded it. */
  bookedAt: string | null;
}

const PREFIX = 'transfer-';

/** The id of a payment by bank transfer, in the place of PayPal's id. */
export const transferId = (random: string): string => PREFIX + random;
export const isTransferId = (captureId: string): boolean => captureId.startsWith(PREFIX);

/** The last day on which the money may arrive, such as 2026-11-25. */
export const lastDayOf = ({ dueAt }: Pick<Transfer, 'dueAt'>): string => addDays(germanDay(dueAt), -1);

/** When an order of this moment (ISO-8601) is cancelled unless its money has arrived. */
export const transferEnd = (orderedAt: string, days: number): string =>
  berlinMidnight(addDays(germanDay(orderedAt), days + 1))!;

export const REMINDED_DAYS_BEFORE = 2;

/** When the buyer is reminded: on the morning two days before the last day, and never on the day of the order. */
export function reminderTime(orderedAt: string, transfer: Pick<Transfer, 'dueAt'>): string {
  const day = addDays(lastDayOf(transfer), -REMINDED_DAYS_BEFORE);
  const next = addDays(germanDay(orderedAt), 1);
  return berlinMidnight(day > next ? day : next)!;
}

/** "DE89 3704 0044 0532 0130 00" */
export const spacedIban = (iban: string): string => iban.replace(/.{4}(?=.)/g, '$& ');

const LONGEST_HOLDER = 70;

/**
 * The text of a GiroCode, from which banks' apps fill in a transfer: EPC069-12, version 2, in UTF-8. `reference`: at
 * most 140 characters.
 */
export const giroCode = (
  { holder, iban, bic }: Pick<Transfer, 'holder' | 'iban' | 'bic'>,
  amount: Cents,
  reference: string,
): string =>
  [
    ...['BCD', '002', '1', 'SCT', bic ?? '', holder.slice(0, LONGEST_HOLDER), iban],
    ...[`EUR${(amount / 100).toFixed(2)}`, '', '', reference],
  ].join('\n');
