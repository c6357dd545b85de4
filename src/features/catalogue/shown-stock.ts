import type { Cents } from '#src/shared/money.ts';

/** Pages tell stock up to here: enough for a full line of the cart and to see that something is left. Most sales then change no page. */
export const PLENTY = 11;

export const shownStock = (quantityAvailable: number): number => Math.min(PLENTY, Math.max(0, quantityAvailable));

/** What a page shows of a product; `available` as `shownStock` tells it. */
export type ShownProduct = [id: number | string, available: number | string, price: Cents];

/** An ETag for what a page shows of these products, in its order: whoever shows the same needs no answer. Computed by pages and by the API. */
export function shownTag(products: readonly ShownProduct[]): string {
  let hash = 0x811c9dc5; // FNV-1a, 32 bits: no secret, and by mistake a page stays at most as old as it is
  for (const character of products.join()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return `W/"${hash}"`;
}
