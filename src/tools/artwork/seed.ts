/** FNV-1a: the same text always gives the same number, so a picture never changes by itself. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  // FNV's low bits are weak for short texts; this stirs the high ones in.
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 12)) >>> 0;
}

export function pick<T>(choices: readonly T[], seed: number): T {
  const choice = choices[seed % choices.length];
  if (choice === undefined) throw new Error('nothing to pick from');
  return choice;
}

/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
export function stream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
