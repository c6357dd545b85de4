import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { divideHalfUp, type Cents } from '#src/shared/money.ts';

/** The price after discount: real price × (100 − percent) %, rounded half up to the cent. */
export function discountedPrice(realPrice: Cents, discountPercent: number): Cents {
  if (realPrice <= 0 || discountPercent <= 0) return realPrice;
  return divideHalfUp(realPrice * (100 - discountPercent), 100);
}

export const NET_UNITS = ['g', 'kg', 'ml', 'l', 'piece'] as const;
export type NetUnit = (typeof NET_UNITS)[number];

export interface NetQuantity {
  value: number;
  unit: NetUnit;
}

export interface BasePrice {
  amount: Cents;
  per: 'kg' | 'l';
}

interface BasePriceInput {
  price: Cents;
  netQuantity: number;
  netUnit: NetUnit;
  /** g; if the label declares it, the base price refers to it. */
  drainedWeight: number | null;
  exempt: boolean;
}

const SCALE: Partial<Record<NetUnit, { per: 'kg' | 'l'; thousandths: number }>> = {
  g: { per: 'kg', thousandths: 1 },
  kg: { per: 'kg', thousandths: 1000 },
  ml: { per: 'l', thousandths: 1 },
  l: { per: 'l', thousandths: 1000 },
};

/**
 * Price per 1 kg or 1 l (PAngV §4, §5), of a content with at most three decimals. Pieces, exempt goods and contents
 * under 10 g or ml have none.
 */
export function basePrice({
  price,
  netQuantity,
  netUnit,
  drainedWeight,
  exempt,
}: BasePriceInput): BasePrice | undefined {
  const scale = drainedWeight ? SCALE.g : SCALE[netUnit];
  if (exempt || !scale) return undefined;
  const thousandths = (drainedWeight ?? netQuantity) * scale.thousandths;
  return thousandths < 10
    ? undefined
    : { amount: divideHalfUp(price * 1_000_000, Math.round(thousandths * 1000)), per: scale.per };
}

export interface PricePoint {
  /** ISO-8601 time from which the price was valid. */
  validFrom: string;
  discountPercent: number;
  price: Cents;
}

const REFERENCE_DAYS = 30;

/**
 * The lowest price of the 30 days before the current reduction began (PAngV §11, CJEU C-330/23). The history must be in
 * order of time. When a discount is raised, the price before the first discount stays the reference. The result is
 * undefined without a discount, without an earlier price, or if the earlier price was not higher.
 */
export function referencePrice(history: readonly PricePoint[]): Cents | undefined {
  const current = history.at(-1);
  if (!current || current.discountPercent === 0) return undefined;
  let start = history.length - 1;
  while (start > 0 && continuesReduction(history[start - 1], history[start])) start--;
  const firstDay = addDays(germanDay(history[start]!.validFrom), -REFERENCE_DAYS);
  const since = Date.parse(berlinMidnight(firstDay)!);
  const before = history.slice(0, start).filter((_, index) => {
    const ended = Date.parse(history[index + 1]?.validFrom ?? '');
    return ended > since;
  });
  const lowest = Math.min(...before.map((point) => point.price));
  return lowest > current.price && Number.isFinite(lowest) ? lowest : undefined;
}

/** A reduction that grew without interruption is one reduction (PAngV §11(2)). A higher price starts a new one. */
const continuesReduction = (before: PricePoint | undefined, after: PricePoint | undefined) =>
  before !== undefined && after !== undefined && before.discountPercent > 0 && before.price >= after.price;

interface Reduction {
  price: Cents;
  realPrice: Cents;
  /** The owner's percentage off the real price. */
  discount: number;
  referencePrice: Cents | null;
}

/**
 * The percentage to show beside the struck-through reference price; 0 for none. It is the owner's percentage when the
 * reference is the real price. Otherwise it is computed from the two prices (PAngV §11) and rounded down, so that it
 * never promises too much.
 */
export function reductionPercent({ price, realPrice, discount, referencePrice }: Reduction): number {
  if (referencePrice === null || referencePrice <= price) return 0;
  return referencePrice === realPrice ? discount : Math.floor(((referencePrice - price) * 100) / referencePrice);
}
