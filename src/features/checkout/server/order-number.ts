import { randomInt } from 'node:crypto';

// Crockford's base 32: nothing that is mistaken for something else when read out on the phone.
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** "K7QF-3MXA": for people, and not to be guessed; tells nobody how many orders the shop has. */
export function newOrderNumber(): string {
  const signs = Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}
