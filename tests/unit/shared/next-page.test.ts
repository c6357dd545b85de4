import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeNext } from '#src/shared/next-page.ts';

const SHOP = 'https://shop.example';
const HOSTILE_PART = fc.constantFrom(
  '/',
  '\\',
  '//',
  '\t',
  '\n',
  '\0',
  ' ',
  ':',
  '@',
  '?',
  '#',
  '.',
  '%2f',
  '%5c',
  'https:',
  'evil.example',
  'de',
  'login',
);

describe('the page after signing in', () => {
  it('is the requested page when it is a path of this site', () => {
    for (const path of ['/cart', '/', '/de/update-client', '/search/p%C3%A3o?page=2&x=%2F%2Fy', '/order/A-1#top'])
      expect(safeNext(path)).toBe(path);
  });

  const staysHere = (next: string | undefined) =>
    next === undefined || new URL(next, `${SHOP}/de/login`).origin === SHOP;

  it('is never on another site, for any combination of parts', () => {
    fc.assert(fc.property(fc.array(HOSTILE_PART, { maxLength: 8 }), (parts) => staysHere(safeNext(parts.join('')))));
  });

  it('is never on another site, for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => staysHere(safeNext(`/${text}`))));
  });

  it('is never the login, the logout or an API call', () => {
    for (const path of ['/login', '/de/login?next=/de/login', '/logout', '/en/logout#deleted', '/api/logout/', '/api'])
      expect(safeNext(path)).toBeUndefined();
  });

  it('is only printable ASCII and at most 2,000 characters long', () => {
    for (const path of ['/\u2028', '/p\u00e3o', '/\ud800', '/\u{1f600}', '/a\r\nb', `/${'a'.repeat(2001)}`])
      expect(safeNext(path)).toBeUndefined();
  });

  it('is undefined when none is requested', () => {
    for (const nothing of [null, '']) expect(safeNext(nothing)).toBeUndefined();
  });
});
