/** Row types. Times are ISO-8601 UTC text, flags 0/1, money integer cents, JSON text; the same on both engines. */
import type { Generated, Insertable, Selectable } from 'kysely';

export interface Tables {
  categories: CategoriesTable;
  products: ProductsTable;
  product_texts: ProductTextsTable;
  price_history: PriceHistoryTable;
  catalogue_state: CatalogueStateTable;
  settings: SettingsTable;
  clients: ClientsTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  outbox: OutboxTable;
  checkouts: CheckoutsTable;
  checkout_lines: CheckoutLinesTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  orders: OrdersTable;
  paypal_events: PaypalEventsTable;
  job_leases: JobLeasesTable;
  contact_messages: ContactMessagesTable;
  withdrawals: WithdrawalsTable;
  consents: ConsentsTable;
  former_slugs: FormerSlugsTable;
  known_devices: KnownDevicesTable;
  restock_notices: RestockNoticesTable;
  guests: GuestsTable;
  order_keys: OrderKeysTable;
  address_proofs: AddressProofsTable;
  invoices: InvoicesTable;
  invoice_counters: InvoiceCountersTable;
  evidence_texts: EvidenceTextsTable;
  deletions: DeletionsTable;
  shipments: ShipmentsTable;
  shipment_lots: ShipmentLotsTable;
}

/** The parcel of an order, from packing on. Orders that were packed before migration 0023 have none. */
interface ShipmentsTable {
  order_id: string;
  /** A key of `shipping.carriers` in shop.yaml. */
  carrier: string | null;
  tracking_number: string | null;
  packed_at: string;
  handed_over_at: string | null;
  delivered_at: string | null;
}

/** The lots that were noted when a parcel was packed, so that a recall finds its buyers. */
interface ShipmentLotsTable {
  order_id: string;
  cod_catalog: string;
  lot: string;
}

/** Versions of legal texts and of label facts that buyers saw, each once. */
interface EvidenceTextsTable {
  /** SHA-256 of `content`. */
  digest: string;
  content: string;
}

/** Issued invoices and credit notes. A trigger refuses every change of a row. */
interface InvoicesTable {
  id: string;
  /** For example "RE-2026-00001". */
  number: string;
  kind: 'invoice' | 'credit_note';
  order_id: string;
  /** Gross; positive for a credit note too. */
  total_cents: number;
  /** InvoiceContent as JSON. */
  content: string;
  /** SHA-256 of `content`. */
  digest: string;
  issued_at: string;
}

/** The last number of each series and year. Its row is locked until the order's transaction ends, so no number is left out. */
interface InvoiceCountersTable {
  series: string;
  year: number;
  last: number;
}

/** Addresses that asked to be told once when a sold-out product is back. */
interface RestockNoticesTable {
  id: string;
  product_id: number;
  email: string;
  /** The address in lower case, for comparison. */
  email_key: string;
  locale: string;
  token_hash: string;
  created_at: string;
  /** null until the address is confirmed by the mailed link. */
  confirmed_at: string | null;
}

/** Browsers of buyers without an account. A guest may have several tokens, because the answer with the first may get lost. */
interface GuestsTable {
  token_hash: string;
  guest_id: string;
  expires_at: string;
}

/** The keys in the mails to a guest; each opens the page of one order. */
interface OrderKeysTable {
  key_hash: string;
  order_id: string;
}

/** Mailed links with which a signed-in account proves its email address. A link is deleted when it is used. */
interface AddressProofsTable {
  token_hash: string;
  client_id: string;
  expires_at: string;
}

/** Browsers that have signed in to an account. */
interface KnownDevicesTable {
  token_hash: string;
  client_id: string;
  created_at: string;
  expires_at: string;
}

interface FormerSlugsTable {
  slug: string;
  product_id: number;
}

interface CategoriesTable {
  slug: string;
  group_name: string;
  label_pt: string;
  label_de: string;
  label_en: string;
  withdrawn_at: string | null;
}

