/** Parcel numbers that PayPal is told of. */
export interface PaypalTrackersTable {
  order_id: string;
  tracking_number: string;
  /**
   * `open`: PayPal is to be told. `leaving`: PayPal is to forget it, because the hand-over was undone.
   * `refused`: PayPal did not take it and would not take it again.
   */
  state: 'open' | 'told' | 'leaving' | 'withdrawn' | 'refused';
  /** How often the parcel was handed over with this number. */
  round: number;
  /** Calls without an answer in this state. */
  tries: number;
  /** When to call PayPal; null: nothing is to be done. */
  check_at: string | null;
  created_at: string;
}
