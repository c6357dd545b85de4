/** Tables of who runs the shop in a browser, and of what was done by hand. */
import type { Generated, Selectable } from 'kysely';

export interface StaffTable {
  id: string;
  email: string;
  /** The address as `emailKey` writes it, for comparison. */
  email_key: string;
  name: string;
  role: 'owner' | 'packer' | 'editor';
  locale: string;
  /** null until the invitation was accepted. */
  password_hash: string | null;
  /** Base32 secret of the authenticator app, encrypted where there is a key (desk-key.ts); null while none is set up. */
  totp_secret: string | null;
  /** The time step of the last code that was accepted, so that no code works twice. */
  totp_step: number | null;
  created_at: string;
  updated_at: string;
  /** When the person lost access. The row stays, because the audit names it. */
  disabled_at: string | null;
}

/** Links that let a person choose a password: an invitation, or a lost password. Each works once. */
export interface StaffLinksTable {
  token_hash: string;
  staff_id: string;
  expires_at: string;
}

export interface StaffSessionsTable {
  token_hash: string;
  /** Names the session in the list of sessions; it opens nothing. */
  id: string;
  staff_id: string;
  /** 1: the second factor was given, or none is set up. 0: only the password was right. */
  complete: number;
  address: string;
  browser: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  /** When the password was typed; null after 30 minutes without a click. */
  confirmed_at: string | null;
}

/** Codes that replace a lost second factor. A code is deleted when it is used. */
export interface StaffRecoveryCodesTable {
  code_hash: string;
  staff_id: string;
}

export interface StaffPasskeysTable {
  /** The credential's id in base64url. */
  id: string;
  staff_id: string;
  name: string;
  /** COSE key in base64url. */
  public_key: string;
  counter: number;
  created_at: string;
}

/** Challenges that were answered, so that none is answered twice. */
export interface StaffChallengesTable {
  challenge: string;
  staff_id: string;
  expires_at: string;
}

/** Browsers that signed in before. A browser that several people use has a row for each. */
export interface StaffDevicesTable {
  token_hash: string;
  staff_id: string;
  expires_at: string;
}

/** What was done by hand, in the desk or on the command line. Triggers refuse every change. */
export interface AuditTable {
  id: Generated<number>;
  at: string;
  /** null for the command line. */
  staff_id: string | null;
  who: string;
  /** Network address; '' for the command line. */
  address: string;
  /** For example `order.pack`. */
  act: string;
  /** For example `order`. */
  subject: string;
  /** The id or number of the subject, as people name it. */
  subject_id: string;
  /** JSON; null where nothing was there before. */
  before: string | null;
  /** JSON; null where nothing is there after. */
  after: string | null;
}

export interface OrderNotesTable {
  id: string;
  order_id: string;
  who: string;
  text: string;
  created_at: string;
}

/** Forms of the desk that were sent. */
export interface SentFormsTable {
  /** Of everything that was sent, with the id that the form got when it was shown. */
  digest: string;
  /** Where the browser was led after the act; null while the act runs. */
  answer: string | null;
  sent_at: string;
}

export type StaffRow = Selectable<StaffTable>;
export type StaffSessionRow = Selectable<StaffSessionsTable>;
export type StaffPasskeyRow = Selectable<StaffPasskeysTable>;
export type AuditRow = Selectable<AuditTable>;
export type OrderNoteRow = Selectable<OrderNotesTable>;
