import { describe, expect, it } from 'vitest';
import {
  hasFilter,
  NO_FILTERS,
  parseFilters,
  parsePage,
  PRICE_STEPS,
  writeFilters,
} from '#src/features/search/filters.ts';

const parse = (query: string) => parseFilters(new URLSearchParams(query));

describe('the filters of an address', () => {
  it('are read in any order and always written in the same order', () => {
    const written =
      'group=food&category=bebidas&brand=matte-leao&brand=pilao&price=3-5&stock=in&offers=1&sort=price-asc';
    const mixed =
      'brand=pilao&sort=price-asc&offers=1&stock=in&price=3-5&utm_source=x&brand=matte-leao&brand=pilao&category=bebidas&group=food';
    expect(writeFilters(parse(mixed))).toBe(written);
    expect(parse(mixed)).toEqual(parse(written));
  });

  it.each([
    '',
    'price=cheap',
    'price=',
    'price=3-6',
    'stock=yes',
    'offers=all',
    'group=',
    'sort=random',
    'sort=',
    'category=&brand=',
    'page=2',
  ])('are ignored when their values are unknown: "%s"', (query) => {
    expect(parse(query)).toEqual(NO_FILTERS);
    expect(writeFilters(parse(query))).toBe('');
  });

  it('are URL-encoded', () => {
    expect(writeFilters({ ...NO_FILTERS, category: ['a&b=c'] })).toBe('category=a%26b%3Dc');
    expect(parse(writeFilters({ ...NO_FILTERS, category: ['a&b=c'] })).category).toEqual(['a&b=c']);
  });

  it('count as set, while the sort order does not', () => {
    expect(hasFilter(parse('sort=name'))).toBe(false);
    for (const query of ['category=x', 'brand=x', 'price=0-3', 'stock=in', 'group=x', 'offers=1', 'reusable=1'])
      expect(hasFilter(parse(query))).toBe(true);
  });

  it('cover every price with exactly one price step', () => {
    for (const price of [1, 299, 300, 301, 500, 999, 2000, 5000, 5001, 999_999])
      expect(PRICE_STEPS.filter(({ from, to }) => price > from && price <= to)).toHaveLength(1);
  });
});

describe('the page number of an address', () => {
  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=1.5', 1],
    ['page=1e9', 1],
    ['page=x', 1],
    ['page=99999999999', 1],
  ])('is read from "%s" as %i', (query, page) => {
    expect(parsePage(new URLSearchParams(query))).toBe(page);
  });
});
