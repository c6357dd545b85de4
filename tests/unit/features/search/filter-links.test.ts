import { describe, expect, it } from 'vitest';
import { filterLinks } from '#src/features/search/filter-links.ts';
import { NO_FILTERS, parseFilters, perFilter, type Filters } from '#src/features/search/filters.ts';
import { translator } from '#src/i18n/translate.ts';

const counts = {
  ...perFilter(() => new Map<string, number>()),
  category: new Map([
    ['bebidas', 3],
    ['cabelos', 0],
  ]),
  brand: new Map([
    ['pilao', 2],
    ['yoki', 5],
  ]),
  price: new Map([
    ['3-5', 1],
    ['50-', 1],
  ]),
  stock: new Map([['in', 2]]),
  offers: new Map([['1', 1]]),
  reusable: new Map([['1', 1]]),
};
const categories = [
  { slug: 'bebidas', group: 'food', label: 'Getränke' },
  { slug: 'cabelos', group: 'other', label: 'Haarpflege' },
] as const;
const brands = new Map([
  ['pilao', 'Pilão'],
  ['yoki', 'Yoki'],
]);

const view = (filters: Partial<Filters> = {}) =>
  filterLinks(translator('de-DE'), {
    term: 'kaffee',
    filters: { ...NO_FILTERS, ...filters },
    counts,
    categories,
    brands,
  });
const links = (filters: Partial<Filters> = {}) => view(filters).groups.flatMap((group) => group.links);
const link = (label: string, filters: Partial<Filters> = {}) =>
  links(filters).find((candidate) => candidate.label === label);

describe('the filter links of a search', () => {
  it('leave out a value that no product has', () => {
    expect(links().map(({ label }) => label)).toEqual([
      'Auf Lager',
      'Getränke',
      'Mehrweg',
      'Angebote',
      '3 bis 5 €',
      'über 50 €',
      'Yoki',
      'Pilão',
    ]);
  });

  it('set one filter and keep the others, from the first page on', () => {
    expect(link('Getränke')?.path).toBe('/search/kaffee?category=bebidas');
    expect(link('Getränke', { stock: ['in'], sort: 'name' })?.path).toBe(
      '/search/kaffee?category=bebidas&stock=in&sort=name',
    );
    expect(link('3 bis 5 €')?.path).toBe('/search/kaffee?price=3-5');
  });

  it('replace another value of the same filter', () => {
    expect(link('3 bis 5 €', { price: ['0-3'] })?.path).toBe('/search/kaffee?price=3-5');
  });

  it('add a brand to the set ones, and remove it from them', () => {
    expect(link('Pilão', { brand: ['yoki'] })).toMatchObject({
      active: false,
      path: '/search/kaffee?brand=pilao&brand=yoki',
    });
    expect(link('Yoki', { brand: ['pilao', 'yoki'] })).toMatchObject({
      active: true,
      path: '/search/kaffee?brand=pilao',
    });
  });

  it('remove the group of a group page, and set no other group', () => {
    expect(link('Lebensmittel', { group: ['food'], stock: ['in'] })).toMatchObject({
      active: true,
      path: '/search/kaffee?stock=in',
    });
    expect(link('Getränke', { group: ['food'] })?.path).toBe('/search/kaffee?group=food&category=bebidas');
    expect(link('Lebensmittel')).toBeUndefined();
  });

  it('remove a filter that is set', () => {
    expect(link('Pilão', { brand: ['pilao'], stock: ['in'] })).toMatchObject({
      active: true,
      path: '/search/kaffee?stock=in',
    });
  });

  it('show a set filter even when no product passes it', () => {
    expect(link('Haarpflege', { category: ['cabelos'] })).toMatchObject({
      active: true,
      count: 0,
      path: '/search/kaffee',
    });
  });

  it('remove all filters at once, but not the order', () => {
    expect(view().clear).toBeUndefined();
    expect(view({ sort: 'name' }).clear).toBeUndefined();
    expect(view({ stock: ['in'], price: ['3-5'], sort: 'name' }).clear).toBe('/search/kaffee?sort=name');
  });

  it('sort without changing the filters', () => {
    expect(view({ stock: ['in'] }).sorts.map(({ path }) => path)).toEqual([
      '/search/kaffee?stock=in',
      '/search/kaffee?stock=in&sort=price-asc',
      '/search/kaffee?stock=in&sort=price-desc',
      '/search/kaffee?stock=in&sort=name',
    ]);
  });

  it('are active on the pages that they lead to', () => {
    for (const { label, path } of links()) {
      const filters = parseFilters(new URL(path, 'https://shop.example').searchParams);
      expect(link(label, filters)?.active).toBe(true);
    }
  });

  it('offer the brands with most products, the set one first', () => {
    const many = new Map(Array.from({ length: 40 }, (_, n) => [`b${n}`, `Marke ${n}`]));
    const manyCounts = { ...counts, brand: new Map([...many.keys()].map((slug, n) => [slug, 40 - n])) };
    const { groups } = filterLinks(translator('de-DE'), {
      term: '',
      filters: { ...NO_FILTERS, brand: ['b39'] },
      counts: manyCounts,
      categories,
      brands: many,
    });
    const shown = groups.at(-1)?.links.map(({ label }) => label) ?? [];
    expect(shown.slice(0, 3)).toEqual(['Marke 39', 'Marke 0', 'Marke 1']);
    expect(shown.length).toBeLessThanOrEqual(12);
  });
});
