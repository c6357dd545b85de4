import { expect, it } from 'vitest';
import { listedPrices } from '#src/features/price-lists/listed-prices.ts';
import { priceLine } from '#src/features/price-lists/price-line.ts';

const product = {
  id: 1,
  code: 'AGUA',
  name: 'Água',
  ean: null,
  soldUntil: null,
  price: 200,
  withdrawnAt: null,
  isSet: false,
};
const lines = (...costs: string[]) =>
  costs.map((cost, index) => ({ line: index + 2, names: ['AGUA'], cost, retail: '', pack: undefined }));

it('a product that a list names with several prices gets none of them, however often it appears', () => {
  const listed = listedPrices(lines('1,00', '1,20', '1,40', '1,40'), () => [product]);
  expect(listed.prices).toEqual([]);
  expect(listed.problems.map(({ line, problem }) => [line, problem.kind])).toEqual([
    [3, 'twice'],
    [4, 'twice'],
    [5, 'twice'],
  ]);
  expect(listedPrices(lines('1,00', '1,00'), () => [product]).prices).toHaveLength(1);
});

it('a sale price does not follow a purchase price that was 0', () => {
  const known = { cost: 0, draft: { base: 'x', price: 200, live: 200, isAlone: true } };
  const line = priceLine({ product, cost: 120, retail: undefined }, known, { rule: 'follow', rounding: 'cent' });
  expect(line).toMatchObject({ cost: { before: undefined, after: 120 }, sale: undefined });
});

const keep = { rule: 'keep', rounding: 'cent' } as const;

it('a first purchase price above the sale price must be confirmed, as it may be that of a box', () => {
  const lineOf = (cost: number, last?: number) =>
    priceLine({ product, cost, retail: undefined }, { cost: last, draft: undefined }, keep).isAboveSale;
  expect([lineOf(201), lineOf(200), lineOf(201, 190)]).toEqual([true, false, false]);
  const dearer = { base: 'x', price: 200, live: 200, isAlone: true };
  const listed = { product, cost: 250, retail: 400 };
  expect(priceLine(listed, { cost: undefined, draft: dearer }, { ...keep, rule: 'list' }).isAboveSale).toBe(false);
});

it('a new sale price stays a draft beside other changes and for goods that are not for sale, and shows the live one', () => {
  const draft = { base: 'x', price: 300, live: 200, isAlone: false };
  const lineOf = (known: typeof draft, withdrawnAt: string | null = null) =>
    priceLine(
      { product: { ...product, withdrawnAt }, cost: 120, retail: undefined },
      { cost: 100, draft: known },
      { rule: 'follow', rounding: 'cent' },
    );
  expect(lineOf(draft)).toMatchObject({ sale: { before: 200, after: 360 }, draft: 300, staysDraft: true });
  expect(lineOf({ ...draft, price: 200, isAlone: true })).toMatchObject({ staysDraft: false });
  expect(lineOf({ ...draft, isAlone: true }, '2026-01-01')).toMatchObject({ staysDraft: true });
});

it('an empty cell in the column with the units of a box is named, not taken for a price of one unit', () => {
  const read = (cost: string, retail: string) =>
    listedPrices([{ line: 2, names: ['AGUA'], cost, retail, pack: '' }], () => [product]);
  expect(read('14,40', '').problems[0]!.problem.kind).toBe('noPack');
  expect(read('', '2,00').prices).toHaveLength(1);
});
