import type { Cents } from '#src/shared/money.ts';
import type { PaidWith, PaymentSource } from '#src/shared/payment-source.ts';
import type { Result } from '#src/shared/result.ts';

/**
 * The shop's interface to PayPal. Amounts are EUR cents. A call ends within five times PAYPAL_TIMEOUT_MS, including its
 * retries and a new token.
 */
export interface PaypalGateway {
  /** Whether PayPal accepts the client id and secret; an error with the status 401 means that it refuses them. */
  checkLogin(): Answer<unknown>;
  /** For 6 hours the same `requestId` returns the same order; after that only `getOrder` is allowed. */
  createOrder(order: NewPaypalOrder): Answer<PaypalOrder>;
  getOrder(orderId: string): Answer<PaypalOrder>;
  /** Replaces the delivery address of an uncaptured order. `order`: its state at PayPal. */
  updateAddress(order: Pick<PaypalOrder, 'id' | 'address'>, address: PaypalAddress): Answer<unknown>;
  /** Captures the money of an approved order. A retry after `declined` needs a new `requestId`. */
  captureOrder(orderId: string, requestId: string): Answer<PaypalOrder>;
  getCapture(captureId: string): Answer<PaypalCapture>;
  /**
   * Refunds `amount` EUR cents, or all that is left in the capture's currency. For 45 days the same `requestId` never
   * pays twice.
   */
  refundCapture(captureId: string, requestId: string, amount?: Cents): Answer<PaypalRefund>;
  getRefund(refundId: string): Answer<PaypalRefund>;
  /** Tells PayPal the number of a parcel. The same `requestId` makes no second tracker. */
  addTracker(tracker: NewPaypalTracker, requestId: string): Answer<unknown>;
  /** The parcel was not handed over after all. `not_found`: PayPal does not know the number. */
  cancelTracker(tracker: PaypalTracker): Answer<unknown>;
  getDispute(disputeId: string): Answer<PaypalDispute>;
  /**
   * Sends what the shop can prove. PayPal knows no request id here, so neither this call nor `acceptClaim` is repeated:
   * ask `getDispute` whether it still waits for the shop.
   */
  sendEvidence(disputeId: string, evidence: PaypalEvidence): Answer<unknown>;
  /** The buyer is right: PayPal refunds the disputed amount. */
  acceptClaim(disputeId: string, note: string): Answer<unknown>;
  /**
   * A page of the account's transactions in a period of at most 31 days. PayPal lists them up to three hours late, and
   * only when "Transaction Search" is enabled for the app.
   */
  listTransactions(time: { from: Date; until: Date }, page: number): Answer<PaypalTransactionPage>;
  /**
   * Whether PayPal sent this event to our webhook. `rawBody` must be the original bytes, because a re-serialised body
   * fails.
   */
  verifyWebhook(headers: Headers, rawBody: Uint8Array): Answer<boolean>;
}

type Answer<T> = Promise<Result<T, PaypalError>>;

export interface PaypalError {
  kind: PaypalErrorKind;
  /** PayPal's code, such as `INSTRUMENT_DECLINED`; `TIMEOUT` or `NETWORK_ERROR` when no response arrived. For logs. */
  issue: string;
  /** Status of the response, if one arrived. */
  status?: number;
  /** PayPal's support asks for this id. */
  debugId?: string;
}

/**
 * - `provider_down`: several tries got no usable response, but the call may have succeeded. Repeat it with the same
 *   requestId,
 * or check with a get.
 * - `declined`: no money moved; the buyer may approve again with another means of payment.
 * - `refused`: no money moved, and never will for this order: `TRANSACTION_REFUSED`, too many attempts and the like.
 * - `not_approved`: the buyer has not approved yet, or must do so again.
 * - `already_captured`: `getOrder` returns the capture.
 * - `already_refunded`: the capture has less left to refund than requested, or nothing.
 * - `bad_address`: PayPal does not take the delivery address.
 * - `not_now`: the account has too little money or lacks a right; the same request succeeds once its owner has mended
 *   that.
 * - `not_found`: PayPal does not know the order or capture, or no longer.
 * - `rejected`: PayPal rejects our request, and would reject it again: nothing was done.
 */
export type PaypalErrorKind =
  | 'provider_down'
  | 'declined'
  | 'refused'
  | 'not_approved'
  | 'already_captured'
  | 'already_refunded'
  | 'bad_address'
  | 'not_now'
  | 'not_found'
  | 'rejected';

export interface NewPaypalOrder {
  /** At most 108 characters; unique for each checkout. */
  requestId: string;
  /** PayPal returns it with every order and capture. */
  checkoutId: string;
  /** Unique in the PayPal account, so PayPal refuses a second payment of the same invoice. */
  invoiceId: string;
  /** Goods and deposits, gross. */
  items: PaypalItem[];
  shipping: Cents;
  /** What a discount code takes off the goods and off the shipping. */
  discount?: Cents;
  shippingDiscount?: Cents;
  /** undefined: the buyer's PayPal account. */
  source?: PaymentSource | undefined;
  /** undefined: the buyer chooses an address at PayPal, and confirms the order in the shop afterwards. */
  address: PaypalAddress | undefined;
  /** The buyer collects the goods at `address`. */
  isCollected?: boolean;
  /** Nothing is shipped, so PayPal asks for no address. */
  isSentByEmail?: boolean;
  /** PayPal's window shows it. */
  shopName: string;
  /** Language of PayPal's window, BCP 47. */
  locale: string;
  /** Absolute URL to which PayPal redirects the buyer; PayPal adds `token=<order id>`. */
  returnUrl: string;
  cancelUrl: string;
}

