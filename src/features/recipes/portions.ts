/** From portions to amounts and to units of products; the page's script and the server use the same functions. */
import { MAX_UNITS } from '#src/features/cart/cart.ts';
import type { NetUnit } from '#src/features/catalogue/price.ts';
import type { Amount, Unit } from './recipe.ts';

/** A spoon's millilitres. */
const SCALE: Record<Unit, number> = { g: 1, kg: 1000, ml: 1, l: 1000, tbsp: 15, tsp: 5 };

interface Content {
  netQuantity: { value: number; unit: NetUnit };
  /** g; what a tin holds without its liquid. */
  drainedWeight: number | null;
}

/**
 * The share of a product's content that an amount takes: 250 g of 500 g is 0.5. Grams and millilitres count as equal,
 * because it only decides how many packs are enough. Without a common measure, one pack is enough.
 */
export function packsFor(amount: Amount | undefined, { netQuantity, drainedWeight }: Content): number {
  if (!amount) return 0;
  const isCounted = netQuantity.unit === 'piece';
  if (amount.unit === undefined || isCounted)
    return amount.unit === undefined && isCounted ? amount.value / netQuantity.value : 1;
  const content = drainedWeight ?? netQuantity.value * SCALE[netQuantity.unit as 'g' | 'kg' | 'ml' | 'l'];
  return (amount.value * SCALE[amount.unit]) / content;
}

/** Products of decimal fractions may exceed a whole number by a little, in proportion to their size. */
const ROUNDING = 1e-12;

/** Units to buy, rounded up; `packs` for the recipe's own portions, `ratio`: wanted portions / those. */
export const unitsFor = (packs: number, ratio: number): number =>
  Math.max(1, Math.ceil(packs * ratio * (1 - ROUNDING)));

/** The units that a cart may still take: what the shop has, up to the most of one product. */
export const unitsToAdd = (units: number, available: number): number => Math.min(units, available, MAX_UNITS);

/** An amount for other portions, rounded to what a kitchen can measure. */
export function scaled(value: number, ratio: number): number {
  const exact = value * ratio;
  const step = exact >= 100 ? 5 : exact >= 10 ? 1 : 0.25;
  return Math.max(step, Math.round(exact / step) * step);
}
