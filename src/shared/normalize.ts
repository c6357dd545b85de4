/**
 * Longer than any text that the shop accepts, so that a text that is cut here is refused afterwards by its own limit.
 */
const MAX_LENGTH = 2 ** 16;

/** No language writes more marks on one letter (UAX #15, stream-safe text). */
const MAX_MARKS = 30;

/** Combining marks, and the two halfwidth signs that NFKD turns into marks. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalizes text of any length and content in linear time; nothing else may call `String.normalize`. ICU sorts a run
 * of combining marks in quadratic time, so marks beyond 30 in a row are dropped.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  text
    .slice(0, MAX_LENGTH)
    .replace(MARKS, (run) => (run.length > MAX_MARKS ? [...run].slice(0, MAX_MARKS).join('') : run))
    .normalize(form);
