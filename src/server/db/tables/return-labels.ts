import type { Selectable } from 'kysely';

/** The labels of return parcels that the shop had a carrier make, also those that failed. */
export interface ReturnLabelsTable {
  /** The shop's name of the label at the carrier; each try has another one. */
  reference: string;
  order_id: string;
  /** null: for goods that come back without a withdrawal, such as faulty ones. */
  withdrawal_id: string | null;
  /** Counts the labels of the order. */
  round: number;
  /**
   * `asked`: the carrier is being called. `lost`: its answer never came, so there may be a label that nobody can
   * print. `ended`: nobody used it in time. `checked`: its goods came without an open withdrawal, and a person has seen
   * to them.
   */
  state: 'asked' | 'made' | 'refused' | 'lost' | 'failed' | 'ended' | 'checked';
  asked_by: 'shop' | 'buyer';
  tracking_number: string | null;
  /** Base64; null once nobody needs it. */
  pdf: string | null;
  /** A QR code for the carrier's counter, as a PNG in Base64. */
  qr: string | null;
  /** JSON: why the carrier refused it. */
  problems: string | null;
  /** The carrier's latest event. */
  event_at: string | null;
  event: string | null;
  /** The carrier's first event: the proof that the buyer sent the goods (§ 357(4) BGB). */
  sent_at: string | null;
  arrived_at: string | null;
  /** Calls about the parcel without an answer in a row. */
  tries: number;
  /** When to ask the carrier about the parcel; null: never again. */
  check_at: string | null;
  created_at: string;
}

/** Without the files, which are large. */
export type ReturnLabelRow = Omit<Selectable<ReturnLabelsTable>, 'pdf' | 'qr'>;
