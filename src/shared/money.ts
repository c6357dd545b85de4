/** An amount of EUR in whole cents. */
export type Cents = number;

/** EUR as a number with at most two decimals, the form money has on the wire. */
export const toEuro = (cents: Cents): number => cents / 100;

/** The nearest whole cents, for amounts that nobody vouches for. */
export const nearestCents = (euro: number): Cents => Math.round(euro * 100);

/** Whole cents of an EUR amount that has at most two decimals; a third decimal is a bug of the caller. */
export function toCents(euro: number): Cents {
  const cents = nearestCents(euro);
  if (Math.abs(cents - euro * 100) > 1e-6) throw new RangeError(`${euro} EUR has more than two decimals`);
  return cents;
}

/** numerator / denominator, rounded half up. Exact for integers: no binary fraction is involved. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}
