import { describe, expect, it } from 'vitest';
import {
  parcelPointIn,
  POST_NUMBER_PATTERN,
  STATION_PATTERN,
  streetProblem,
} from '#src/features/orders/parcel-point.ts';

const lines = (address: string, number = '-', additional_address = '') => ({ address, number, additional_address });

describe('a Packstation or post office that was typed as a street', () => {
  it.each<[address: string, number: string, second: string, understood: string]>([
    ['Packstation 123', '-', '12345678', 'packstation 123 12345678'],
    ['Packstation', '123', '12345678', 'packstation 123 12345678'],
    ['Packstation', '123', '', 'packstation 123 '],
    ['packstation 123', '12345678', '', 'packstation 123 12345678'],
    ['Packstation 123', '123', '12345678', 'packstation 123 12345678'],
    ['Packstation 123', '12345678', '12345678', 'packstation 123 12345678'],
    ['DHL Packstation 123', '-', 'Post-Nr.: 123 456 78', 'packstation 123 12345678'],
    ['DHL-Packstation Nr. 123', '-', 'Postnummer 12345678', 'packstation 123 12345678'],
    ['Pack-Station Nr.: 123', '-', 'Kundennummer: 12345678', 'packstation 123 12345678'],
    ['Packst. 123', '12345678', '', 'packstation 123 12345678'],
    ['DHL Packstat. Nr. 123', '-', '12345678', 'packstation 123 12345678'],
    ['PAKETSTATION123', '-', '12345678', 'packstation 123 12345678'],
    ['Packstation 12345678', '123', '', 'packstation 123 12345678'],
    ['12345678', 'Packstation 123', '', 'packstation 123 12345678'],
    ['12345678 Packstation 123', '-', '', 'packstation 123 12345678'],
    ['12345678', '-', 'Packstation 123', 'packstation 123 12345678'],
    ['Automat Packstation 123', '-', '', 'packstation 123  Automat'],
    ['Hauptstraße', '12', 'Packstation 123', 'packstation 123  Hauptstraße12'],
    ['Packstation 123', 'Hinterhaus', '12345678', 'packstation 123 12345678 Hinterhaus'],
    ['Packstation 123', '456', '12345678', 'packstation 123 12345678 456'],
    ['Packstation 123', '12345678', '87654321', 'packstation 123 12345678 87654321'],
    ['12 Packstation 123 345678', '-', '', 'packstation 123 345678 12'],
    ['Packstation 12', '-', '12345', 'packstation 12  12345'],
    ['Postfiliale 512', '12345678', '', 'postfiliale 512 12345678'],
    ['postfiliale: 512', '987654321', '', 'postfiliale 512 987654321'],
    ['Post-Filiale Nr. 512', '-', '', 'postfiliale 512 '],
  ])('is recognized without losing typed text: %s / %s / %s', (address, number, second, understood) => {
    const { kind, station, postNumber, rest } = parcelPointIn(lines(address, number, second))!;
    expect(`${kind} ${station} ${postNumber}${rest && ` ${rest}`}`).toBe(understood);
  });

  it.each([
    'Rosenweg',
    'An den Packstationen',
    'Hauptstraße über der Postfiliale',
    'Packhofstraße',
    'Packstr.',
    'Postfach 101234',
    '12345678',
  ])('is not recognized in %s', (address) => {
    for (const second of ['', 'neben der Packstation 123', 'Packstation im Hof'])
      expect(parcelPointIn(lines(address, '7', second))).toBeUndefined();
  });

  it('is accepted only with three digits and, where needed, a Postnummer', () => {
    expect(streetProblem(lines('Packstation', '123', '12345678'))).toBeUndefined();
    expect(streetProblem(lines('Postfiliale', '512'))).toBeUndefined();
    for (const [number, second] of [
      ['123', ''],
      ['123', '12345'],
      ['12', '12345678'],
      ['012', '12345678'],
      ['123', '12345678 Hinterhaus'],
    ] as const)
      expect(streetProblem(lines('Packstation', number, second)), `${number} ${second}`).toBe('parcel_point');
  });

  it('is searched quickly in lines of any length', () => {
    for (const text of [
      'packstation '.repeat(5000),
      'dhl '.repeat(10_000),
      `packstation ${'1 '.repeat(20_000)}`,
      'post '.repeat(10_000),
    ])
      expect(() => parcelPointIn(lines(text, text, text))).not.toThrow();
  });
});

it.each([
  ['Postfach 10 12 34', true],
  ['post-fach 12', true],
  ['PO Box 12', true],
  ['P. O. Box 12', true],
  ['Caixa Postal 12', true],
  ['Postfachweg', false],
  ['Am Postfach', false],
])('a PO box is recognized in %s: %s', (address, isBox) => {
  expect(streetProblem(lines(address))).toBe(isBox ? 'post_box' : undefined);
  expect(streetProblem(lines('Rosenweg', '7', address))).toBeUndefined();
});

it('the number fields accept blanks around and inside of the numbers, and the word before a Postnummer', () => {
  const takes = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, 'v').test(text);
  for (const text of ['12345678', ' 123 456 78 ', 'Post-Nr.: 12345678', 'Postnummer 1234567890'])
    expect(takes(POST_NUMBER_PATTERN, text), text).toBe(true);
  for (const text of ['12345', '12345678901', 'abc', '']) expect(takes(POST_NUMBER_PATTERN, text), text).toBe(false);
  expect([' 123 ', '12', '012'].map((text) => takes(STATION_PATTERN, text))).toEqual([true, false, false]);
});
