import { randomInt } from 'node:crypto';

// Crockford's base 32 leaves out characters that people mistake for others on the phone.
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** For example "K7QF-3MXA": readable, hard to guess, and no hint how many orders the shop has. */
export function newOrderNumber(): string {
  const signs = Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

const WRITTEN = /(?<![0-9A-Z])(?=([0-9A-HJKMNP-TV-Z]{4})[-–— ]?([0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z]))/g;

/** Possible order numbers in a person's text. People leave out the hyphen and mistake letters for digits. */
export function orderNumbersIn(words: string): string[] {
  const signs = words.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return [...signs.matchAll(WRITTEN)].map(([, first, last]) => `${first}-${last}`);
}
