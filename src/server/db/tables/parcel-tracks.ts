import type { Selectable } from 'kysely';

/** The parcels that the shop asks a carrier about. */
export interface ParcelTracksTable {
  order_id: string;
  /** Of the parcel in its order. */
  number: number;
  tracking_number: string;
  /**
   * `announced`: the carrier does not have it yet. `waiting`: its buyer has to collect it. `returned`: it is on its way
   * back. `back`: it has arrived there. The last three are final.
   */
  state: 'announced' | 'moving' | 'waiting' | 'returned' | 'back' | 'delivered' | 'ended';
  /** The carrier's latest event; null: none yet. */
  event_at: string | null;
  event: string | null;
  /** Why a person should look; null: all is well. `left`: although all its money was refunded. */
  trouble: 'stuck' | 'returned' | 'left' | null;
  trouble_at: string | null;
  /** When somebody took care of the trouble. */
  settled_at: string | null;
  /** Calls without an answer in a row. */
  tries: number;
  /** When to ask the carrier; null: never again. */
  check_at: string | null;
  created_at: string;
}

export type ParcelTrackRow = Selectable<ParcelTracksTable>;
