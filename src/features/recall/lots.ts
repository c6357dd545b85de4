/** Compares lots that people typed from labels: case, spaces, punctuation and words like "Lot" do not matter. */
import { fold } from '#src/shared/fold.ts';

/** A longer text is cut before any work on it. */
const MOST_SIGNS = 200;
/** Between the lots that a recall names. A slash may belong to a lot. */
const BETWEEN_LOTS = /[,;\n]/;
/** Between what may be several lots in the field of a parcel. */
const BETWEEN_PARTS = /[,;\n/|+&]|\s(?:und|and|e)\s/i;
/** Words that people write before a lot. */
const LABELS = /^[^\p{L}\p{N}]*(?:(?:lote?|los|charge|chb?|batch|nr|no)[^\p{L}\p{N}]+|(?:lote?|charge|batch)(?=\d))+/u;
/** A date of durability in place of a lot. */
const DATE = /^(?:mhd|bbd|exp|val)|^\d{1,2}[./-](?:\d{1,2}[./-])?\d{2,4}$|^\d{4}-\d\d-\d\d$/;
/** Signs that people mistake for each other. */
const ALIKE: Record<string, string> = { o: '0', q: '0', i: '1', l: '1', z: '2', s: '5', b: '8' };

/** The letters and digits of a lot, without a word like "Lot" before them. */
const keyOf = (text: string): string =>
  fold(text)
    .replace(LABELS, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

const alike = (key: string): string => key.replace(/[oqilzsb]/g, (sign) => ALIKE[sign]!);

/** The lots that a recall names, as they were typed; none where no text can be a lot. */
export function lotsIn(text: string): string[] {
  const lots = text
    .slice(0, MOST_SIGNS)
    .split(BETWEEN_LOTS)
    .map((lot) => [keyOf(lot), lot.trim().replace(/\s+/g, ' ')] as const);
  return [...new Map(lots.filter(([key]) => key !== '')).values()];
}

/** Equal for texts that name the same lots, however they are written; '' for all lots. */
export const recallKey = (lots: string): string => lotsIn(lots).map(keyOf).toSorted().join(' ');

/** `unclear`: the parcel may contain a recalled lot, so it counts as concerned. */
export type LotMatch = 'same' | 'unclear' | 'other';

/** Whether a parcel has one of the recalled lots. `noted`: what was typed about the lots of the product when it was packed. */
export function matchLots(recalled: string, noted: readonly string[]): LotMatch {
  const wanted = lotsIn(recalled).map(keyOf);
  const matches = noted.flatMap((field) => wanted.map((key) => matchField(key, field.slice(0, MOST_SIGNS).trim())));
  if (matches.includes('same')) return 'same';
  return matches.length === 0 || matches.includes('unclear') ? 'unclear' : 'other';
}

function matchField(wanted: string, field: string): LotMatch {
  const parts = field.split(BETWEEN_PARTS);
  if ([field, ...parts].some((part) => runsOf(part).some((run) => keyOf(run) === wanted))) return 'same';
  const whole = keyOf(field);
  const isLot = /\d/.test(whole) && !field.includes('?') && !DATE.test(fold(field));
  // Two signs between slashes are too few to tell a lot by; a whole field of them may be the end of one.
  const candidates = [whole, ...parts.map(keyOf).filter((key) => key.length > 2)].map(alike);
  const isNear = candidates.some((key) => key.includes(alike(wanted)) || alike(wanted).includes(key));
  return isLot && !isNear ? 'other' : 'unclear';
}

/** The words of a text, and neighbours together: a space may belong to a lot or stand between two. */
function runsOf(text: string): string[] {
  const words = text.split(/\s+/).slice(0, 20);
  return words.flatMap((_, from) => words.slice(from).map((__, length) => words.slice(from, from + length + 1).join('')));
}
