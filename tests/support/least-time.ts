/** Work that takes this long at most needs no comparison. */
const CHEAP_MS = 50;
const TRIES = 4;

/** The processor time so far, in milliseconds. */
type Clock = () => number | Promise<number>;

/** The processor time of this thread. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Compares work with hostile text and the same work with harmless text at the same moments, because processor time
 * swells on a busy machine. One good try of a few is enough: the first one compiles code, and any may collect the
 * garbage of earlier work. Returns both times when the hostile text always took more than `most` times as long.
 */
export async function excessiveTime<T>(
  clock: Clock,
  work: (text: T) => unknown,
  [hostile, harmless]: [hostile: T, harmless: T],
  most: number,
): Promise<string | undefined> {
  const timeOf = async (text: T) => {
    const begin = await clock();
    await work(text);
    return (await clock()) - begin;
  };
  let times = '';
  let before = Infinity;
  for (let turn = 0; turn < TRIES; turn++) {
    const long = await timeOf(hostile);
    if (long <= CHEAP_MS) return undefined;
    const after = await timeOf(harmless);
    const short = Math.min(before, after);
    if (long <= most * short) return undefined;
    times = `${Math.round(long)} ms, with harmless text ${short.toFixed(1)} ms`;
    before = after;
  }
  return times;
}
