import type { Cents } from '#src/shared/money.ts';

/**
 * Pages show larger stock as this number. It allows a full cart line and one unit more, so most sales change no page.
 */
export const PLENTY = 11;

export const shownStock = (quantityAvailable: number): number => Math.min(PLENTY, Math.max(0, quantityAvailable));

/** The values of a product that a page shows; `available` is the result of `shownStock`. */
export type ShownProduct = [id: number | string, available: number | string, price: Cents];

/**
 * An ETag of these values, in the page's order. Pages and the API compute it, so that an up-to-date page gets a 304.
 */
export function shownTag(products: readonly ShownProduct[]): string {
  let hash = 0x811c9dc5; // FNV-1a, 32 bits: not secret, and after a collision a page only stays as old as it is
  for (const character of products.join()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return `W/"${hash}"`;
}
