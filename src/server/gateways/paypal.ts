import type { Cents } from '#src/shared/money.ts';
import type { Result } from '#src/shared/result.ts';

/**
 * What the shop needs of PayPal. Amounts are EUR cents; PayPal's own shapes stay behind this interface. A call ends within
 * five times PAYPAL_TIMEOUT_MS, its repetitions and a new token included.
 */
export interface PaypalGateway {
  /** The same `requestId` again answers the order it made, for 6 hours; after that only `getOrder` may be asked. */
  createOrder(order: NewPaypalOrder): Answer<PaypalOrder>;
  getOrder(orderId: string): Answer<PaypalOrder>;
  /** Takes the money of an approved order. A capture retried after `declined` needs a new `requestId`. */
  captureOrder(orderId: string, requestId: string): Answer<PaypalOrder>;
  getCapture(captureId: string): Answer<PaypalCapture>;
  /** Gives back `amount` of EUR cents, or all that is left in the capture's currency; the same `requestId` again never pays twice, for 45 days. */
  refundCapture(captureId: string, requestId: string, amount?: Cents): Answer<PaypalRefund>;
  /** Whether PayPal sent this event to our webhook: `rawBody` as it came, since a re-serialised body fails. */
  verifyWebhook(headers: Headers, rawBody: Uint8Array): Answer<boolean>;
}

type Answer<T> = Promise<Result<T, PaypalError>>;

export interface PaypalError {
  kind: PaypalErrorKind;
  /** PayPal's word for it, such as `INSTRUMENT_DECLINED`; ours where no answer came: `TIMEOUT`, `NETWORK_ERROR`. For logs. */
  issue: string;
  /** Of the answer, if one came. */
  status?: number;
  /** What PayPal's support asks for. */
  debugId?: string;
}

/**
 * - `provider_down`: no usable answer after some tries; the call may have been carried out nevertheless. Repeat it with
 *   the same requestId, or look with a get.
 * - `declined`: no money moved; the buyer may approve again with another means of payment.
 * - `refused`: no money moved, and never will for this order: `TRANSACTION_REFUSED`, too many attempts and the like.
 * - `not_approved`: the buyer has not approved yet, or must do so again.
 * - `already_captured`: `getOrder` tells its capture.
 * - `already_refunded`: nothing is left of the capture to give back, or less than asked for.
 * - `not_found`: PayPal knows no such order or capture (any more).
 * - `rejected`: PayPal calls our request wrong: a bug, or an account that is not set up.
 */
export type PaypalErrorKind =
  'provider_down' | 'declined' | 'refused' | 'not_approved' | 'already_captured' | 'already_refunded' | 'not_found' | 'rejected';

export interface NewPaypalOrder {
  /** At most 108 characters; one for each checkout. */
  requestId: string;
  /** Comes back with every order and capture. */
  checkoutId: string;
  /** Unique in the PayPal account: it refuses a second payment of the same one. */
  invoiceId: string;
  /** Goods and deposits, gross. */
  items: PaypalItem[];
  shipping: Cents;
  address: PaypalAddress;
  /** BCP 47, of PayPal's window. */
  locale: string;
  /** Where the buyer comes back to after a redirect, absolute; PayPal adds `token=<order id>`. */
  returnUrl: string;
  cancelUrl: string;
}

export interface PaypalItem {
  name: string;
  sku?: string;
  quantity: number;
  /** Of one unit, gross. */
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
  /** Where the buyer approves, until they did. */
  approveUrl: string | undefined;
}

export interface PaypalCapture {
  id: string;
  /** Money is ours at COMPLETED only: an order can be COMPLETED while its capture is PENDING. */
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  /** Hundredths of `currency`. */
  amount: Cents;
  /** ISO 4217. */
  currency: string;
  checkoutId: string | undefined;
  invoiceId: string | undefined;
  /** Only `getCapture` and events tell it. */
  orderId: string | undefined;
}

export interface PaypalRefund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
  amount: Cents;
  captureId: string | undefined;
}

/** A webhook event, as `readPaypalEvent` understands it. */
export interface PaypalEvent {
  id: string;
  /** `PAYMENT.CAPTURE.COMPLETED` and so on. */
  type: string;
  orderId: string | undefined;
  checkoutId: string | undefined;
  /** Of PAYMENT.CAPTURE.PENDING, .COMPLETED, .DENIED. */
  capture: PaypalCapture | undefined;
  /** Of PAYMENT.CAPTURE.REFUNDED and .REVERSED; `captureId` is all that leads to the order. */
  refund: PaypalRefund | undefined;
}
