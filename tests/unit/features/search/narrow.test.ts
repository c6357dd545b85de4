import { describe, expect, it } from 'vitest';
import { NO_FILTERS, PRICE_STEPS, type Filters } from '#src/features/search/filters.ts';
import { narrow } from '#src/features/search/narrow.ts';

// As found: the best first. 4 is sold out.
const FOUND = [
  { id: 1, categorySlug: 'bebidas', brandSlug: 'pilao', price: 899, nameOrder: 3 },
  { id: 2, categorySlug: 'utensilios', brandSlug: '', price: 590, nameOrder: 2 },
  { id: 3, categorySlug: 'bebidas', brandSlug: 'matte-leao', price: 300, nameOrder: 1 },
  { id: 4, categorySlug: 'bebidas', brandSlug: 'pilao', price: 250, nameOrder: 0 },
];
const SOLD_OUT = new Set([4]);
const upTo3 = PRICE_STEPS[0];

const run = (filters: Partial<Filters>) => narrow(FOUND, { ...NO_FILTERS, ...filters }, SOLD_OUT);
const ids = (filters: Partial<Filters>) => run(filters).entries.map(({ id }) => id);

describe('a search without filters', () => {
  it('keeps the order in which products were found', () => {
    expect(ids({})).toEqual([1, 2, 3, 4]);
  });

  it('counts what each filter would leave', () => {
    const { counts } = run({});
    expect([...counts.category]).toEqual([
      ['bebidas', 3],
      ['utensilios', 1],
    ]);
    expect([...counts.brand]).toEqual([
      ['pilao', 2],
      ['matte-leao', 1],
    ]);
    expect(counts.inStock).toBe(3);
  });
});

describe('filters', () => {
  it('leave what fits all of them', () => {
    expect(ids({ category: 'bebidas' })).toEqual([1, 3, 4]);
    expect(ids({ category: 'bebidas', brands: ['pilao'] })).toEqual([1, 4]);
    expect(ids({ category: 'bebidas', brands: ['pilao'], inStock: true })).toEqual([1]);
  });

  it('of several brands leave what is of any of them, and count each brand by itself', () => {
    expect(ids({ brands: ['matte-leao', 'pilao'] })).toEqual([1, 3, 4]);
    expect(ids({ brands: ['matte-leao', 'pilao'], inStock: true })).toEqual([1, 3]);
    expect([...run({ brands: ['matte-leao'] }).counts.brand]).toEqual([
      ['pilao', 2],
      ['matte-leao', 1],
    ]);
  });

  it('by price leave out what is sold out, for it shows none', () => {
    expect(ids({ price: upTo3 })).toEqual([3]);
    expect(run({}).counts.price.get('0-3')).toBe(1);
  });

  it('go by the stock of this moment', () => {
    expect(narrow(FOUND, { ...NO_FILTERS, inStock: true }, new Set([1, 2, 3])).entries.map(({ id }) => id)).toEqual([4]);
  });

  it('count their own other values as if they were not set, and the values of the others with them', () => {
    const { counts } = run({ category: 'utensilios' });
    expect([...counts.category]).toEqual([
      ['bebidas', 3],
      ['utensilios', 1],
    ]);
    expect([...counts.brand]).toEqual([]);
    expect(counts.inStock).toBe(1);
  });

  it('may leave nothing', () => {
    expect(ids({ category: 'utensilios', brands: ['pilao'] })).toEqual([]);
  });
});

describe('sorting', () => {
  it('by price puts what is sold out last, up and down', () => {
    expect(ids({ sort: 'price-asc' })).toEqual([3, 2, 1, 4]);
    expect(ids({ sort: 'price-desc' })).toEqual([1, 2, 3, 4]);
  });

  it('by name takes everything by name', () => {
    expect(ids({ sort: 'name' })).toEqual([4, 3, 2, 1]);
  });

  it('leaves the list it was given as it was', () => {
    run({ sort: 'name' });
    expect(FOUND.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });
});
