import { describe, expect, it } from 'vitest';
import { applyFilters } from '#src/features/search/apply-filters.ts';
import { NO_FILTERS, type Filters } from '#src/features/search/filters.ts';

// Ordered by relevance. Product 4 is sold out.
const drink = { group: 'food', categorySlug: 'bebidas', isReduced: false, listed: [] };
const FOUND: Parameters<typeof applyFilters>[0] = [
  { ...drink, id: 1, brandSlug: 'pilao', price: 899, isReduced: true, nameOrder: 3 },
  { ...drink, id: 2, group: 'other', categorySlug: 'utensilios', brandSlug: '', price: 590, nameOrder: 2 },
  { ...drink, id: 3, brandSlug: 'matte-leao', price: 300, listed: ['reusable'], nameOrder: 1 },
  { ...drink, id: 4, brandSlug: 'pilao', price: 250, isReduced: true, nameOrder: 0 },
];
const SOLD_OUT = new Set([4]);

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

describe('families', () => {
  const family = { ...drink, brandSlug: 'natura', family: 'SAB-001', nameOrder: 4 };
  const found = [
    { ...family, id: 11, price: 899 },
    { ...family, id: 12, price: 299 },
    { ...family, id: 13, price: 599, family: undefined },
  ];
  const front = (filters: Partial<Filters>) =>
    applyFilters(found, { ...NO_FILTERS, ...filters }, new Set()).entries.map(({ id }) => id);

  it('show the best match, or the cheapest when sorted by price', () => {
    expect(front({})).toEqual([11, 13]);
    expect(front({ sort: 'price-asc' })).toEqual([12, 13]);
  });

  it('show the product that passes the filter', () => {
    expect(front({ price: ['0-3'] })).toEqual([12]);
  });

  it('count once for each value', () => {
    const { counts } = applyFilters(found, NO_FILTERS, new Set());
    expect(counts.brand.get('natura')).toBe(2);
    expect([...counts.price].sort()).toEqual([
      ['0-3', 1],
      ['5-10', 2],
    ]);
  });
});

describe('filters', () => {
  it('show the products that pass all of them', () => {
    expect(ids({ category: ['bebidas'] })).toEqual([1, 3, 4]);
    expect(ids({ category: ['bebidas'], brand: ['pilao'] })).toEqual([1, 4]);
    expect(ids({ category: ['bebidas'], brand: ['pilao'], stock: ['in'] })).toEqual([1]);
  });

  it('show the products of any of several brands, and count each brand alone', () => {
    expect(ids({ brand: ['matte-leao', 'pilao'] })).toEqual([1, 3, 4]);
    expect(ids({ brand: ['matte-leao', 'pilao'], stock: ['in'] })).toEqual([1, 3]);
    expect([...run({ brand: ['matte-leao'] }).counts.brand]).toEqual([
      ['pilao', 2],
      ['matte-leao', 1],
    ]);
  });

  it('exclude sold-out products when a price is set, because these show no price', () => {
    expect(ids({ price: ['0-3'] })).toEqual([3]);
    expect(run({}).counts.price.get('0-3')).toBe(1);
  });

  it('use the current stock', () => {
    expect(
      applyFilters(FOUND, { ...NO_FILTERS, stock: ['in'] }, new Set([1, 2, 3])).entries.map(({ id }) => id),
    ).toEqual([4]);
  });

  it('count the other values of a set filter as if it were not set, and all other filters with it', () => {
    const { counts } = run({ category: ['utensilios'] });
    expect([...counts.category]).toEqual([
      ['bebidas', 3],
      ['utensilios', 1],
    ]);
    expect([...counts.brand]).toEqual([]);
    expect(counts.stock.get('in')).toBe(1);
  });

  it('show the products of a group of categories', () => {
    expect(ids({ group: ['food'] })).toEqual([1, 3, 4]);
    expect([...run({}).counts.group]).toEqual([
      ['food', 3],
      ['other', 1],
    ]);
  });

  it('show reduced products only while they are in stock', () => {
    expect(ids({ offers: ['1'] })).toEqual([1]);
    expect(run({}).counts.offers.get('1')).toBe(1);
  });

  it('show the products with a fact that lists carry', () => {
    expect(ids({ reusable: ['1'] })).toEqual([3]);
    expect(run({}).counts.reusable.get('1')).toBe(1);
  });

  it('may exclude every product', () => {
    expect(ids({ category: ['utensilios'], brand: ['pilao'] })).toEqual([]);
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
