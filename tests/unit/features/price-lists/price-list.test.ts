import { expect, it } from 'vitest';
import { rowsOfText } from '#src/features/deliveries/delivery-lines.ts';
import { listedPrices } from '#src/features/price-lists/listed-prices.ts';
import {
  currencyAbove,
  findHead,
  findHeadWith,
  guessColumns,
  linesBelow,
  readPrice,
} from '#src/features/price-lists/price-list.ts';

const rows = (...table: string[][]) => table.map((cells, index) => ({ line: index + 1, cells }));

it('the row that names the columns is found below what the list says about itself', () => {
  const list = rows(['Casa Brasil'], ['Preisliste', '2026'], ['Art.', 'EAN', 'UVP', 'Netto'], ['1', '40', '2', '1']);
  expect(findHead(list)).toBe(2);
  expect(guessColumns(list[2]!)).toEqual({ ean: 'EAN', retail: 'UVP', cost: 'Netto' });
  expect(findHeadWith(list, { ean: ' ean', cost: 'NETTO' })).toBe(2);
  expect(findHeadWith(list, { ean: 'GTIN' })).toBe(-1);
  expect(findHead(rows(['4006381333931', '1,20']))).toBe(-1);
});

it('lines without a product or a price, such as headings of groups, are skipped', () => {
  const list = rows(['EAN', 'EK'], ['Getränke', ''], ['', '1,00'], ['40', ' 1,20 €']);
  expect(linesBelow(list, 0, { ean: 'EAN', cost: 'EK' })).toEqual([
    { line: 4, names: ['40'], cost: '1,20 €', retail: '', pack: undefined },
  ]);
});

it.each([
  ['1,20', 1, 120],
  ['€ 1.20', 1, 120],
  ['14.4', 12, 120],
  ['10', 3, 333],
  ['0.8333333333333', 1, 83],
  ['1.2340', 1, 123],
  ['1.500,00', 1, 150_000],
  ['1,500.00 €', 10, 15_000],
])('a price of %s for a box of %i becomes the price of a unit in cents', (text, pack, cents) => {
  expect(readPrice(text, pack)).toEqual({ ok: true, value: cents });
});

it.each(['0', '-1', 'R$ 12,00', '12 USD', '1.234', '0,001', '1.50,00', '2026-02-01'])(
  '%s is not read as a price, because it is not certain',
  (text) => {
    expect(readPrice(text).ok).toBe(false);
  },
);

it('a price is not one in euros when its currency column or the name of its own column has another currency', () => {
  const columns = { ean: 'EAN', cost: 'EK' };
  const list = rows(['EAN', 'EK', 'Währung'], ['40', '1,20', 'USD'], ['41', '1,30', 'EUR'], ['42', '1,40', '']);
  const costs = linesBelow(list, 0, columns).map(({ cost }) => cost);
  expect(costs).toEqual(['1,20 USD', '1,30', '1,40']);
  const named = rows(['EAN', 'EK in US$'], ['40', '1,20']);
  expect(linesBelow(named, 0, { ean: 'EAN', cost: 'EK in US$' })[0]!.cost).toBe('1,20 US$');
});

it.each([
  ['Preise in USD', ['EAN', 'EK'], {}, 'USD'],
  ['All prices in US-Dollars', ['EAN', 'EK'], {}, 'US-Dollars'],
  ['Preços em reais (R$)', ['EAN', 'EK'], {}, 'R$'],
  ['Preise in EUR, 1 EUR = 1,08 USD', ['EAN', 'EK'], {}, 'USD'],
  ['Preise in USD', ['EAN', 'EK', 'Währung'], {}, undefined],
  ['Kurs: 1 EUR = 1,08 USD', ['EAN', 'EK €'], { cost: 'EK €' }, undefined],
  ['Kurs: 1 EUR = 1,08 USD', ['EAN', 'EK €', 'UVP'], { cost: 'EK €', retail: 'UVP' }, 'USD'],
  ['Preisliste 2026, alle Preise in Euro', ['EAN', 'EK'], {}, undefined],
  ['Frankenwein und Dollarama GmbH', ['EAN', 'EK'], {}, undefined],
])('a list with “%s” above the columns %j names another currency or none', (above, head, columns, currency) => {
  expect(currencyAbove(rows(['Casa Brasil', above], head, ['40', '1,20', '2']), 1, columns)).toBe(currency);
});

it('a line that has more cells than the head is named, not read, and none of its prices is taken', () => {
  const list = rowsOfText('EAN,EK,UVP\n40,1,20,2.00\n41,1.20,2.00\n');
  const lines = list.ok ? linesBelow(list.value, 0, { ean: 'EAN', cost: 'EK' }) : [];
  const listed = listedPrices(lines, () => []);
  expect(listed.problems).toEqual([{ line: 2, problem: { kind: 'longer', values: {} } }]);
  expect(listed.unknown).toEqual(['41']);
});