interface ProductsTable {
  id: Generated<number>;
  cod_catalog: string;
  slug: string;
  product_name: string;
  brand: string | null;
  category_slug: string;
  kind: string;
  ean: string | null;
  real_price_cents: number;
  discount_percent: number;
  price_cents: number;
  /** The struck-through price; null when the law allows none. */
  reference_price_cents: number | null;
  vat_rate: number;
  deposit_cents: number;
  age_limit: number;
  withdrawal: string;
  quantity_available: number;
  net_quantity: number;
  net_unit: string;
  drained_weight_g: number | null;
  base_price_exempt: number;
  rank: number;
  /** The folded name, so that both engines sort names alike. */
  sort_name: string;
  /** Content hash of the picture's files in the media folder. */
  picture: string | null;
  /** The same of the further pictures, as a JSON list. */
  more_pictures: Generated<string>;
  /** ProductFacts as JSON. */
  facts: string;
  /** 1: lacks a fact without which it must not be sold, and the sales lock is in force. */
  sale_locked: Generated<number>;
  /** JSON list of the columns whose facts are missing and forbid the sale. */
  blocking_gaps: Generated<string>;
  /** Hash of all that the editor's files say about this product, except its stock. */
  digest: string;
  withdrawn_at: string | null;
  created_at: string;
  updated_at: string;
}

interface ProductTextsTable {
  product_id: number;
  locale: string;
  subtitle: string;
  info_html: string;
}

interface PriceHistoryTable {
  id: Generated<number>;
  product_id: number;
  valid_from: string;
  real_price_cents: number;
  discount_percent: number;
  price_cents: number;
}

interface CatalogueStateTable {
  id: number;
  version: number;
  changed_at: string;
}

interface SettingsTable {
  name: string;
  value: string;
}

interface ClientsTable {
  id: string;
  email: string;
  /** The address in lower case, for comparison. */
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
  /** Language of mails that no page requests. */
  locale: string;
  created_at: string;
  updated_at: string;
  /** The latest sign-in. */
  used_at: string | null;
  /** When the owner of an idle account was warned that it will be deleted. */
  idle_warned_at: string | null;
}

interface SessionsTable {
  token_hash: string;
  client_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
}

