/** Tables of customers, guests and their consents. */
import type { Generated, Insertable, Selectable } from 'kysely';

export interface ClientsTable {
  id: string;
  email: string;
  /** The address as `emailKey` writes it, for comparison. */
  email_key: string;
  password_hash: string;
  name: string;
  lastname: string;
  address: string;
  number: string;
  additional_address: string;
  postal_code: string;
  city: string;
  /** ISO 3166-1, two letters. */
  country: string;
  phone: string;
  /** Name, email and address as `clientSearch` writes them, for the desk's search. */
  search_text: Generated<string>;
  phone_digits: Generated<string>;
  /** Language of mails that are not caused by a page. */
  locale: string;
  created_at: string;
  updated_at: string;
  /** Time of the latest sign-in. */
  used_at: string | null;
  /** When the customer was warned that the idle account will be deleted. */
  idle_warned_at: string | null;
}

/** An account's further addresses. Its first one is in `clients`. */
export interface ClientAddressesTable {
  id: string;
  client_id: string;
  /** BillingAddress as JSON. */
  address: string;
  created_at: string;
  updated_at: string;
}

/** A customer's cart (src/features/account-cart). */
export interface AccountCartsTable {
  client_id: string;
  /** Grows with each change; 0 before the first. */
  version: number;
  /** CartUnits[] as JSON. */
  lines: string;
  /** Ids of the latest calls that changed it, newest first, as JSON. */
  calls: string;
  updated_at: string;
}

export interface SessionsTable {
  token_hash: string;
  client_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
}

export interface PasswordResetsTable {
  token_hash: string;
  /** null when no account has the address. */
  client_id: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** Browsers that have signed in to an account. */
export interface KnownDevicesTable {
  token_hash: string;
  client_id: string;
  created_at: string;
  expires_at: string;
}

/** Mailed links that prove the email address of a signed-in account. A link is deleted when it is used. */
export interface AddressProofsTable {
  token_hash: string;
  client_id: string;
  expires_at: string;
}

export interface ConsentsTable {
  id: string;
  /** Random; also stored by the browser that made the choice. */
  receipt: string;
  choice: string;
  text_version: string;
  locale: string;
  created_at: string;
}

/**
 * Browsers of buyers without an account. A guest may have several tokens, because the response with the first may get
 * lost.
 */
export interface GuestsTable {
  token_hash: string;
  guest_id: string;
  expires_at: string;
}

/** Without the search columns, which only the repository writes. */
export type ClientRow = Omit<Selectable<ClientsTable>, 'search_text' | 'phone_digits'>;
export type NewClientRow = Insertable<ClientsTable>;
export type AccountCartRow = Selectable<AccountCartsTable>;
export type ConsentRow = Selectable<ConsentsTable>;
