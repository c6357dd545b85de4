import { expect, it } from 'vitest';
import { voucherEntry, type VoucherMove } from '#src/features/invoices/voucher-entries.ts';

const ACCOUNTS = { vouchers: 1604, cash: 1000, giveaways: 4600, otherIncome: 2700 };

/** The sum of each account; above zero: debit. */
function balances(moves: Pick<VoucherMove, 'kind' | 'origin' | 'amount'>[]): Record<number, number> {
  const sums: Record<number, number> = {};
  for (const move of moves) {
    const entry = voucherEntry({ ...move, day: '2026-12-01', voucher: 'GV-0BH9', orderNumber: '' }, ACCOUNTS);
    if (!entry) continue;
    sums[entry.account] = (sums[entry.account] ?? 0) + entry.amount;
    sums[entry.counter] = (sums[entry.counter] ?? 0) - entry.amount;
  }
  return sums;
}

it('a voucher sold by hand is a liability until it is used, paid out or expired', () => {
  const sold = { kind: 'issued', origin: 'counter', amount: 5000 } as const;
  expect(balances([sold])).toEqual({ 1000: 5000, 1604: -5000 });
  // Its use is booked with the order's invoice.
  expect(balances([sold, { kind: 'used', origin: 'counter', amount: -1000 }])).toEqual({ 1000: 5000, 1604: -5000 });
  expect(
    balances([
      sold,
      { kind: 'paid_out', origin: 'counter', amount: -2000 },
      { kind: 'expired', origin: 'counter', amount: -3000 },
    ]),
  ).toEqual({ 1000: 3000, 1604: 0, 2700: -3000 });
  // The order that bought it books its issue.
  expect(balances([{ kind: 'issued', origin: 'order', amount: 5000 }])).toEqual({});
});

it('a voucher given away costs something when it is used, and nothing when it expires', () => {
  const given = { kind: 'issued', origin: 'goodwill', amount: 5000 } as const;
  expect(balances([given, { kind: 'expired', origin: 'goodwill', amount: -5000 }])).toEqual({});
  expect(
    balances([
      given,
      { kind: 'used', origin: 'goodwill', amount: -3000 },
      { kind: 'returned', origin: 'goodwill', amount: 1000 },
      { kind: 'paid_out', origin: 'goodwill', amount: -500 },
    ]),
  ).toEqual({ 4600: 2500, 1604: -2000, 1000: -500 });
});
