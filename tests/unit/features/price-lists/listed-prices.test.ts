import { expect, it } from 'vitest';
import { listedPrices } from '#src/features/price-lists/listed-prices.ts';
import { priceLine } from '#src/features/price-lists/price-line.ts';

const product = { id: 1, code: 'AGUA', name: 'Água', ean: null, soldUntil: null };
const lines = (...costs: string[]) =>
  costs.map((cost, index) => ({ line: index + 2, names: ['AGUA'], cost, retail: '', pack: '' }));

it('a product that stands in a list with several prices gets none of them, however often it follows', () => {
  const listed = listedPrices(lines('1,00', '1,20', '1,40', '1,40'), () => [product]);
  expect(listed.prices).toEqual([]);
  expect(listed.problems.map(({ line, problem }) => [line, problem.kind])).toEqual([
    [3, 'twice'],
    [4, 'twice'],
    [5, 'twice'],
  ]);
  expect(listedPrices(lines('1,00', '1,00'), () => [product]).prices).toHaveLength(1);
});

it('a product that cost nothing has no base that its sale price could follow', () => {
  const known = { cost: 0, draft: { base: 'x', price: 200 } };
  const line = priceLine({ product, cost: 120, retail: undefined }, known, { rule: 'follow', rounding: 'cent' });
  expect(line).toMatchObject({ cost: { before: undefined, after: 120 }, sale: undefined });
});
