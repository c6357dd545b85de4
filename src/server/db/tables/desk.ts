/** Tables of staff, their sessions, and the audit. */
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
  /**
   * Base32 secret of the authenticator app, encrypted where there is a key (desk-key.ts); null while none is set up.
   */
  totp_secret: string | null;
  /** The time step of the last accepted code, so that no code works twice. */
  totp_step: number | null;
  created_at: string;
  updated_at: string;
  /** When the person lost access. The row stays, because audit entries refer to it. */
  disabled_at: string | null;
}

/** Links for choosing a password, in an invitation or after a lost password. Each works once. */
export interface StaffLinksTable {
  token_hash: string;
  staff_id: string;
  expires_at: string;
}

export interface StaffSessionsTable {
  token_hash: string;
  /** Identifies the session in the list of sessions; grants no access. */
  id: string;
  staff_id: string;
  /** 1: second factor verified, or none is set up. 0: only the password was verified. */
  complete: number;
  address: string;
  browser: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  /** When the password was entered; null after 30 idle minutes. */
  confirmed_at: string | null;
}

/** Recovery codes for a lost second factor. A code is deleted when it is used. */
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

/** Challenges that were answered, so that none can be answered twice. */
export interface StaffChallengesTable {
  challenge: string;
  staff_id: string;
  expires_at: string;
}

/** Browsers that signed in before. A shared browser has a row for each person. */
export interface StaffDevicesTable {
  token_hash: string;
  staff_id: string;
  expires_at: string;
}

/** The audit: acts of staff, in the desk or on the command line. Triggers refuse every change. */
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
  /** JSON; null when there was no earlier value. */
  before: string | null;
  /** JSON; null when there is no new value. */
  after: string | null;
}

export interface OrderNotesTable {
  id: string;
  order_id: string;
  who: string;
  text: string;
  created_at: string;
}

/** What the staff noted about a customer. */
export interface ClientNotesTable {
  id: string;
  client_id: string;
  text: string;
  who: string;
  created_at: string;
}

/** Submitted forms of the desk. */
export interface SentFormsTable {
  /** Digest of the submitted data, including the form's id. */
  digest: string;
  /** Where the browser was redirected after the act; null while the act runs. */
  answer: string | null;
  sent_at: string;
}

export type StaffRow = Selectable<StaffTable>;
export type StaffSessionRow = Selectable<StaffSessionsTable>;
export type StaffPasskeyRow = Selectable<StaffPasskeysTable>;
export type AuditRow = Selectable<AuditTable>;
export type OrderNoteRow = Selectable<OrderNotesTable>;
export type ClientNoteRow = Selectable<ClientNotesTable>;
