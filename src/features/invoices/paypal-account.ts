/** What moved on the shop's PayPal account, for the books. */
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';

/** `payout`: to the shop's bank. `fee`: one of its own, such as for a chargeback. */
type MovementKind = 'payment' | 'refund' | 'reversal' | 'fee' | 'payout' | 'other';

export interface Movement {
  id: string;
  kind: MovementKind;
  /** Day in Germany, such as 2026-11-25. */
  day: string;
  /** Negative when money left the account. */
  amount: Cents;
  /** What PayPal kept of it. */
  fee: Cents;
  /** '' for an unknown one. */
  orderNumber: string;
}

/** The groups of PayPal's transaction codes: the first matching one decides. */
const KINDS: [code: RegExp, kind: MovementKind][] = [
  [/^T00/, 'payment'],
  [/^T1107$/, 'refund'],
  [/^T1[12]/, 'reversal'],
  [/^T01/, 'fee'],
  [/^T04/, 'payout'],
];

export const movementOf = (row: {
  id: string;
  code: string;
  at: string;
  amount: Cents;
  fee: Cents;
  orderNumber: string | null;
}): Movement => ({
  id: row.id,
  kind: KINDS.find(([code]) => code.test(row.code))?.[1] ?? 'other',
  day: germanDay(row.at),
  amount: row.amount,
  fee: row.fee,
  orderNumber: row.orderNumber ?? '',
});

/** What a movement costs: PayPal's part of a payment, or the whole of a fee of its own. */
export const costOf = ({ kind, amount, fee }: Movement): Cents => (kind === 'fee' ? fee - amount : fee);

export interface PaypalSums {
  /** By kind, each with its sign and before fees. */
  amounts: Record<MovementKind, Cents>;
  fees: Cents;
  /** By how much the account changed. */
  change: Cents;
}

export function sumMovements(movements: readonly Movement[]): PaypalSums {
  const amounts: PaypalSums['amounts'] = { payment: 0, refund: 0, reversal: 0, fee: 0, payout: 0, other: 0 };
  for (const { kind, amount } of movements) if (kind !== 'fee') amounts[kind] += amount;
  const fees = movements.reduce((sum, movement) => sum + costOf(movement), 0);
  const change = Object.values(amounts).reduce((sum, amount) => sum + amount, 0) - fees;
  return { amounts, fees, change };
}

/** PayPal's fees by month in Germany. */
export function feesByMonth(movements: readonly Movement[]): Map<string, Cents> {
  const months = Map.groupBy(movements, ({ day }) => day.slice(0, 7));
  return new Map([...months].map(([month, of]) => [month, of.reduce((sum, each) => sum + costOf(each), 0)]));
}
