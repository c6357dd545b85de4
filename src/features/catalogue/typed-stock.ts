/** Parses text in a stock field: "62" is a count, "+24" a delivery, "-3" a correction. Pure rules. */
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MOST_UNITS, parseUnits, type NumberMistake } from '#src/shared/typed-number.ts';

export type TypedStock = { count: number } | { add: number };

/** A keyboard or a copied table may contain the longer minus sign. */
const SIGNED = /^([+\-−–])\s*(.*)$/;

export function parseStock(text: string): Result<TypedStock, NumberMistake> {
  const [, sign, digits = ''] = SIGNED.exec(text.trim()) ?? [];
  const units = parseUnits(sign === undefined ? text : digits);
  if (!units.ok) return units;
  if (sign === undefined) return ok({ count: units.value });
  return ok({ add: sign === '+' ? units.value : -units.value });
}

export interface StockMoment {
  /** The quantity in the form. */
  was: number;
  /** Units sold since the form was shown. */
  soldSince: number;
  stored: number;
}

/**
 * The new quantity. A count refers to the time when the form was rendered, so units that were sold since then are
 * subtracted. `changed`: the stock changed for other reasons, too, so only a person can decide.
 */
export function stockAfter(
  typed: TypedStock,
  { was, soldSince, stored }: StockMoment,
): Result<number, 'changed' | 'out_of_range'> {
  if ('add' in typed) return inRange(stored + typed.add);
  // Sent twice, or two people entered the same count.
  if (typed.count === stored && soldSince === 0) return ok(stored);
  const isExplained = stored === was - soldSince && typed.count !== stored && typed.count >= soldSince;
  return isExplained ? ok(typed.count - soldSince) : fail('changed');
}

const inRange = (units: number): Result<number, 'out_of_range'> =>
  units >= 0 && units <= MOST_UNITS ? ok(units) : fail('out_of_range');
