/**
 * Duties that follow from a product's facts, so that editors need not enter them. undefined: the facts do not decide
 * it.
 */
import type { Cents } from '#src/shared/money.ts';
import type { Kind, ProductFacts } from './facts.ts';
import type { NetQuantity } from './price.ts';

interface DutyProduct {
  kind: Kind;
  facts: ProductFacts;
  netQuantity: NetQuantity;
}

/** The deposit on single-use packs (§46(1) VerpackDG). */
const DEPOSIT: Cents = 25;

const MILLILITRES: Partial<Record<NetQuantity['unit'], number>> = { ml: 1, l: 1000 };

/** The single-use deposit of a unit with this many packs. */
export const singleUseDeposit = ({ packs = 1 }: ProductFacts): Cents => DEPOSIT * packs;

/** Largest volume of a pack with a deposit, ml (§46(4) no. 3 VerpackDG). */
export const LARGEST_PACK = 3000;

/** ml; undefined for products that are not sold by volume. */
export function volumeOf({ value, unit }: NetQuantity): number | undefined {
  const scale = MILLILITRES[unit];
  return scale && value * scale;
}

/**
 * The deposit of a unit, for all its packs (§46 VerpackDG); undefined while packaging, kind or volume is unknown, and
 * for reusable packs, whose deposit the bottler sets.
 */
export function depositOf({ kind, facts, netQuantity }: DutyProduct): Cents | undefined {
  const { packaging, drinkKind, reusable, packs = 1 } = facts;
  if (kind !== 'food' || drinkKind === 'none') return 0;
  const all = volumeOf(netQuantity);
  if (reusable || !drinkKind || !packaging || !all) return undefined;
  const volume = all / packs;
  if (volume < 100 || volume > LARGEST_PACK) return 0; // §46(4) nos. 2 and 3
  if (packaging === 'carton' || packaging === 'pouch') return 0; // nos. 4 to 6
  // No. 7 exempts these drinks, but not in cans and plastic bottles.
  const isExempt = drinkKind !== 'other' && packaging !== 'can' && packaging !== 'pet';
  return isExempt ? 0 : singleUseDeposit(facts);
}

/** Minimum shares of scent oil and ethanol, % vol (§4(3) no. 8 PAngV). */
const PERFUME = { oil: 3, ethanol: 70 };

/** Whether a product is exempt from the base price by what it is (§4(3) PAngV); undefined: its facts do not decide. */
export function isBasePriceExempt({
  kind,
  facts: { cosmeticClass, oilVol = 0, ethanolVol = 0, parts },
}: DutyProduct): boolean | undefined {
  // A set of different goods (§4(3) no. 2 PAngV). Several units of one product owe it.
  if (parts?.includes(',')) return true;
  if (kind !== 'cosmetic' || !cosmeticClass) return undefined;
  return cosmeticClass === 'decorative' || (oilVol >= PERFUME.oil && ethanolVol >= PERFUME.ethanol);
}

/** The word required beside the price of a drink, at least as large (§47 VerpackDG). It is German in every language. */
export const PACK_MARKS = ['EINWEG', 'MEHRWEG'] as const;
export type PackMark = (typeof PACK_MARKS)[number];

export const packMarkOf = (deposit: Cents, isReusable: boolean): PackMark | undefined =>
  isReusable ? 'MEHRWEG' : deposit > 0 ? 'EINWEG' : undefined;
