/** An amount of EUR in whole cents. */
export type Cents = number;

/** EUR as a number with at most two decimals, as the API sends it. */
export const toEuro = (cents: Cents): number => cents / 100;

/** Rounds to whole cents, for amounts from outside that may have more decimals. */
export const nearestCents = (euro: number): Cents => Math.round(euro * 100);

/** Converts EUR with at most two decimals to cents. Throws for a third decimal, because that is a bug of the caller. */
export function toCents(euro: number): Cents {
  const cents = nearestCents(euro);
  if (Math.abs(cents - euro * 100) > 1e-6) throw new RangeError(`${euro} EUR has more than two decimals`);
  return cents;
}

/** numerator / denominator, rounded half up. Exact for integers, because it uses no binary fractions. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

export const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Splits an amount in proportion to weights, cent by cent: the shares always add up to the amount. */
export function splitByLargestRemainder(amount: Cents, weights: ReadonlyMap<number, number>): Map<number, Cents> {
  const whole = sum(weights.values());
  if (whole === 0) return new Map();
  const shares = [...weights].map(([key, weight]) => {
    const floor = Math.floor((amount * weight) / whole);
    return { key, floor, remainder: amount * weight - floor * whole };
  });
  const left = amount - sum(shares.map(({ floor }) => floor));
  // The lower rate wins a tie, so that the order of the lines does not matter.
  const byRemainder = [...shares].sort((a, b) => b.remainder - a.remainder || a.key - b.key);
  return new Map(byRemainder.map(({ key, floor }, index) => [key, floor + (index < left ? 1 : 0)]));
}
