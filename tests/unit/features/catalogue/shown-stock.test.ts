import { describe, expect, it } from 'vitest';
import { MAX_UNITS } from '#src/features/cart/cart.ts';
import { PLENTY, shownStock, shownTag, type ShownProduct } from '#src/features/catalogue/shown-stock.ts';

describe('the stock shown on a page', () => {
  it('exceeds the cart limit, so that a full line is not mistaken for the last units', () => {
    expect(PLENTY).toBeGreaterThan(MAX_UNITS);
  });

  it.each([
    [-2, 0],
    [0, 0],
    [3, 3],
    [PLENTY, PLENTY],
    [5000, PLENTY],
  ])('for %i units is %i', (quantity, shown) => expect(shownStock(quantity)).toBe(shown));
});

describe('the ETag of a page’s data', () => {
  const [few, many]: ShownProduct[] = [
    [12, 3, 499],
    [7, PLENTY, 1250],
  ];
  const products = [few!, many!];

  it('is the same when it is computed from the page, whose values are text', () => {
    expect(shownTag(products.map((each) => [String(each[0]), String(each[1]), each[2]]))).toBe(shownTag(products));
    expect(shownTag(products)).toMatch(/^W\/"-?\d+"$/);
  });

  it.each<[string, ShownProduct[]]>([
    ['stock', [[12, 2, 499], many!]],
    ['price', [few!, [7, PLENTY, 1251]]],
    ['order', products.toReversed()],
    ['product', [[13, 3, 499], many!]],
    ['number of products', [few!]],
  ])('differs with another %s', (_what, others) => expect(shownTag(others)).not.toBe(shownTag(products)));
});
