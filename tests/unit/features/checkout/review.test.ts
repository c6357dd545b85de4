import { describe, expect, it } from 'vitest';
import { invalidFieldsOf, problemsOf, toNamedAddress } from '#src/features/checkout/server/review.ts';

describe('street and number in PayPal’s one line', () => {
  it.each([
    ['Rosenweg 7a', 'Rosenweg', '7a'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
    ['Am Markt 3 b', 'Am Markt', '3 b'],
    ['Hauptstraße 12-14', 'Hauptstraße', '12-14'],
    ['Hauptstraße, 12/2', 'Hauptstraße', '12/2'],
    ['Packstation 123', 'Packstation', '123'],
    ['Schloss Neuhaus', 'Schloss Neuhaus', ''],
    ['12', '12', ''],
  ])('are separated: %s', (line1, address, number) => {
    expect(toNamedAddress({ line1 })).toMatchObject({ address, number, additional_address: '' });
  });

  it('are found when the number is in the second line', () => {
    expect(toNamedAddress({ line1: 'Rosenweg', line2: ' 7a ' })).toMatchObject({
      address: 'Rosenweg',
      number: '7a',
      additional_address: '',
    });
  });

  it('leave the rest of the address unchanged, and a missing address is empty', () => {
    expect(toNamedAddress({ line1: 'Rosenweg 7a', line2: 'Hinterhaus' }).additional_address).toBe('Hinterhaus');
    expect(Object.values(toNamedAddress(undefined)).every((part) => part === '')).toBe(true);
  });
});

it.each([
  [{ countryCode: 'AT', postalCode: '27498' }, ['country_not_served']],
  [{ countryCode: 'DE', postalCode: '27498' }, ['area_not_served']],
  [{ countryCode: 'DE', postalCode: '78266' }, ['area_not_served']],
  [{ countryCode: 'DE', postalCode: '2749' }, ['address_incomplete']],
  [{ countryCode: 'DE', postalCode: '04109' }, []],
  [{ countryCode: 'DE', postalCode: '04109', name: 'Meier24-shop.de' }, ['address_invalid']],
  [{ countryCode: 'DE', postalCode: '04109', line2: 'x'.repeat(121) }, ['address_invalid']],
  [{ countryCode: 'DE', postalCode: '04109', line1: 'Packstation 123' }, ['address_invalid']],
  [{ countryCode: 'DE', postalCode: '04109', line1: '12345678', line2: 'Packstation 123' }, []],
  [{ countryCode: 'DE', postalCode: '04109', line1: 'Postfach 12', line2: '7' }, ['address_invalid']],
  [{ countryCode: 'DE', postalCode: '99999' }, ['address_incomplete']],
])('a PayPal address with %o has the problems %o', (place, problems) => {
  expect(problemsOf(toNamedAddress({ name: 'Ana', line1: 'Rosenweg 7a', city: 'Ort', ...place }))).toEqual(problems);
});

it('a review names the fields that the buyer has to correct', () => {
  const named = { name: 'Ana', line1: 'Rosenweg 7a', city: 'Ort', postalCode: '04109', countryCode: 'DE' };
  expect(invalidFieldsOf(toNamedAddress(named))).toEqual([]);
  expect(invalidFieldsOf(toNamedAddress({ ...named, name: 'Ana 😀', line2: 'x'.repeat(121) }))).toEqual([
    'name',
    'additional_address',
  ]);
  expect(invalidFieldsOf(toNamedAddress({ ...named, line1: 'DHL Packstation 123' }))).toEqual(['address']);
});
