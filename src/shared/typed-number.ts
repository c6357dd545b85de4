/** The only parser of numbers that people type: in forms, files and commands. */
import { toCents, type Cents } from './money.ts';
import { fail, ok, type Result } from './result.ts';

export interface NumberRange {
  min: number;
  max: number;
  /** Decimals at most. */
  places: number;
}

export type NumberMistake =
  | { kind: 'not_a_number' }
  /**
   * "1.000" is 1000 for a German and 1 for a program. Both readings are in the range, and both are written so that they
   * are clear.
   */
  | { kind: 'ambiguous_number'; values: { text: string; thousands: string; decimal: string } };

/** Units of one product at most. */
export const MOST_UNITS = 1_000_000;

/** Parses "4.99" or "4,99". Signs, exponents, "0x10", spaces between digits and an empty text are not numbers. */
export function parseNumber(typed: string, { min, max, places }: NumberRange): Result<number, NumberMistake> {
  const text = typed.trim();
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined) return fail({ kind: 'not_a_number' });
  const value = Number(`${whole}.${fraction || 0}`);
  const isFine = value >= min && value <= max && fraction.replace(/0+$/, '').length <= places;
  if (!isFine) return fail({ kind: 'not_a_number' });
  const thousands = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3 ? whole + fraction : undefined;
  if (thousands === undefined || Number(thousands) > max) return ok(value);
  // A fourth decimal makes "1,2340" clear.
  const decimal = value.toFixed(places > 2 ? 4 : places).replace('.', ',');
  return fail({ kind: 'ambiguous_number', values: { text, thousands, decimal } });
}

/** Parses a whole number of units. */
export const parseUnits = (text: string, { min = 0, max = MOST_UNITS } = {}): Result<number, NumberMistake> =>
  parseNumber(text, { min, max, places: 0 });

/** The id of a row in an address or a hidden field; undefined for any other text, at which PostgreSQL would fail. */
export const parseId = (text = ''): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** Parses an amount in EUR, which is above 0 unless `min` allows it. Its currency may follow: "2,50 €". */
export function parseEuro(text: string, { min = 0.01, max = 999_999.99 } = {}): Result<Cents, NumberMistake> {
  const euro = parseNumber(text.trim().replace(/(?:€|EUR)$/, ''), { min, max, places: 2 });
  return euro.ok ? ok(toCents(euro.value)) : euro;
}

/** A message for files and the command line about what to write instead; undefined when the number is not ambiguous. */
export const describeAmbiguity = (mistake: NumberMistake): string | undefined =>
  mistake.kind === 'ambiguous_number'
    ? `"${mistake.values.text}" may mean ${mistake.values.thousands} or ${mistake.values.decimal}, ` +
      'so write one of these'
    : undefined;
