/** Compares lot numbers typed from labels, ignoring case, spaces, punctuation and words like "Lot". */
import { lotKey } from '#src/features/catalogue/lots/lot-key.ts';
import { fold } from '#src/shared/fold.ts';

/** A longer text is cut before any other work. */
export const MOST_SIGNS = 200;
/** Separates the lots of a recall. A slash may belong to a lot. */
const BETWEEN_LOTS = /[,;\n]/;
/** Separates possible lots in a parcel's field. */
const BETWEEN_PARTS = /[,;\n/|+&]|\s(?:und|and|e)\s/i;
/** Separates possible ranges. */
const BETWEEN_RANGES = /[,;\n|+&]|\s(?:und|and|e)\s/;
/** Separates the first and the last lot of a range; a slash separates a lot from the end of another one. */
const RANGE = /(-|–|—|\.{2,3}|\/|\s(?:bis|to|a|ate)\s)/;
/** A best-before date in place of a lot. */
const DATE = /^(?:mhd|bbd|exp|val)|^\d{1,2}[./-](?:\d{1,2}[./-])?\d{2,4}$|^\d{4}-\d\d-\d\d$/;
/** Characters that look alike. */
const ALIKE: Record<string, string> = { o: '0', q: '0', i: '1', l: '1', z: '2', s: '5', b: '8' };

const alike = (key: string): string => key.replace(/[oqilzsb]/g, (sign) => ALIKE[sign]!);

/** The lots of a recall as typed; empty when no text can be a lot number. */
export function lotsIn(text: string): string[] {
  const lots = text
    .slice(0, MOST_SIGNS)
    .split(BETWEEN_LOTS)
    .map((lot) => [lotKey(lot), lot.trim().replace(/\s+/g, ' ')] as const);
  return [...new Map(lots.filter(([key]) => key !== '')).values()];
}

/** A key that equal lots have in any spelling; '' for all lots. */
export const recallKey = (lots: string): string => lotsIn(lots).map(lotKey).toSorted().join(' ');

/** `unclear`: the parcel may contain a recalled lot, so it counts as affected. */
export type LotMatch = 'same' | 'unclear' | 'other';

/** Whether a parcel contains a recalled lot. `noted`: the text typed about the product's lots when it was packed. */
export function matchLots(recalled: string, noted: readonly string[]): LotMatch {
  const wanted = lotsIn(recalled);
  const matches = noted.flatMap((field) => wanted.map((lot) => matchField(lot, field.slice(0, MOST_SIGNS).trim())));
  if (matches.includes('same')) return 'same';
  return matches.length === 0 || matches.includes('unclear') ? 'unclear' : 'other';
}

function matchField(lot: string, field: string): LotMatch {
  const wanted = lotKey(lot);
  const parts = field.split(BETWEEN_PARTS);
  if ([field, ...parts].some((part) => runsOf(part).some((run) => lotKey(run) === wanted))) return 'same';
  const whole = lotKey(field);
  const keys = [whole, ...parts.map(lotKey)];
  const isLot = /\d/.test(whole) && !field.includes('?') && !DATE.test(fold(field));
  // Two characters between slashes are too short for a lot number; a whole field of two may be the end of one.
  const candidates = keys.filter((key, index) => index === 0 || key.length > 2).map(alike);
  const isNear = candidates.some((key) => key.includes(alike(wanted)) || alike(wanted).includes(key));
  const isInRange = rangesIn(field).some(isWithin(wanted)) || keys.some((key) => rangesIn(lot).some(isWithin(key)));
  return isLot && !isNear && !isInRange ? 'other' : 'unclear';
}

type Range = [first: string, last: string];

/** The further lots in "L2207-L2210", "L2207 bis 10" and "L2207/08", besides those written in full. */
function rangesIn(text: string): Range[] {
  return fold(text)
    .split(BETWEEN_RANGES)
    .flatMap((part) => {
      // Every second one is a separator.
      const words = part.split(RANGE);
      return words.flatMap((separator, at): Range[] => {
        if (at % 2 === 0) return [];
        const [first, end] = [lotKey(words[at - 1]!), lotKey(words[at + 1]!)];
        const isEnd = /^\d+$/.test(end) && end.length < first.length;
        const last = isEnd ? first.slice(0, -end.length) + end : end;
        if (separator === '/') return isEnd ? [[last, last]] : [];
        return [[first, last]];
      });
    });
}

const shapeOf = (key: string): string => key.replace(/\d/g, '0');

/** Lots form a range only if they differ in nothing but digits. */
const isWithin =
  (key: string) =>
  ([first, last]: Range): boolean =>
    shapeOf(first) === shapeOf(last) && shapeOf(key) === shapeOf(first) && first <= key && key <= last;

/** The words of a text, and pairs of neighbours: a space may be part of a lot number or separate two. */
function runsOf(text: string): string[] {
  const words = text.split(/\s+/).slice(0, 20);
  return words.flatMap((_, from) =>
    words.slice(from).map((__, length) => words.slice(from, from + length + 1).join('')),
  );
}