interface PasswordResetsTable {
  token_hash: string;
  /** null when no account has the address. */
  client_id: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

interface OutboxTable {
  /** Also the left half of the Message-ID and part of the file name, so enqueueing one id twice sends one mail. */
  id: string;
  kind: string;
  recipient: string;
  reply_to: string | null;
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
}

/** src/features/checkout/README.md explains the states. */
interface CheckoutsTable {
  id: string;
  /** null for a guest, and after the account was deleted. */
  client_id: string | null;
  /** The browser of a buyer without an account. */
  guest_id: string | null;
  /** Chosen by the browser, so that a repeated call finds its checkout. */
  request_id: string;
  state: 'open' | 'ordered' | 'superseded' | 'cancelled' | 'expired' | 'sold_out' | 'refused' | 'mismatched';
  locale: string;
  /** Set for a checkout that began without an address; `confirmed` since the buyer tapped the order button. */
  express: 'unconfirmed' | 'confirmed' | null;
  /** '' in an express checkout without an account that is not confirmed, like `client_name`. */
  email: string;
  client_name: string;
  /** ShippingAddress as JSON; `null` in an express checkout that is not confirmed. */
  shipping_address: string;
  subtotal_cents: number;
  shipping_cents: number;
  deposit_cents: number;
  total_cents: number;
  /** VatShare[] as JSON. */
  vat: string;
  /** Whether the lines' units are held for this checkout, back in stock, or sold. */
  hold: 'held' | 'released' | 'sold';
  /** null when the hold must not expire, because a payment may be in progress. */
  hold_expires_at: string | null;
  /** Hash of the buyer's network address; null once the hold is over. */
  network: string | null;
  paypal_order_id: string | null;
  /** Merchant id of the account that receives the money, as PayPal named it when it created the order. */
  paypal_payee: string | null;
  /** PayPal-Request-Id of a capture that may have happened; null when none can have happened. */
  capture_request_id: string | null;
  settling_by: string | null;
  settling_until: string | null;
  /** When to ask PayPal about this checkout; null once its state is final. */
  check_at: string | null;
  /** Digests in `evidence_texts` of what the buyer saw, as JSON. */
  evidence: string | null;
  created_at: string;
  updated_at: string;
}

interface CheckoutLinesTable {
  checkout_id: string;
  position: number;
  product_id: number;
  product_name: string;
  cod_catalog: string;
  quantity: number;
  /** Price of one unit after discount. */
  price_cents: number;
  /** Deposit of one unit. */
  deposit_cents: number;
  vat_rate: number;
  withdrawal: string;
  /** Brand, subtitle and content, in the order's language. */
  traits: string;
}

interface PaymentsTable {
  capture_id: string;
  checkout_id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amount_cents: number;
  refunded_cents: number;
  /** When to ask PayPal about a pending payment. */
  check_at: string | null;
  created_at: string;
  updated_at: string;
}

interface RefundsTable {
  /** The PayPal-Request-Id, stored before PayPal is called; PayPal's own id for a refund that was made elsewhere. */
  request_id: string;
  capture_id: string;
  paypal_refund_id: string | null;
  amount_cents: number;
  reason: 'no_stock' | 'mismatch' | 'owner' | 'paypal';
  status: 'requested' | 'pending' | 'completed' | 'failed';
  check_at: string | null;
  created_at: string;
}

interface OrdersTable {
  id: string;
  order_number: string;
  checkout_id: string;
  client_id: string | null;
  /** The checkout's address in lower case, for comparison. */
  email_key: string | null;
  payment_status: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled';
  delivery_status: 'in_separation' | 'not_with_carrier' | 'with_carrier' | 'delivered';
  ordered_at: string;
  /** null: not delivered, or delivered before the shop stored it */
  delivered_at: string | null;
  updated_at: string;
}

interface PaypalEventsTable {
  id: string;
  type: string;
  body: string;
  received_at: string;
  processed_at: string | null;
  /** When to process (again); null once processed. */
  check_at: string | null;
}

interface JobLeasesTable {
  name: string;
  holder: string;
  until: string;
}

interface ContactMessagesTable {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  locale: string;
  created_at: string;
}

interface WithdrawalsTable {
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
  /** The order with the given number, whoever ordered it; null if there is none. */
  order_id: string | null;
  /** When the goods came back, or the customer proved that they were sent. */
  goods_back_at: string | null;
  /** How the owner closed it; null while it is open, and where a full refund answered it. */
  closed_as: 'done' | 'refused' | null;
  closed_at: string | null;
  closed_reason: string | null;
  /** When the owner was reminded of the refund. */
  reminded_at: string | null;
}

/** What was deleted because its time was over. It names nobody. */
interface DeletionsTable {
  id: string;
  at: string;
  what: string;
  count: number;
  reason: string;
}

interface ConsentsTable {
  id: string;
  /** Random; the browser that made the choice stores it too. */
  receipt: string;
  choice: string;
  text_version: string;
  locale: string;
  created_at: string;
}

export type ProductRow = Selectable<ProductsTable>;
export type NewProductRow = Insertable<ProductsTable>;
export type CategoryRow = Selectable<CategoriesTable>;
export type ProductTextRow = Selectable<ProductTextsTable>;
export type NewPriceHistoryRow = Insertable<PriceHistoryTable>;
export type ClientRow = Selectable<ClientsTable>;
export type NewClientRow = Insertable<ClientsTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type CheckoutRow = Selectable<CheckoutsTable>;
export type CheckoutLineRow = Selectable<CheckoutLinesTable>;
export type PaymentRow = Selectable<PaymentsTable>;
export type InvoiceRow = Selectable<InvoicesTable>;
export type RefundRow = Selectable<RefundsTable>;
export type OrderRow = Selectable<OrdersTable>;
export type ContactMessageRow = Selectable<ContactMessagesTable>;
export type WithdrawalRow = Selectable<WithdrawalsTable>;
export type DeletionRow = Selectable<DeletionsTable>;
export type ConsentRow = Selectable<ConsentsTable>;
export type RestockNoticeRow = Selectable<RestockNoticesTable>;
