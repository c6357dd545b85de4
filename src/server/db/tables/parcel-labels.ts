import type { Selectable } from 'kysely';

/** The labels that the shop had a carrier make, also those that failed. A parcel's label is its latest one. */
export interface ParcelLabelsTable {
  /** The shop's name of the label at the carrier; each try has another one. */
  reference: string;
  order_id: string;
  /** Of the parcel in its order. */
  number: number;
  /** Counts the labels of the parcel. */
  round: number;
  /**
   * `asked`: the carrier is being called. `lost`: its answer never came, so there may be a label that nobody can
   * print. `leaving`: to be cancelled at the carrier. `kept`: the carrier did not confirm that
   * it is cancelled.
   */
  state: 'asked' | 'made' | 'refused' | 'lost' | 'leaving' | 'cancelled' | 'kept';
  /** The digest of the address on it. */
  address: string;
  tracking_number: string | null;
  /** Base64. */
  pdf: string | null;
  /** JSON: why the carrier refused it. */
  problems: string | null;
  /** Calls without an answer in this state. */
  tries: number;
  /** When to call the carrier; null: nothing is to be done. */
  check_at: string | null;
  created_at: string;
}

/** The other orders whose first parcel travels under a label, in the same box. */
export interface LabelOrdersTable {
  /** The label's. */
  reference: string;
  order_id: string;
}

export type ParcelLabelRow = Selectable<ParcelLabelsTable>;
