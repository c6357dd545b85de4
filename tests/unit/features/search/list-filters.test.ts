import { describe, expect, it } from 'vitest';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { IN_STOCK, type Filters } from '#src/features/search/filters.ts';
import { listFacets, listFilterLinks } from '#src/features/search/list-filters.ts';
import { translator } from '#src/i18n/translate.ts';

const product = (id: number, more: Partial<ProductSummary>) =>
  ({
    id,
    brand: null,
    categorySlug: 'bebidas',
    price: 400,
    realPrice: 400,
    discount: 0,
    referencePrice: null,
    quantityAvailable: 5,
    listed: [],
    ...more,
  }) as ProductSummary;

const SHELF = [
  product(1, { brand: 'Matte Leão' }),
  product(2, { brand: 'Pilão', price: 899 }),
  product(3, { brand: 'Pilão', price: 900, realPrice: 1000, discount: 10, referencePrice: 1000 }),
];

const view = (shelf = SHELF) => listFilterLinks(translator('de-DE'), { category: ['bebidas'] }, listFacets(shelf));
const labels = (shelf = SHELF) => view(shelf).groups.flatMap(({ links }) => links.map(({ label }) => label));

describe('the filters of a prerendered list', () => {
  it('lead to the search page that shows the same list with a filter', () => {
    expect(view().groups.flatMap(({ links }) => links.map(({ path }) => path))).toEqual([
      '/search?category=bebidas&stock=in',
      '/search?category=bebidas&offers=1',
      '/search?category=bebidas&price=3-5',
      '/search?category=bebidas&price=5-10',
      '/search?category=bebidas&brand=pilao',
      '/search?category=bebidas&brand=matte-leao',
    ]);
  });

  it('offer only values that a product of the list has', () => {
    expect(labels()).toEqual(
      expect.arrayContaining(['Auf Lager', 'Angebote', '3 bis 5 €', '5 bis 10 €', 'Pilão', 'Matte Leão']),
    );
    expect(labels(SHELF.slice(0, 1))).toEqual(['Auf Lager', '3 bis 5 €', 'Matte Leão']);
  });

  it('show the counts of brands and facets only, so that a sale does not change the page', () => {
    const shelf = [...SHELF, product(4, { brand: 'Pilão', listed: ['reusable'] })];
    const counts = (list: Partial<Filters>) =>
      listFilterLinks(translator('de-DE'), list, listFacets(shelf)).groups.map(({ name, links }) => [
        name,
        links.map(({ count }) => count),
      ]);
    expect(counts({ category: ['bebidas'] })).toEqual([
      ['availability', [undefined]],
      ['facts', [1]],
      ['price', [undefined, undefined, undefined]],
      ['brand', [3, 1]],
    ]);
    // Offers are prices: a list of products in stock has no availability to choose.
    expect(counts({ stock: [IN_STOCK] }).map(([name]) => name)).toEqual(['facts', 'price', 'brand']);
    expect(counts({ stock: [IN_STOCK] }).at(-1)).toEqual(['brand', [3, 1]]);
    const sold = SHELF.map((one) => (one.id === 2 ? { ...one, quantityAvailable: 1 } : one));
    expect(listFacets(sold)).toEqual(listFacets(SHELF));
  });

  it('sort the same list', () => {
    expect(view().sorts.map(({ path }) => path)).toEqual([
      '/search?category=bebidas',
      '/search?category=bebidas&sort=price-asc',
      '/search?category=bebidas&sort=price-desc',
      '/search?category=bebidas&sort=name',
    ]);
  });
});
