import type { Cents } from '#src/shared/money.ts';
import { PRICE_STEPS, type Filters, type PriceStep } from './filters.ts';

/** What filters and sorting look at. */
export interface Narrowable {
  id: number;
  categorySlug: string;
  brandSlug: string;
  price: Cents;
  /** Place in the list by name. */
  nameOrder: number;
}

/** How many products each value would show, the other filters staying as they are. */
export interface Counts {
  category: Map<string, number>;
  brand: Map<string, number>;
  price: Map<string, number>;
  inStock: number;
}

const stepOf = (price: Cents): PriceStep | undefined => PRICE_STEPS.find(({ from, to }) => price > from && price <= to);
const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/**
 * Filters and sorts; `found` comes with the best first. What is sold out shows no price: it has no place in a price
 * range, and stands last when prices order the list.
 */
export function narrow<T extends Narrowable>(
  found: readonly T[],
  filters: Filters,
  soldOut: ReadonlySet<number>,
): { entries: readonly T[]; counts: Counts } {
  const counts: Counts = { category: new Map(), brand: new Map(), price: new Map(), inStock: 0 };
  const entries = found.filter((entry) => {
    const isInStock = !soldOut.has(entry.id);
    const step = isInStock ? stepOf(entry.price) : undefined;
    const passes = [
      !filters.category || filters.category === entry.categorySlug,
      filters.brands.length === 0 || filters.brands.includes(entry.brandSlug),
      !filters.price || filters.price === step,
      !filters.inStock || isInStock,
    ];
    const failed = passes.filter((pass) => !pass).length;
    const counted = (at: number) => failed === 0 || (failed === 1 && !passes[at]);
    if (counted(0)) add(counts.category, entry.categorySlug);
    if (counted(1) && entry.brandSlug) add(counts.brand, entry.brandSlug);
    if (counted(2) && step) add(counts.price, step.name);
    if (counted(3) && isInStock) counts.inStock++;
    return failed === 0;
  });
  return { entries: sorted(entries, filters, soldOut), counts };
}

function sorted<T extends Narrowable>(entries: T[], { sort }: Filters, soldOut: ReadonlySet<number>): T[] {
  if (sort === 'relevance') return entries;
  if (sort === 'name') return entries.sort((a, b) => a.nameOrder - b.nameOrder);
  const direction = sort === 'price-asc' ? 1 : -1;
  const last = ({ id }: T) => Number(soldOut.has(id));
  return entries.sort((a, b) => last(a) - last(b) || direction * (a.price - b.price));
}
