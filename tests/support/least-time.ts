const TRIES = 6;

/** What one request may cost. */
export const MOST_MS = 50;

/**
 * The least processor time of a few tries in milliseconds; `read` returns the time so far. The processor may do
 * something else in one try, and code is compiled in the first. A try within the limit ends the measurement.
 */
export async function leastTime(read: () => number | Promise<number>, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < TRIES && least > MOST_MS; turn++) {
    const begin = await read();
    await work();
    least = Math.min(least, (await read()) - begin);
  }
  return least;
}

/** The processor time of this thread. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
