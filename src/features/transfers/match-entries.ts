import { fold } from '#src/shared/fold.ts';
import type { BankEntry } from './bank-entry.ts';
import type { Cents } from '#src/shared/money.ts';

/** An order that is or was paid by transfer. */
export interface Payable {
  orderNumber: string;
  /** The buyer, and the payer if that is another person. */
  names: string[];
  /** What is to be transferred. */
  total: Cents;
  /** The German day of the order, such as 2026-11-25. */
  orderedOn: string;
  state: 'waiting' | 'paid' | 'cancelled';
  /** The key of the entry that paid it. */
  entry: string | null;
}

/**
 * What an entry means. `certain`: it names a waiting order and has its amount. `likely`: only amount and perhaps name
 * fit. `in_parts`: with the statement's other entries for the order it is enough. `booked`: this very entry paid the
 * order before. `twice`: another one did. `by_hand`: the order was recorded as
 * paid without an entry, perhaps because of this one. `cancelled`: the order ended unpaid.
 */
export type Verdict =
  | 'certain'
  | 'likely'
  | 'too_little'
  | 'in_parts'
  | 'too_much'
  | 'booked'
  | 'twice'
  | 'by_hand'
  | 'cancelled'
  | 'unknown';

export interface Match {
  entry: BankEntry;
  verdict: Verdict;
  /** undefined for `unknown`. */
  order?: Payable;
  /** What all entries that are too little for the order come to. */
  sum?: Cents;
}

const words = (name: string): string[] =>
  fold(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);

/** Whether two names have a word in common. Banks cut names, and leave out accents. */
const isAlike = (one: string, others: string[]): boolean => {
  const known = new Set(others.flatMap(words));
  return words(one).some((word) => known.has(word));
};

function verdictOf(entry: BankEntry, order: Payable, isTaken: boolean): Verdict {
  if (order.entry === entry.key) return 'booked';
  if (order.state === 'cancelled') return 'cancelled';
  if (order.state === 'paid' && order.entry === null) return 'by_hand';
  if (order.state === 'paid' || isTaken) return 'twice';
  if (entry.amount === order.total) return 'certain';
  return entry.amount < order.total ? 'too_little' : 'too_much';
}

/**
 * Assigns the entries of a statement to orders, each order to one entry at most. `numbersIn`: the order numbers that a
 * text may name.
 */
export function matchEntries(
  entries: readonly BankEntry[],
  orders: readonly Payable[],
  numbersIn: (text: string) => string[],
): Match[] {
  const byNumber = new Map(orders.map((order) => [order.orderNumber, order]));
  const taken = new Set<Payable>();
  const named = entries.map((entry): Match => {
    const found = numbersIn(entry.text)
      .flatMap((number) => byNumber.get(number) ?? [])
      .map((order) => ({ entry, verdict: verdictOf(entry, order, taken.has(order)), order }));
    // A text may name several orders: an earlier one, or something that only looks like a number.
    const match =
      found.find(({ verdict }) => verdict === 'booked') ??
      found.find(({ verdict }) => verdict === 'certain') ??
      found[0];
    if (match?.verdict === 'certain') taken.add(match.order);
    return match ?? { entry, verdict: 'unknown' };
  });
  // An entry that was booked without its number keeps its order.
  const byEntry = new Map(orders.flatMap((order) => (order.entry === null ? [] : [[order.entry, order]])));
  // Only after all numbers, so that a guess takes no order that another entry names.
  const parts = Map.groupBy(
    named.filter(({ verdict }) => verdict === 'too_little'),
    ({ order }) => order!,
  );
  const sumOf = (order: Payable) => (parts.get(order) ?? []).reduce((total, { entry }) => total + entry.amount, 0);
  const open = Map.groupBy(
    orders.filter((order) => order.state === 'waiting' && !taken.has(order) && sumOf(order) < order.total),
    ({ total }) => total,
  );
  return named.map((match): Match => {
    if (match.verdict === 'too_little') {
      // An entry further down pays all of it.
      if (taken.has(match.order!)) return { ...match, verdict: 'twice' };
      const sum = sumOf(match.order!);
      return { ...match, sum, verdict: sum < match.order!.total ? 'too_little' : 'in_parts' };
    }
    if (match.verdict !== 'unknown') return match;
    const { entry } = match;
    const before = byEntry.get(entry.key);
    if (before) return { entry, verdict: 'booked', order: before };
    const same = (open.get(entry.amount) ?? []).filter(
      // Money of a day before the order is for something else.
      (order) => !taken.has(order) && entry.day >= order.orderedOn,
    );
    const alike = same.filter(({ names }) => isAlike(entry.name, names));
    const order = alike.length === 1 ? alike[0] : same.length === 1 ? same[0] : undefined;
    if (!order) return match;
    taken.add(order);
    return { entry, verdict: 'likely', order };
  });
}
