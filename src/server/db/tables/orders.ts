/** Tables from checkout to parcel and invoice. */
import type { Generated, Selectable } from 'kysely';
import type { OrderDelivery } from '#src/shared/delivery/delivery-method.ts';
import type { PaymentSource } from '#src/shared/payment-source.ts';

/** docs/checkout.md explains the states. */
export interface CheckoutsTable {
  id: string;
  /** null for a guest, and after the account was deleted. */
  client_id: string | null;
  /** The browser of a buyer without an account. */
  guest_id: string | null;
  /** Chosen by the browser, so that a repeated call finds its checkout. */
  request_id: string;
  /** `sold_out` and `code_used_up`: others took the units, or the last use of the code, before the payment came. */
  state:
    | 'open'
    | 'ordered'
    | 'superseded'
    | 'cancelled'
    | 'expired'
    | 'sold_out'
    | 'code_used_up'
    | 'refused'
    | 'mismatched';
  locale: string;
  /** Set for a checkout that began without an address; `confirmed` after the buyer tapped the order button. */
  express: 'unconfirmed' | 'confirmed' | null;
  /** '' in an unconfirmed express checkout without an account, like `client_name`. */
  email: string;
  client_name: string;
  delivery_method: Generated<OrderDelivery>;
  /** ShippingAddress as JSON: of a collection the place, of a gift voucher a name; `null` while express asks for it. */
  shipping_address: string;
  /** BillingAddress as JSON: who pays; null when the buyer named no other address for the invoice. */
  billing: string | null;
  /** The buyer's own reference, printed on the invoice. */
  reference: string | null;
  /** The buyer's note to the shop. */
  note: string | null;
  /** The greeting of a present, '' for one without; null when the order is not a present. */
  gift_message: string | null;
  subtotal_cents: number;
  shipping_cents: number;
  /** How much of it is for the faster delivery: what standard delivery would not have cost. */
  fast_surcharge_cents: Generated<number>;
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
  /** What PayPal takes the money from; null: the buyer's PayPal account, or a bank transfer. */
  payment_source: PaymentSource | null;
  paypal_order_id: string | null;
  /** Merchant id of the account that receives the money, as PayPal named it when it created the order. */
  paypal_payee: string | null;
  /** PayPal-Request-Id of a capture that may have happened; null when no capture can have happened. */
  capture_request_id: string | null;
  settling_by: string | null;
  settling_until: string | null;
  /** When to ask PayPal about this checkout; null once its state is final. */
  check_at: string | null;
  /** Digests in `evidence_texts` of what the buyer saw, as JSON. */
  evidence: string | null;
  /** Until when the shop offers this order to its buyer; null for a checkout that the buyer began. */
  offered_until: string | null;
  /** How many PayPal orders of an offer ended unpaid; null before the first. */
  payment_round: number | null;
  /** The id of the order whose parcel takes this one along. */
  ships_with: string | null;
  /** The discount code that its buyer entered. It counts as used while the units are held or sold. */
  code: Generated<string | null>;
  /** Hash of the buyer's email address, so that a code can be limited for each buyer; null without a code. */
  code_buyer: Generated<string | null>;
  /** What the code took off the shipping; `shipping_cents` is what is left. */
  shipping_discount_cents: Generated<number>;
  /** BoughtVoucher as JSON, of a checkout that buys a gift voucher and has no lines; null for goods. */
  gift_voucher: Generated<string | null>;
  /** The gift voucher that pays `voucher_cents` of the total. It is held while the units are, until it is booked. */
  voucher_id: Generated<string | null>;
  voucher_cents: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface CheckoutLinesTable {
  checkout_id: string;
  position: number;
  product_id: number;
  product_name: string;
  cod_catalog: string;
  quantity: number;
  /** Price of one unit after all discounts, which is what its buyer pays. */
  price_cents: number;
  /** What a discount code took off one unit. */
  discount_cents: Generated<number>;
  /** Deposit of one unit. */
  deposit_cents: number;
  vat_rate: number;
  withdrawal: string;
  /** Brand, subtitle and content, in the order's language. */
  traits: string;
  /** The set that was bought, of which this line is a part; null: the product was bought by itself. */
  set_id: Generated<number | null>;
  set_name: Generated<string | null>;
  /** How many of these sets were bought. */
  set_quantity: Generated<number | null>;
}

/** Orders by phone: checkouts that staff prepared, and that their buyers open with a link. */
export interface OffersTable {
  checkout_id: string;
  /** SHA-256 of the key in the link. */
  key_hash: string;
  /** The id of the form or command that created it, so that a repetition finds it. */
  request_id: string;
  /** How long it holds its units. */
  days: number;
  /** The staff's email, or "command line". */
  offered_by: string;
  created_at: string;
}

export interface PaymentsTable {
  capture_id: string;
  checkout_id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  /** What PayPal or the bank moved; 0 when a gift voucher paid everything. */
  amount_cents: number;
  /** What a gift voucher paid beside it. */
  voucher_cents: Generated<number>;
  /** Of both. */
  refunded_cents: number;
  /** PaidWith as JSON; null: a PayPal account, or a bank transfer. */
  paid_with: string | null;
  /** When to ask PayPal about a pending payment. */
  check_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface RefundsTable {
  /** The PayPal-Request-Id, stored before PayPal is called; PayPal's own id for a refund made elsewhere. */
  request_id: string;
  capture_id: string;
  paypal_refund_id: string | null;
  amount_cents: number;
  /** How much of it returns to the gift voucher that paid; PayPal or the bank moves the rest. */
  voucher_cents: Generated<number>;
  reason: 'no_stock' | 'mismatch' | 'owner' | 'paypal' | 'chargeback';
  status: 'requested' | 'pending' | 'completed' | 'failed';
  /** RefundedLine[] as JSON; null for a refund by amount. */
  lines: string | null;
  /** InvoiceShare[] as JSON: the VAT per rate that was given back. */
  shares: string | null;
  /** RestockedLine[] as JSON: the units that this refund returned to the stock. */
  restocked: string | null;
  /** Who requested the refund; null for the shop itself and for PayPal. */
  requested_by: string | null;
  /** PayPal's code of the refusal, final (`failed`) or temporary. */
  issue: string | null;
  failed_at: string | null;
  /** The id of the transfer file that names it, for the owner's bank; null: in none. */
  transfer_file: string | null;
  check_at: string | null;
  created_at: string;
}

/** What the shop answers to a dispute at PayPal, stored before PayPal is called. */
export interface CaseAnswersTable {
  /** PayPal's id of the dispute. */
  case_id: string;
  checkout_id: string;
  /** `evidence`: what the shop can prove. `accept`: the buyer is right and gets the money. */
  kind: 'evidence' | 'accept';
  /** `refused`: PayPal does not take it. */
  state: 'requested' | 'sent' | 'refused';
  /** What the shop wrote to PayPal. */
  note: string;
  /** PayPal's code of the refusal, final (`refused`) or temporary. */
  issue: string | null;
  /** Who asked for it; null on the command line. */
  asked_by: string | null;
  asked_at: string;
  /** When it was last sent, even if PayPal's response was lost. */
  sent_at: string | null;
  check_at: string | null;
}

/** A dispute at PayPal, or a payment that PayPal or the buyer's bank reversed. */
export interface PaymentCasesTable {
  /** PayPal's id of the dispute or of the reversal. */
  id: string;
  checkout_id: string;
  kind: 'dispute' | 'chargeback';
  /** `open`: PayPal has not decided. `undecided`: the money is gone, and the owner decides. */
  state: 'open' | 'undecided' | 'closed';
  amount_cents: number;
  /** PayPal's code, such as MERCHANDISE_OR_SERVICE_NOT_RECEIVED. */
  reason: string | null;
  /** PayPal's code of a resolved dispute; `accepted` or `dropped` when the owner closed the case. */
  outcome: string | null;
  /** PayPal's deadline for the shop's answer. */
  respond_by: string | null;
  opened_at: string;
  /** PayPal's time of the latest event, because events arrive in any order. */
  news_at: string;
  closed_at: string | null;
}

export interface OrdersTable {
  id: string;
  order_number: string;
  checkout_id: string;
  client_id: string | null;
  /** The checkout's address as `emailKey` writes it, for comparison. */
  email_key: string | null;
  /** What people search orders by, folded: names, email, city, company, reference and number (`orderSearchText`). */
  search_text: Generated<string>;
  payment_status: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled';
  delivery_status: 'in_separation' | 'not_with_carrier' | 'with_carrier' | 'delivered';
  ordered_at: string;
  /** null: not delivered, or delivered before the shop stored it */
  delivered_at: string | null;
  /** 1: when it was placed, the shop paid for returns. */
  free_returns: Generated<number | null>;
  updated_at: string;
}

/** What was changed at an order after it was placed. The oldest `before` of a kind is what was ordered. */
export interface OrderChangesTable {
  id: string;
  order_id: string;
  kind: 'address' | 'email' | 'invoice';
  /** ShippingAddress or InvoiceDetails as JSON, or the email address. */
  before: string;
  after: string;
  /** The staff's email, or "command line". */
  who: string;
  created_at: string;
}

/** The buyer's latest request to send an order to another address. */
export interface AddressRequestsTable {
  order_id: string;
  /** ShippingAddress as JSON. */
  address: string;
  state: 'open' | 'accepted' | 'declined';
  asked_at: string;
  decided_at: string | null;
}

/** The keys in mails to guests; each opens the page of one order. */
export interface OrderKeysTable {
  key_hash: string;
  order_id: string;
}

/** Issued invoices and credit notes. A trigger refuses every change of a row. */
export interface InvoicesTable {
  id: string;
  /** For example "RE-2026-00001". */
  number: string;
  kind: 'invoice' | 'credit_note';
  order_id: string;
  /** The invoice whose recipient was wrong; of its credit note and of the invoice that replaces it. */
  corrects_id: string | null;
  /** Gross; positive for a credit note too. */
  total_cents: number;
  /** InvoiceContent as JSON. */
  content: string;
  /** SHA-256 of `content`. */
  digest: string;
  issued_at: string;
}

/**
 * The last number of each series and year. Its row stays locked until the order's transaction ends, so numbers have no
 * gaps.
 */
export interface InvoiceCountersTable {
  series: string;
  year: number;
  last: number;
}

/** Versions of legal texts and of label facts that buyers saw, each once. */
export interface EvidenceTextsTable {
  /** SHA-256 of `content`. */
  digest: string;
  content: string;
}

export interface PaypalEventsTable {
  id: string;
  type: string;
  body: string;
  received_at: string;
  processed_at: string | null;
  /** When to process the event (again); null once processed. */
  check_at: string | null;
}

export type CheckoutRow = Selectable<CheckoutsTable>;
export type CheckoutLineRow = Selectable<CheckoutLinesTable>;
export type PaymentRow = Selectable<PaymentsTable>;
export type InvoiceRow = Selectable<InvoicesTable>;
export type RefundRow = Selectable<RefundsTable>;
export type CaseAnswerRow = Selectable<CaseAnswersTable>;
export type PaymentCaseRow = Selectable<PaymentCasesTable>;
export type OfferRow = Selectable<OffersTable>;
export type OrderRow = Selectable<OrdersTable>;
export type OrderChangeRow = Selectable<OrderChangesTable>;
export type AddressRequestRow = Selectable<AddressRequestsTable>;
