import { hostileTexts } from './hostile-texts.ts';
import { leastTime, MOST_MS } from '../least-time.ts';
import type { WarmShop } from '../shops/server.ts';

type HostileText = [name: string, text: string];

/** For a request of 64 KB at most with the rest of its body. */
const TEXTS: HostileText[] = Object.entries(hostileTexts(60_000));
/** Those that took longest, for walks over many places. */
export const WORST = TEXTS.filter(([name]) =>
  ['marks of two classes', 'two kinds of emphasis', 'open sections', 'spaces', 'digits', 'dots'].includes(name),
);
/** For a URL of 16 KB at most, with three characters for a byte. */
export const SHORT_TEXTS: HostileText[] = Object.entries(hostileTexts(4000)).slice(0, 6);

/** Each place once with marks, and the other texts in turn. */
export function* inTurn<T>(places: readonly T[], texts = TEXTS): Generator<[T, ...HostileText]> {
  for (const place of places) yield [place, ...texts[0]!];
  for (const [at, text] of texts.slice(1).entries())
    if (places.length > 0) yield [places[at % places.length]!, ...text];
}

/** Sends a request a few times and adds it to `slow` where the server takes long. */
export async function measure(
  server: WarmShop,
  slow: string[],
  what: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const ms = await leastTime(server.processorTime, send);
  if (ms > MOST_MS) slow.push(`${what}: ${Math.round(ms)} ms`);
}