export interface PaypalItem {
  name: string;
  sku?: string;
  quantity: number;
  /** Gross price of one unit. */
  unitPrice: Cents;
}

export interface PaypalAddress {
  name: string;
  /** Street and number. */
  line1: string;
  line2?: string;
  postalCode: string;
  city: string;
  countryCode: 'DE';
}

export interface PaypalOrder {
  id: string;
  status: 'CREATED' | 'SAVED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  /** Hundredths of `currency`. */
  amount: Cents;
  /** ISO 4217. */
  currency: string;
  checkoutId: string | undefined;
  invoiceId: string | undefined;
  /** Merchant id of the account that gets the money. */
  payee: string | undefined;
  captures: PaypalCapture[];
  refunds: PaypalRefund[];
  /** Where the buyer approves; undefined afterwards. */
  approveUrl: string | undefined;
  /** The delivery address: the shop's, or the buyer's choice after the approval. Its parts may be missing. */
  address: Partial<PaypalDestination> | undefined;
  /** Of the buyer's PayPal account; undefined before the approval. */
  email: string | undefined;
  /** The approved card; undefined when the money comes from a PayPal account. */
  paidWith: PaidWith | undefined;
  /** The result of 3-D Secure; undefined when nobody asked the buyer's bank. */
  authentication: PaypalAuthentication | undefined;
}

/** https://developer.paypal.com/docs/checkout/advanced/customize/3d-secure/response-parameters */
export interface PaypalAuthentication {
  /** Whether the buyer's bank answers for the payment: POSSIBLE, YES, NO or UNKNOWN. */
  liabilityShift: string | undefined;
  /** Whether the bank can ask its customer: Y, N, U (not available) or B (bypassed). */
  enrollment: string | undefined;
  /** What the bank answered: Y, N, R (rejected), A (attempted), U, C, D or I. */
  status: string | undefined;
}

/** A delivery address as PayPal names it, in any country. */
type PaypalDestination = Omit<PaypalAddress, 'countryCode'> & { countryCode: string };

export interface PaypalCapture {
  id: string;
  /** The money is ours only at COMPLETED: an order can be COMPLETED while its capture is PENDING. */
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  /** Hundredths of `currency`. */
  amount: Cents;
  /** ISO 4217. */
  currency: string;
  checkoutId: string | undefined;
  invoiceId: string | undefined;
  /** Only `getCapture` and events contain it. */
  orderId: string | undefined;
}

export interface PaypalRefund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
  amount: Cents;
  captureId: string | undefined;
}

export type PaypalChargeback = Pick<PaypalRefund, 'id' | 'amount' | 'captureId'>;

/** A parcel of a captured order. */
interface PaypalTracker {
  orderId: string;
  captureId: string;
  /** At most 64 characters. */
  number: string;
}

export interface NewPaypalTracker extends PaypalTracker {
  /** From PayPal's list of carriers, or `OTHER`. */
  carrier: string;
  /** Of `OTHER`, at most 64 characters. */
  carrierName?: string;
}

/** An entry of the account's history: a payment, a refund, a fee, a withdrawal to the bank and others. */
export interface PaypalTransaction {
  /** Of a payment, the capture's id. */
  id: string;
  /** PayPal's kind of transaction, such as T0006. */
  code: string;
  /** PayPal's letter: successful, pending, denied, or given back. */
  status: 'S' | 'P' | 'D' | 'V';
  /** Negative when money left the account. */
  amount: Cents;
  /** What PayPal kept of it; negative when PayPal returned a fee. */
  fee: Cents;
  /** The payment that a refund or a reversal belongs to. */
  referenceId: string | undefined;
  /** ISO 4217. */
  currency: string;
  /** ISO-8601 */
  at: string;
  checkoutId: string | undefined;
  /** Of the buyer's PayPal account. */
  name: string | undefined;
  email: string | undefined;
}

export interface PaypalTransactionPage {
  transactions: PaypalTransaction[];
  pages: number;
}

export interface PaypalEvidence {
  /** Parcels that were handed over; `carrier`: the shop's short name, such as dhl. */
  parcels: { carrier: string; number: string }[];
  note: string;
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/** A buyer's complaint at PayPal. */
export interface PaypalDispute {
  id: string;
  isResolved: boolean;
  /** Whether PayPal waits for the shop's answer. */
  isOurTurn: boolean;
  /** PayPal's code of how it was resolved. */
  outcome: string | undefined;
  /** PayPal's code, such as MERCHANDISE_OR_SERVICE_NOT_RECEIVED. */
  reason: string | undefined;
  amount: Cents;
  /** ISO-8601; until when PayPal waits for the shop. */
  respondBy: string | undefined;
  /** ISO-8601 */
  updatedAt: string | undefined;
  /** The disputed payments, each by its capture id and the checkout's reference. */
  payments: { captureId: string | undefined; checkoutIds: string[] }[];
}

/** A webhook event, parsed by `readPaypalEvent`. */
export interface PaypalEvent {
  id: string;
  /** `PAYMENT.CAPTURE.COMPLETED` and so on. */
  type: string;
  orderId: string | undefined;
  checkoutId: string | undefined;
  /** In PAYMENT.CAPTURE.PENDING, .COMPLETED and .DENIED. */
  capture: PaypalCapture | undefined;
  /** In PAYMENT.CAPTURE.REFUNDED; only `captureId` leads to the order. */
  refund: PaypalRefund | undefined;
  /** In PAYMENT.CAPTURE.REVERSED: PayPal or the buyer's bank took the money back. */
  chargeback: PaypalChargeback | undefined;
  /** In CUSTOMER.DISPUTE.CREATED, .UPDATED and .RESOLVED. */
  dispute: PaypalDispute | undefined;
}
