import { describe, expect, it } from 'vitest';
import type { CategoryGroup } from '#src/features/catalogue/category-group.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { shelvesOf } from '#src/features/home/shelves.ts';
import { HOME_PRODUCTS } from '#src/shared/business.ts';

const product = (id: number, group: CategoryGroup, more: Partial<ProductSummary> = {}) =>
  ({
    id,
    code: `P-${id}`,
    variantOf: null,
    categorySlug: group,
    price: 100,
    referencePrice: null,
    quantityAvailable: 5,
    ...more,
  }) as ProductSummary;
const groupOf = ({ categorySlug }: ProductSummary) => categorySlug as CategoryGroup;
const shown = (products: ProductSummary[]) =>
  shelvesOf(products, groupOf).map((shelf) => [shelf.name, shelf.products.map(({ id }) => id)]);

describe('the shelves of the home page', () => {
  it('show a reduced product among the offers only', () => {
    const reduced = product(2, 'food', { referencePrice: 120, discount: 20 });
    expect(shown([product(1, 'food'), reduced, product(3, 'care')])).toEqual([
      ['offers', [2]],
      ['kitchen', [1]],
      ['care', [3]],
    ]);
  });

  it('offer no reduced product that is sold out', () => {
    expect(shown([product(1, 'food', { referencePrice: 120, discount: 20, quantityAvailable: 0 })])).toEqual([
      ['kitchen', [1]],
    ]);
  });

  it('are followed by the next products until the page has as many as it may', () => {
    const food = Array.from({ length: 40 }, (_, id) => product(id, 'food'));
    const shelves = shelvesOf(food, groupOf);
    expect(shelves.map(({ name, products }) => [name, products.length])).toEqual([
      ['kitchen', 8],
      ['more', HOME_PRODUCTS - 8],
    ]);
  });

  it('are empty in a shop without products', () => {
    expect(shown([])).toEqual([]);
  });
});
