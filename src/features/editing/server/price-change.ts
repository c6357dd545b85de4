/** The price of many products changed by one percentage. Pure rules in integers. */
import { divideHalfUp, type Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseNumber, type NumberMistake } from '#src/shared/typed-number.ts';

/** Endings of prices: the smallest price with the ending, and the distance to the next one. */
export const ROUNDINGS = {
  cent: { first: 1, step: 1 },
  nine: { first: 9, step: 10 },
  half: { first: 49, step: 50 },
  euro: { first: 99, step: 100 },
} as const;
export type Rounding = keyof typeof ROUNDINGS;

/** Hundredths of a percent. */
export type PercentHundredths = number;

/** At most this much up or down. A price never falls to 0. */
const MOST_UP = 200;
const MOST_DOWN = 90;

/** Parses "5", "+5", "-2,5" or "+5 %". */
export function parsePercent(text: string): Result<PercentHundredths, NumberMistake> {
  const [, sign = '', number = ''] = /^\s*([+-]|−)?\s*(.*?)\s*%?\s*$/.exec(text) ?? [];
  const isLess = sign !== '' && sign !== '+';
  const percent = parseNumber(number, { min: 0, max: isLess ? MOST_DOWN : MOST_UP, places: 2 });
  if (!percent.ok) return fail(percent.error);
  return ok(Math.round(percent.value * 100) * (isLess ? -1 : 1));
}

/** The changed price with the nearest ending, the higher one in the middle between two. */
export const changedPrice = (price: Cents, percent: PercentHundredths, rounding: Rounding): Cents =>
  withEnding(divideHalfUp(price * (10_000 + percent), 10_000), rounding);

export function withEnding(exact: Cents, rounding: Rounding): Cents {
  const { first, step } = ROUNDINGS[rounding];
  return first + Math.max(0, divideHalfUp(exact - first, step)) * step;
}
