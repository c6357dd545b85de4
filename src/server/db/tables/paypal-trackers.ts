/** The parcel numbers that the shop reports to PayPal. */
export interface PaypalTrackersTable {
  order_id: string;
  tracking_number: string;
  /**
   * `open`: to be reported. `leaving`: to be withdrawn at PayPal, because the hand-over was undone.
   * `refused`: PayPal did not accept it and would not accept it again.
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
