/** Tables of mails, letters, settings and jobs. */
import type { Generated, Insertable, Selectable } from 'kysely';

export interface OutboxTable {
  /** Also the left half of the Message-ID and part of the file name, so enqueueing one id twice sends one mail. */
  id: string;
  kind: string;
  recipient: string;
  reply_to: string | null;
  /** A POST to this address ends mails of this kind (RFC 8058); null for mails that cannot be ended. */
  unsubscribe_url: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: string;
  attempts: number;
  /** When to send or retry; null once sent or given up. */
  due_at: string | null;
  sent_at: string | null;
  given_up_at: string | null;
  last_error: string | null;
  /** The invoice or credit note that the sender attaches as a PDF. */
  invoice_id: string | null;
  /** The gift voucher that the sender attaches as a PDF. */
  voucher_id: Generated<string | null>;
}

export interface SettingsTable {
  name: string;
  value: string;
}

export interface BuildsTable {
  /**
   * Digest of the code and of the settings in its pages. Servers that run different versions side by side have a row
   * each.
   */
  version: string;
  /** The name of the build's record in the object store. */
  name: string;
  /** SHA-256 of the record; null when an earlier version of the shop published it. */
  sha256: string | null;
  published_at: string;
  /** When another version replaced this one; null for the current version. */
  replaced_at: string | null;
}

export interface JobLeasesTable {
  name: string;
  holder: string;
  until: string;
}

export interface ContactMessagesTable {
  id: string;
  name: string;
  email: string;
  /** The address as `emailKey` writes it; null in a message that an earlier version stored. */
  email_key: Generated<string | null>;
  subject: string;
  message: string;
  locale: string;
  created_at: string;
  /** null until the shop has answered or settled it. */
  done_at: Generated<string | null>;
}

export interface WithdrawalsTable {
  id: string;
  name: string;
  email: string;
  order_number: string;
  /** Empty means the whole order. */
  part: string;
  /** 1 if number and email address match an order. */
  verified: number;
  locale: string;
  created_at: string;
  /** The order with the given number, even of another buyer; null if there is none. */
  order_id: string | null;
  /** When the goods came back, or the customer proved that they were sent. */
  goods_back_at: string | null;
  /** How the owner closed the case; null while it is open, and when a full refund closed it. */
  closed_as: 'done' | 'refused' | null;
  closed_at: string | null;
  closed_reason: string | null;
  /** When the owner was reminded of the refund. */
  reminded_at: string | null;
}

/** Counts of deleted personal data whose retention ended. Names no person. */
export interface DeletionsTable {
  id: string;
  at: string;
  what: string;
  count: number;
  reason: string;
}

export type OutboxRow = Selectable<OutboxTable>;
export type ContactMessageRow = Selectable<ContactMessagesTable>;
export type NewContactMessageRow = Insertable<ContactMessagesTable>;
export type WithdrawalRow = Selectable<WithdrawalsTable>;
export type DeletionRow = Selectable<DeletionsTable>;
