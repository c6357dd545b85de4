import type { Generated, Selectable } from 'kysely';

/** Gift vouchers. What is left of one is the sum of its movements without what checkouts hold. */
export interface VouchersTable {
  id: string;
  /** Hash of the code's characters. */
  code_hash: string;
  /** The code, encrypted where there is a key (desk-key.ts). */
  code_sealed: string;
  /** The end of the code, by which staff and buyers recognize it. */
  last_four: string;
  value_cents: number;
  locale: string;
  /** `counter`: sold by hand, its money came past the shop's payments. `goodwill`: given away. `order`: bought here. */
  origin: 'counter' | 'goodwill' | 'order';
  order_id: string | null;
  /** What staff noted when they issued it. */
  note: string | null;
  issued_at: string;
  /** The last day in Germany, such as 2029-12-31. */
  expires_on: string;
  sender_name: string | null;
  recipient_name: string | null;
  /** null: nobody is sent the voucher. */
  recipient_email: string | null;
  message: string | null;
  /** The day in Germany on which the recipient is sent the voucher; null with an address: at once. */
  send_on: string | null;
  /** When the mail went to the outbox. */
  sent_at: string | null;
  /** When it got another code. */
  renewed_at: string | null;
  locked_at: string | null;
  locked_reason: string | null;
}

/** The ledger. Rows are added, never changed. */
export interface VoucherMovementsTable {
  id: Generated<number>;
  voucher_id: string;
  at: string;
  /**
   * `used`: paid for an order. `returned`: given back by a refund or an order that failed. `paid_out`: staff paid the
   * money out. `expired`: what was left after the last day.
   */
  kind: 'issued' | 'used' | 'returned' | 'paid_out' | 'expired';
  /** Negative for what leaves the voucher. */
  amount_cents: number;
  /** The checkout whose order was paid. */
  checkout_id: string | null;
  /** So that nothing is booked twice. */
  request_id: string;
  /** Who of the staff it was. */
  who: string | null;
  note: string | null;
}

export type VoucherRow = Selectable<VouchersTable>;
export type VoucherMovementRow = Selectable<VoucherMovementsTable>;
