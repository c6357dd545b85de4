import type { Selectable } from 'kysely';
import type { Cents } from '#src/shared/money.ts';

/** What moved on the shop's PayPal account, as PayPal's transaction search lists it. Euros only. */
export interface PaypalMovementsTable {
  /** PayPal's number of the transaction; of a payment, the capture's id. */
  id: string;
  /** PayPal's kind of transaction, such as T0006. */
  code: string;
  /** ISO-8601 */
  at: string;
  /** Negative when money left the account. */
  amount_cents: Cents;
  /** What PayPal kept of it; negative when PayPal returned a fee. */
  fee_cents: Cents;
  /** The payment that it is or belongs to; null for a withdrawal to the bank. */
  capture_id: string | null;
}

export type PaypalMovementRow = Selectable<PaypalMovementsTable>;
