import { describe, expect, it } from 'vitest';
import { bestCoding, matchesTag } from '#src/server/http/negotiation.ts';

describe('the content encoding of a response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=1', 'br'],
    ['br; q=0.0,gzip;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
    ['x-br-like, gzippy', undefined],
  ])('for %s is %s', (accepted, coding) => {
    expect(bestCoding(accepted)).toBe(coding);
  });
});

describe('an If-None-Match header', () => {
  it.each([
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['W/"b"', false],
    [undefined, false],
  ])('with the tags %s is compared with W/"a"', (known, expected) => {
    expect(matchesTag(known, 'W/"a"')).toBe(expected);
  });
});
