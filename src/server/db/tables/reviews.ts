/** Tables of reviews, and of the mails that ask for them. */
import type { Selectable } from 'kysely';

export interface ReviewsTable {
  id: string;
  order_id: string;
  product_id: number;
  /** 1 to 5 */
  stars: number;
  /** '' for stars alone. */
  text: string;
  /** As the buyer wants to be named, such as "Ana L."; '' for nobody. */
  shown_name: string;
  /** The language of the text. */
  locale: string;
  state: 'pending' | 'approved' | 'hidden';
  /** Why it is hidden: a key of `reviews:reasons`. */
  reason: string | null;
  /** The shop's public reply. */
  reply: string | null;
  /** Counts the author's changes, so that nobody approves a text that they have not seen. */
  version: number;
  /** When the author wrote it, or changed it last. */
  written_at: string;
  decided_at: string | null;
}

/** At most one photo of a review. */
export interface ReviewPhotosTable {
  review_id: string;
  /** Of the review when it was stored; part of the photo's address. */
  version: number;
  /** Base64. */
  webp: string;
}

/** The links to the form of an order. */
export interface ReviewKeysTable {
  key_hash: string;
  order_id: string;
  /** After it the link opens no form, and still ends the mails. */
  expires_at: string;
  /** Hash of the address for which the link was made: the order's may be corrected later. */
  email_hash: string;
}

/** Orders whose buyers agreed to be asked by mail. */
export interface ReviewAsksTable {
  order_id: string;
  /** What the buyer read and agreed to. */
  wording: string;
  agreed_at: string;
  /** When the mail was written; null: not yet. */
  asked_at: string | null;
  /** When the buyer changed their mind, or it became clear that there is nothing to ask. */
  ended_at: string | null;
}

/** Addresses that want no more of these mails. */
export interface ReviewOptoutsTable {
  /** Hash of the address, because it outlives orders and accounts. */
  email_hash: string;
  at: string;
}

export interface ReviewReportsTable {
  id: string;
  review_id: string;
  /** A key of `reviews:reasons`. */
  reason: string;
  text: string;
  /** '' if the person gave none. */
  email: string;
  locale: string | null;
  created_at: string;
  done_at: string | null;
}

export type ReviewRow = Selectable<ReviewsTable>;
export type ReviewReportRow = Selectable<ReviewReportsTable>;
