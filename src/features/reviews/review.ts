/** The rules of reviews. */

export const STARS = [1, 2, 3, 4, 5] as const;
export const MAX_TEXT = 1000;
export const MAX_REPLY = 1000;

/**
 * Why a review may be hidden, and what people report. Few stars are no reason: hiding bad reviews is always unlawful
 * (§ 3(3) UWG with no. 23c of its annex).
 */
export const REASONS = ['unlawful', 'insult', 'personal', 'offTopic', 'advertising'] as const;
export type Reason = (typeof REASONS)[number];

export const findReason = (name: string): Reason | undefined => REASONS.find((known) => known === name);

/** `waiting`: those that nobody has looked at, and those that were reported. */
export const REVIEW_LISTS = ['waiting', 'approved', 'hidden'] as const;
export type ReviewList = (typeof REVIEW_LISTS)[number];

/** How the buyer wants to be named. The full name is never shown. */
export const NAMINGS = ['anonymous', 'short'] as const;
export type Naming = (typeof NAMINGS)[number];

/** Longer ones would break the line of a review on a phone. */
const LONGEST_NAME = 30;

/** A word of a name, also "Anna-Lena" and "D'Ávila"; not "(Tia)", "2" or an address. */
const NAME_WORD = /^\p{L}[\p{L}\p{M}'’-]*$/u;

/** "Ana L." for "Ana Maria Lima" and "Lima, Ana Maria"; '' unless a first and a last name are plain words. */
export function shortName(name: string): string {
  const [before = '', after] = name.split(',');
  const words = (after === undefined ? before : `${after} ${before}`).trim().split(/\s+/u);
  if (words.length < 2 || name.split(',').length > 2 || !words.every((word) => NAME_WORD.test(word))) return '';
  const [initial] = new Intl.Segmenter().segment(words.at(-1)!);
  const [first = ''] = words;
  const shown = [...first].length > LONGEST_NAME ? `${[...first].slice(0, LONGEST_NAME - 1).join('')}…` : first;
  return `${shown} ${initial!.segment}.`;
}

/** "★★★★☆"; screen readers get the number instead. */
export const starsText = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(STARS.length - stars);
