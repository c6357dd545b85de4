import { isWholeMatrix } from '../../run/matrix.ts';
import { hostileTexts } from './hostile-texts.ts';
import { excessiveTime } from '../least-time.ts';
import type { WarmShop } from '../shops/server.ts';

type HostileText = [name: string, text: string];

/** For a request of 64 KB at most with the rest of its body, and a field of the desk of 60,000 characters at most. */
export const TEXTS: HostileText[] = Object.entries(hostileTexts(59_900));
/** Those that took longest, for walks over many places. */
export const WORST = TEXTS.filter(([name]) =>
  ['marks of two classes', 'two kinds of emphasis', 'open sections', 'spaces', 'digits', 'dots'].includes(name),
);
/** For a URL of 16 KB at most, with three characters for a byte. */
export const SHORT_TEXTS: HostileText[] = Object.entries(hostileTexts(4000)).slice(0, 6);

let walks = 0;
/** The texts of this walk: the marks, and in `npm test` one of the others, so that each still reaches many places. */
export const ownTexts = <T>([marks, ...others]: readonly T[]): T[] =>
  isWholeMatrix ? [marks!, ...others] : [marks!, others[walks++ % others.length]!];

/** Each place once with marks, and the other texts in turn. */
export function* inTurn<T>(places: readonly T[], texts: readonly HostileText[]): Generator<[T, ...HostileText]> {
  for (const place of places) yield [place, ...texts[0]!];
  for (const [at, text] of texts.slice(1).entries())
    if (places.length > 0) yield [places[at % places.length]!, ...text];
}

/**
 * A request with hostile text may take the server this many times as long as the same one with a single letter. Our
 * requests take 6 times as long at most, and one that works on the text in quadratic time a hundred times.
 */
const MOST_TIMES = 10;

/** Sends a request with hostile text, and adds it to `slow` when the text makes it expensive. */
export async function measure(
  server: WarmShop,
  slow: string[],
  what: string,
  text: string,
  send: (text: string) => Promise<unknown>,
): Promise<void> {
  const times = await excessiveTime(server.processorTime, send, [text, 'a'], MOST_TIMES);
  if (times) slow.push(`${what}: ${times}`);
}
