import { describe, expect, it } from 'vitest';
import { applyFilters } from '#src/features/search/apply-filters.ts';
import { NO_FILTERS, PRICE_STEPS, type Filters } from '#src/features/search/filters.ts';

// Ordered by relevance. Product 4 is sold out.
const FOUND = [
  { id: 1, group: 'food', categorySlug: 'bebidas', brandSlug: 'pilao', price: 899, isReduced: true, nameOrder: 3 },
  { id: 2, group: 'other', categorySlug: 'utensilios', brandSlug: '', price: 590, isReduced: false, nameOrder: 2 },
  {
    id: 3,
    group: 'food',
    categorySlug: 'bebidas',
    brandSlug: 'matte-leao',
    price: 300,
    isReduced: false,
    nameOrder: 1,
  },
  { id: 4, group: 'food', categorySlug: 'bebidas', brandSlug: 'pilao', price: 250, isReduced: true, nameOrder: 0 },
];
const SOLD_OUT = new Set([4]);
const upTo3 = PRICE_STEPS[0];

const run = (filters: Partial<Filters>) => applyFilters(FOUND, { ...NO_FILTERS, ...filters }, SOLD_OUT);
const ids = (filters: Partial<Filters>) => run(filters).entries.map(({ id }) => id);

describe('a search without filters', () => {
  it('keeps the order by relevance', () => {
    expect(ids({})).toEqual([1, 2, 3, 4]);
  });

  it('counts the products that each value of a filter would show', () => {
    const { counts } = run({});
    expect([...counts.category]).toEqual([
      ['bebidas', 3],
      ['utensilios', 1],
    ]);
    expect([...counts.brand]).toEqual([
      ['pilao', 2],
      ['matte-leao', 1],
    ]);
    expect(counts.stock.get('in')).toBe(3);
  });
});

describe('filters', () => {
  it('show the products that pass all of them', () => {
    expect(ids({ category: 'bebidas' })).toEqual([1, 3, 4]);
    expect(ids({ category: 'bebidas', brands: ['pilao'] })).toEqual([1, 4]);
    expect(ids({ category: 'bebidas', brands: ['pilao'], inStock: true })).toEqual([1]);
  });

  it('show the products of any of several brands, and count each brand alone', () => {
    expect(ids({ brands: ['matte-leao', 'pilao'] })).toEqual([1, 3, 4]);
    expect(ids({ brands: ['matte-leao', 'pilao'], inStock: true })).toEqual([1, 3]);
    expect([...run({ brands: ['matte-leao'] }).counts.brand]).toEqual([
      ['pilao', 2],
      ['matte-leao', 1],
    ]);
  });

  it('exclude sold-out products when a price is set, because these show no price', () => {
    expect(ids({ price: upTo3 })).toEqual([3]);
    expect(run({}).counts.price.get('0-3')).toBe(1);
  });

  it('use the current stock', () => {
    expect(
      applyFilters(FOUND, { ...NO_FILTERS, inStock: true }, new Set([1, 2, 3])).entries.map(({ id }) => id),
    ).toEqual([4]);
  });

  it('count the other values of a set filter as if it were not set, and all other filters with it', () => {
    const { counts } = run({ category: 'utensilios' });
    expect([...counts.category]).toEqual([
      ['bebidas', 3],
      ['utensilios', 1],
    ]);
    expect([...counts.brand]).toEqual([]);
    expect(counts.stock.get('in')).toBe(1);
  });

  it('show the products of a group of categories', () => {
    expect(ids({ group: 'food' })).toEqual([1, 3, 4]);
    expect([...run({}).counts.group]).toEqual([
      ['food', 3],
      ['other', 1],
    ]);
  });

  it('show reduced products only while they are in stock', () => {
    expect(ids({ offers: true })).toEqual([1]);
    expect(run({}).counts.offers.get('1')).toBe(1);
  });

  it('may exclude every product', () => {
    expect(ids({ category: 'utensilios', brands: ['pilao'] })).toEqual([]);
  });
});

describe('sorting', () => {
  it('puts sold-out products last when it is by price, in both directions', () => {
    expect(ids({ sort: 'price-asc' })).toEqual([3, 2, 1, 4]);
    expect(ids({ sort: 'price-desc' })).toEqual([1, 2, 3, 4]);
  });

  it('ignores the stock when it is by name', () => {
    expect(ids({ sort: 'name' })).toEqual([4, 3, 2, 1]);
  });

  it('does not change the list that it is given', () => {
    run({ sort: 'name' });
    expect(FOUND.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });
});
