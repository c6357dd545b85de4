import { randomInt } from 'node:crypto';

// Crockford's base 32 leaves out characters that people mistake for others on the phone.
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** For example "K7QF-3MXA": readable, hard to guess, and without a hint of how many orders the shop has. */
export function newOrderNumber(): string {
  const signs = Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

const HALF = /^[0-9A-HJKMNP-TV-Z]{4}$/;

/**
 * The order numbers in a typed text, such as "wqb6 34ys", in their order; `unread` are the words that are not numbers.
 */
export function readOrderNumbers(words: string[]): { numbers: string[]; unread: string[] } {
  const numbers: string[] = [];
  const unread: string[] = [];
  const pieces = words
    .join(' ')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const signsOf = (word = '') =>
    word
      .toUpperCase()
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1')
      .replace(/[-–—#]/g, '');
  for (let at = 0; at < pieces.length; at++) {
    const first = signsOf(pieces[at]);
    const [head, tail] = [first.slice(0, 4), first.length === 4 ? signsOf(pieces[at + 1]) : first.slice(4)];
    if (!HALF.test(head) || !HALF.test(tail)) unread.push(pieces[at]!);
    else {
      numbers.push(`${head}-${tail}`);
      if (first.length === 4) at++;
    }
  }
  return { numbers: [...new Set(numbers)], unread };
}

const WRITTEN = /(?<![0-9A-Z])(?=([0-9A-HJKMNP-TV-Z]{4})[-–— ]?([0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z]))/g;

/** Possible order numbers in a person's text. People leave out the hyphen and mistake letters for digits. */
export function orderNumbersIn(words: string): string[] {
  const signs = words.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return [...signs.matchAll(WRITTEN)].map(([, first, last]) => `${first}-${last}`);
}
