import { fold, wordKey } from './fold.ts';

/** The digits of a phone number without the country's code. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^(?:0049|49|0)/, '');

/** The digits to look for in phone numbers; undefined when the text is not part of a phone number. */
export function readPhoneSearch(text: string): string | undefined {
  const digits = /^[\d\s+()/-]+$/.test(text) ? digitsOf(text) : '';
  return digits.length >= 4 ? digits : undefined;
}

/** Apostrophes and hyphens, which people leave out or type in another form. */
const JOINERS = /['’‘`´ʼʻ‐‑–-]/g;

/** Compares words like the shop's search: ü, ue and u are equal, and so are ß, ss and s. */
const keyOf = (text: string): string => wordKey(fold(text.replace(JOINERS, '')));

/**
 * A record's search text: its texts folded, because the databases compare letters beyond ASCII differently, and as
 * keys.
 */
export function searchText(texts: (string | null | undefined)[]): string {
  const text = texts.filter(Boolean).join(' ');
  return `${fold(text)} ${keyOf(text)}`;
}

/** The forms of each typed word; a record matches when its search text contains one form of every word. */
export const searchWords = (text: string): string[][] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    // A key of one letter, such as that of "ss", is in nearly every text.
    .map((word) => [fold(word), ...[keyOf(word)].filter((key) => key.length > 1)]);

/** The name's words in one order. */
const nameKey = (name: string): string => (keyOf(name).match(/\p{L}+/gu) ?? []).toSorted().join(' ');

/** Whether two names have the same words in any order and spelling: "MUELLER, ANA" and "Ana Müller". */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
