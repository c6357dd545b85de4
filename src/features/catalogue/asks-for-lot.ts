import type { Kind, ProductFacts } from './facts.ts';

interface PackedGoods {
  kind: Kind;
  facts: ProductFacts;
  /** Whether a lot of the product was noted with an earlier parcel. */
  hasNotedLot: boolean;
}

/**
 * Whether the packing page asks for the product's lot, because a recall of some lots then finds its parcels. Cosmetics
 * and food of animal origin are most often recalled by lot. A product whose lots are noted must not get a gap in them.
 */
export function asksForLot({ kind, facts: { noteLot, animalOrigin }, hasNotedLot }: PackedGoods): boolean {
  if (noteLot) return noteLot === 'yes';
  return hasNotedLot || kind === 'cosmetic' || (animalOrigin !== undefined && animalOrigin !== 'none');
}
