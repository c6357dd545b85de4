import type { Cents } from '#src/shared/money.ts';
import type { NetUnit } from '../price.ts';

/** The most products of a family, its first one included. */
export const MOST_VARIANTS = 40;

/** A product of a family, as the pages and answers about its other products show it. */
export interface Variant {
  id: number;
  slug: string;
  code: string;
  /** What differs from the others, in the requested language: the net content, unless the editors named it. */
  label: string;
  /** Whether the label is the net content. */
  isContent: boolean;
  /** The last day of a short-dated variant, which sells units of another one and is not a size of its own. */
  soldUntil?: string;
  price: Cents;
  /** 0 while the sales lock is in force, whatever the stock is. */
  quantityAvailable: number;
}

export interface FamilyMember {
  code: string;
  variantOf: string | null;
}

/** The code of the family's first product. A product without variants is a family of its own. */
export const familyOf = ({ code, variantOf }: FamilyMember): string => variantOf ?? code;

/** The first product of each family. */
export function onePerFamily<T extends FamilyMember>(products: readonly T[]): T[] {
  const seen = new Set<string>();
  return products.filter((product) => {
    const family = familyOf(product);
    return !seen.has(family) && seen.add(family);
  });
}

/** Without those that sell units of another one until their date. */
export const lastingOf = <V extends Pick<Variant, 'soldUntil'>>(variants: readonly V[]): V[] =>
  variants.filter(({ soldUntil }) => soldUntil === undefined);

/** Whether all of them differ in their content only. */
export function areSizes(variants: readonly Pick<Variant, 'isContent' | 'soldUntil'>[]): boolean {
  const lasting = lastingOf(variants);
  return lasting.length > 1 && lasting.every(({ isContent }) => isContent);
}

/** Smaller contents first; units of one dimension compare by their size. */
export const CONTENT_SCALE: Record<NetUnit, number> = { g: 1, kg: 1000, ml: 1, l: 1000, piece: 1 };
