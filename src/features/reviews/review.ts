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

/** How the buyer wants to be named. The full name is never shown. */
export const NAMINGS = ['anonymous', 'short'] as const;
export type Naming = (typeof NAMINGS)[number];

/** Longer ones would break the line of a review on a phone. */
const LONGEST_NAME = 30;

/** "Ana L." for "Ana Maria Lima"; '' where there is no name. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const [first = ''] = words;
  const last = words.length > 1 ? words.at(-1)! : '';
  const [initial = ''] = new Intl.Segmenter().segment(last);
  const shown = typeof initial === 'string' ? first : `${first} ${initial.segment}.`;
  return [...shown].length > LONGEST_NAME ? `${[...shown].slice(0, LONGEST_NAME - 1).join('')}…` : shown;
}

/** "★★★★☆"; screen readers get the number instead. */
export const starsText = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(STARS.length - stars);
