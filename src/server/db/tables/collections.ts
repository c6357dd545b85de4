import type { Selectable } from 'kysely';

/** Orders that wait, or waited, at the shop for their buyers. */
export interface CollectionsTable {
  order_id: string;
  /** What the buyer shows; unique among all orders. */
  code: string;
  /** When it was made ready; again after an undo. */
  ready_at: string;
  /** Until when it is kept there, as YYYY-MM-DD in Germany. */
  last_day: string;
  reminded_at: string | null;
  /** When to remind the buyer; null: never again. */
  check_at: string | null;
}

export type CollectionRow = Selectable<CollectionsTable>;
