/** Random choices from a seed. The same seed gives the same choices, but not at the same moments. */
export interface Chance {
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
  /** True once in `times` calls on average. */
  oneIn: (times: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** An independent sequence, so that concurrent users of chance do not change each other's choices. */
  child: () => Chance;
}

export const newSeed = (): number => Math.floor(Math.random() * 2 ** 32);

/** mulberry32 by Tommy Ettinger (public domain): 32 bits of state. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const between = (min: number, max: number) => min + (next() % (max - min + 1));
  return {
    between,
    oneIn: (times) => between(1, times) === 1,
    pick: (list) => list[between(0, list.length - 1)]!,
    child: () => chanceOf(next()),
  };
}
