import type { Selectable } from 'kysely';

/** Orders that are paid by bank transfer, with the bank details in the buyer's mail. */
export interface TransfersTable {
  checkout_id: string;
  /** The id of its payment in `payments`: `transfer-` and a random part. */
  capture_id: string;
  /** Whose account it is. */
  holder: string;
  /** Without spaces. */
  iban: string;
  bic: string | null;
  /** The end of the last day on which the money may arrive; then the order is cancelled. */
  due_at: string;
  reminded_at: string | null;
  /** When to remind the buyer or to cancel the order; null once the money has arrived or the order is cancelled. */
  check_at: string | null;
  /** The key of the statement's entry that paid it; null while unpaid, and when the owner recorded it without one. */
  entry: string | null;
  /** The buyer's account, from the statement or typed by the owner for a refund; null: unknown. Without spaces. */
  payer_iban: string | null;
  /** The account's holder as the bank wrote it. */
  payer_name: string | null;
  /** When the money arrived for an invoice that came with the order; null for every other order. */
  invoice_paid_at: string | null;
  /** When the bank booked the money; null while unpaid, and for payments that an earlier version recorded. */
  booked_at: string | null;
}

export type TransferRow = Selectable<TransfersTable>;
