/** The rules of gift vouchers: pure, in cents. */
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';

export const LEAST_VALUE: Cents = 100;
export const MOST_VALUE: Cents = 50_000;
export const LONGEST_NAME = 60;
export const LONGEST_MESSAGE = 500;
export const LONGEST_NOTE = 200;
/** How far ahead a voucher may be sent. */
export const SEND_WITHIN_DAYS = 365;

/** `spent`: an order took the last of it. `paid_back`: its order was refunded, or staff paid the rest out. */
export const VOUCHER_STATES = ['valid', 'spent', 'paid_back', 'expired', 'locked'] as const;
export type VoucherState = (typeof VOUCHER_STATES)[number];

/** Crockford's base 32 leaves out characters that people confuse. */
export const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 random bits: nobody guesses one, not even with a copy of the hashes. */
export const CODE_LENGTH = 16;
const PREFIX = 'GV';

/**
 * The code in a typed text, as it is hashed: `GV` and 16 characters; undefined for any other text. No discount code
 * looks like it, so one field takes both.
 */
export function readVoucherCode(typed: string): string | undefined {
  // As long as a code with a space around each character.
  if (typed.length > 60) return undefined;
  const signs = typed.toUpperCase().replace(/[\s\-‐–—_.]/g, '');
  const code = signs.slice(PREFIX.length).replaceAll('O', '0').replace(/[IL]/g, '1');
  const isCode = signs.startsWith(PREFIX) && code.length === CODE_LENGTH && [...code].every(isSign);
  return isCode ? PREFIX + code : undefined;
}

const isSign = (sign: string): boolean => CODE_SIGNS.includes(sign);

/** "GV-7K3M-Q9XD-2F4T-B8NC" */
export const writtenCode = (signs: string): string => `${PREFIX}-${signs.match(/.{4}/g)!.join('-')}`;

/** How staff recognize a voucher without its code. */
export const shortCode = ({ last_four }: Pick<VoucherRow, 'last_four'>): string => `${PREFIX}-…-${last_four}`;

/** The end of the third year after a moment's year in Germany (§§ 195, 199 BGB). */
export const lastDayFrom = (iso: string): string => `${Number(germanDay(iso).slice(0, 4)) + 3}-12-31`;

/** Why nothing may be paid with a voucher, whatever is left of it. `day`: today in Germany. */
export function whyNot(
  { locked_at, expires_on }: Pick<VoucherRow, 'locked_at' | 'expires_on'>,
  day: string,
): 'voucher_locked' | 'voucher_expired' | undefined {
  if (locked_at !== null) return 'voucher_locked';
  return day > expires_on ? 'voucher_expired' : undefined;
}
