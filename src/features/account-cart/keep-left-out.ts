/** Keeps on a shopping list of this device what had no room in the merged cart. */
import { $lists, keepLines } from '#src/features/lists/lists.store.ts';
import type { Units } from './merge-carts.ts';

/** Whether a list has all of it now. Twice the same products are on it once. */
export default function keepLeftOut(leftOut: Units, name: string): boolean {
  const known = $lists.get().find((list) => list.name === name);
  const lines = leftOut.map(({ productId, quantity }) => ({ productId, quantity }));
  const kept = keepLines(lines, { name, ...(known && { id: known.id }) });
  return kept !== undefined && kept.leftOut === 0 && kept.isStored;
}
