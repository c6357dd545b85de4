import type { Generated, Selectable } from 'kysely';

/** Units of a product that can be sold, by lot and best-before date. A row stays when its units are gone. */
export interface LotsTable {
  id: Generated<number>;
  product_id: number;
  /** As on the label; '' when only the date is known. */
  lot: string;
  /** As lots are compared. */
  lot_key: string;
  /** The last day, such as 2027-01-31; '' when it is not known. */
  best_before: string;
  units: number;
}

export type LotRow = Selectable<LotsTable>;
