import type { CategoryGroup, GroupPage } from '#src/features/catalogue/category-group.ts';
import { reductionPercent } from '#src/features/catalogue/price.ts';
import { isSoldOut, type ProductSummary } from '#src/features/catalogue/product.ts';
import { familyOf, onePerFamily } from '#src/features/catalogue/variants/variant.ts';
import { HOME_PRODUCTS } from '#src/shared/business.ts';

/** A row of the home page. `offers` (reduced products) and `more` (the rest of the page) are not groups. */
export interface Shelf {
  name: 'offers' | 'kitchen' | 'care' | 'beauty' | 'more';
  /** The groups whose lists the shelf leads to. */
  groups: readonly GroupPage[];
  products: ProductSummary[];
}

/** The sizes fill whole rows of two and of four cards. */
const SHELVES: { name: Shelf['name']; groups: readonly GroupPage[]; size: number }[] = [
  { name: 'offers', groups: [], size: 4 },
  { name: 'kitchen', groups: ['food'], size: 8 },
  { name: 'care', groups: ['care', 'bath'], size: 8 },
  { name: 'beauty', groups: ['beauty'], size: 4 },
];

/**
 * The first products of each shelf, in the order of the catalogue. A shop whose shelves are not full shows its next
 * products below them, so that the page always has `HOME_PRODUCTS`, if the shop does.
 */
export function shelvesOf(
  products: readonly ProductSummary[],
  groupOf: (product: ProductSummary) => CategoryGroup | undefined,
): Shelf[] {
  const left = new Set(products);
  const take = (size: number, fits: (product: ProductSummary) => boolean) => {
    const taken = onePerFamily([...left].filter(fits)).slice(0, size);
    const families = new Set(taken.map(familyOf));
    for (const product of left) if (families.has(familyOf(product))) left.delete(product);
    return taken;
  };
  const shelves: Shelf[] = SHELVES.map(({ name, groups, size }) => ({
    name,
    groups,
    products: take(size, (product) =>
      name === 'offers'
        ? reductionPercent(product) > 0 && !isSoldOut(product)
        : groups.some((group) => group === groupOf(product)),
    ),
  }));
  const shown = shelves.reduce((sum, shelf) => sum + shelf.products.length, 0);
  shelves.push({ name: 'more', groups: [], products: take(HOME_PRODUCTS - shown, () => true) });
  return shelves.filter((shelf) => shelf.products.length > 0);
}
