import { randomInt } from 'node:crypto';

// Crockford's base 32: nothing that is mistaken for something else when read out on the phone.
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** "K7QF-3MXA": for people, and not to be guessed; tells nobody how many orders the shop has. */
export function newOrderNumber(): string {
  const signs = Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

const WRITTEN = /(?<![0-9A-Z])(?=([0-9A-HJKMNP-TV-Z]{4})[-–— ]?([0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z]))/g;

/** What may be order numbers in a person's words: the hyphen is left out, letters and figures are mistaken for each other. */
export function orderNumbersIn(words: string): string[] {
  const signs = words.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return [...signs.matchAll(WRITTEN)].map(([, first, last]) => `${first}-${last}`);
}
