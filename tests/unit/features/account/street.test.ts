import { describe, expect, it } from 'vitest';
import { isHouseNumber, splitStreet, withOwnNumber } from '#src/features/account/street.ts';

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

  it.each([
    'Rosenweg',
    '',
    '7a',
    '12 13',
    'Straße des 17. Juni',
    'Haus 3 am See',
    'Postfach2',
    'Q 7',
    'Straße 106',
    'Packstation 123',
    'DHL Postfiliale 512',
    'Postfach 12',
  ])('is not found in: %s', (text) => {
    expect(splitStreet(text)).toBeUndefined();
  });

  it('is not searched in text that is not a street, however long', () => {
    for (const text of ['a 1 x'.repeat(5000), `a ${'1 - '.repeat(5000)}x`])
      expect(splitStreet(text) === undefined).toBe(true);
  });
});

it.each<[address: string, number: string, street: string, house: string]>([
  ['Hauptstraße 12', '', 'Hauptstraße', '12'],
  ['Hauptstraße 12', '12', 'Hauptstraße', '12'],
  ['Hauptstraße 12 A', ' 12a ', 'Hauptstraße', '12a'],
  ['Hauptstraße 12', '3', 'Hauptstraße 12', '3'],
  ['Straße des 17. Juni', '17', 'Straße des 17. Juni', '17'],
  ['C 4', '4', 'C 4', '4'],
  ['Straße 12', '12', 'Straße 12', '12'],
  ['Packstation 123', '123', 'Packstation 123', '123'],
])('a house number is moved out of the street and never written twice: %s / %s', (address, number, street, house) => {
  expect(withOwnNumber({ address, number })).toEqual({ address: street, number: house });
});

it('a house number alone is recognized', () => {
  expect(['7a', '12 b', '3-5', '1/2', 'a', '', '12 13'].filter(isHouseNumber)).toEqual(['7a', '12 b', '3-5', '1/2']);
});
