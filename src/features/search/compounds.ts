import { withoutUmlautE } from '#src/shared/fold.ts';
import { germanForms } from './stem.ts';

/** Finds the parts of a compound word, folded, with ü and ue as u. Other words have no parts. */
export type Splitter = {
  /** Every part must be known. */
  whole: (word: string) => string[];
  /** Like `whole`, but a known first or last part is enough when `whole` finds nothing. */
  parts: (word: string) => string[];
};

const LINKS = ['', 's', 'n', 'en', 'es', 'e'];
const MIN_COMPOUND = 6;
const MIN_PART = 3;
/** A part beside an unknown part must be longer, because any word contains short parts by chance. */
const MIN_ANCHOR = 4;
// The only common last part of two letters: Kokosöl, Bartöl.
const SHORT_HEADS = new Set(['ol']);
const MAX_PARTS = 4;

/**
 * Learns from the catalogue's words how to split compounds. German words also teach parts that never occur alone:
 * Maniokmehl and a known "Mehl" teach "Maniok", and then Maniokstärke teaches "Stärke". The generator yields where it
 * may be interrupted.
 */
export function* learnCompounds(german: ReadonlySet<string>, others: ReadonlySet<string>): Generator<void, Splitter> {
  const known = new Set<string>();
  const learn = (word: string, least: number) => {
    if (word.length >= least || SHORT_HEADS.has(word)) known.add(withoutUmlautE(word));
  };
  for (const word of german) {
    learn(word, MIN_PART);
    for (const form of germanForms(word)) learn(form, MIN_ANCHOR);
  }
  for (const word of others) learn(word, MIN_ANCHOR);
  yield;
  for (let pass = 1; pass <= 2; pass++) {
    const found: string[] = [];
    for (const word of german) {
      found.push(...unknownPartners(withoutUmlautE(word)));
      yield;
    }
    for (const word of found) learn(word, MIN_ANCHOR);
  }
  return {
    whole: (word) => whole(withoutUmlautE(word)),
    parts(word) {
      const all = whole(withoutUmlautE(word));
      return all.length ? all : anchors(withoutUmlautE(word));
    },
  };

  function isKnown(part: string, last: boolean): boolean {
    return (part.length >= MIN_PART || (last && SHORT_HEADS.has(part))) && known.has(part);
  }

  /** The split with the fewest parts, the first of them as long as possible. */
  function split(word: string, most: number): string[] | undefined {
    if (isKnown(word, true)) return [word];
    if (most === 1) return undefined;
    let best: string[] | undefined;
    for (let at = word.length - 2; at >= MIN_PART; at--) {
      const first = firstPart(word.slice(0, at));
      const rest = first && split(word.slice(at), Math.min(most, best?.length ?? most) - 1);
      if (rest && (!best || rest.length + 1 < best.length)) best = [first, ...rest];
    }
    return best;
  }

  function firstPart(beginning: string): string | undefined {
    return LINKS.filter((link) => beginning.endsWith(link))
      .map((link) => beginning.slice(0, beginning.length - link.length))
      .find((part) => isKnown(part, false));
  }

  function whole(word: string): string[] {
    if (word.length < MIN_COMPOUND) return [];
    for (let at = word.length - 2; at >= MIN_PART; at--) {
      const first = firstPart(word.slice(0, at));
      const rest = first && split(word.slice(at), MAX_PARTS - 1);
      if (rest) return [first, ...rest];
    }
    return [];
  }

  function anchors(word: string): string[] {
    if (word.length < MIN_COMPOUND + 1) return [];
    const found: string[] = [];
    for (let at = word.length - MIN_PART; at >= MIN_ANCHOR; at--) {
      if (!known.has(word.slice(0, at))) continue;
      found.push(word.slice(0, at));
      break;
    }
    for (let at = MIN_PART; at <= word.length - 2; at++) {
      const head = word.slice(at);
      if (!known.has(head) || !(head.length >= MIN_ANCHOR || SHORT_HEADS.has(head))) continue;
      found.push(head);
      break;
    }
    return found;
  }

  /** The rest of a word beside a known part, if the rest is long enough to be a word. */
  function unknownPartners(word: string): string[] {
    return anchors(word)
      .map((anchor) => (word.startsWith(anchor) ? word.slice(anchor.length) : word.slice(0, -anchor.length)))
      .filter((partner) => partner.length >= MIN_ANCHOR);
  }
}
