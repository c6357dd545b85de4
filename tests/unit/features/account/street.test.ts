import { describe, expect, it } from 'vitest';
import { splitStreet } from '#src/features/account/street.ts';

describe('a street with its house number', () => {
  it.each([
    ['Rosenweg 7a', 'Rosenweg', '7a'],
    [' Hauptstr.  12-14 ', 'Hauptstr.', '12-14'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
    ['Lange Straße, 5 b', 'Lange Straße', '5 b'],
    ['Rua 7 de Setembro 1/3', 'Rua 7 de Setembro', '1/3'],
    ['C4, 12', 'C4', '12'],
  ])('is split: %s', (text, street, number) => {
    expect(splitStreet(text)).toEqual({ street, number });
  });

  it.each(['Rosenweg', '', '7a', '12 13', 'Straße des 17. Juni', 'Haus 3 am See', 'Postfach2'])('is not found in: %s', (text) => {
    expect(splitStreet(text)).toBeUndefined();
  });

  it('is not searched in a text that is no street, however long', () => {
    for (const text of ['a 1 x'.repeat(5000), `a ${'1 - '.repeat(5000)}x`]) expect(splitStreet(text) === undefined).toBe(true);
  });
});
