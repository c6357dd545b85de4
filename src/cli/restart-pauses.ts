/** A server that ran this long is not one that dies again and again. */
const STEADY_MS = 60_000;
const LONGEST_MS = 60_000;

/**
 * Says how many ms to wait before a server that died is started again: nothing the first time, then one second, then twice
 * as long each time. A death after a minute or more counts as the first.
 */
export function createRestartPauses(): (livedMs: number) => number {
  let deaths = 0;
  return (livedMs) => {
    deaths = livedMs >= STEADY_MS ? 1 : deaths + 1;
    return deaths === 1 ? 0 : Math.min(1000 * 2 ** (deaths - 2), LONGEST_MS);
  };
}
