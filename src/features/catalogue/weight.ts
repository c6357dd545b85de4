import type { ProductFacts } from './facts.ts';
import type { NetUnit } from './price.ts';

/** What the catalogue knows about a product's weight. */
export interface Weighable {
  netQuantity: { value: number; unit: NetUnit };
  facts: Pick<ProductFacts, 'grossWeight'>;
}

const GRAMS: Partial<Record<NetUnit, number>> = { g: 1, ml: 1, kg: 1000, l: 1000 };
/** DHL takes no parcel without weight. */
const LIGHTEST_G = 100;

/**
 * What a unit weighs with its pack, in whole grams: as the editor weighed it, otherwise its content and a tenth. It is
 * not known when a product is counted in pieces.
 */
export function gramsOf({ netQuantity: { value, unit }, facts: { grossWeight } }: Weighable): number | undefined {
  const factor = GRAMS[unit];
  // Rounded first, because 0.57 × 1000 is a little more than 570.
  return grossWeight ?? (factor && Math.ceil(Math.round(value * factor * 11) / 10));
}

/** The weight of a parcel, in whole grams. Units of unknown weight count nothing. */
export function weightOf(
  lines: readonly { productId: number; quantity: number }[],
  products: ReadonlyMap<number, Weighable>,
): { grams: number; isWeighed: boolean } {
  const weights = lines.map(({ productId, quantity }) => {
    const product = products.get(productId);
    const grams = product && gramsOf(product);
    return grams === undefined ? undefined : grams * quantity;
  });
  return {
    grams: Math.max(
      LIGHTEST_G,
      weights.reduce<number>((sum, grams) => sum + (grams ?? 0), 0),
    ),
    isWeighed: !weights.includes(undefined),
  };
}
