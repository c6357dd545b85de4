import { BUYER_EMAIL } from './address-book.ts';
import {
  leftOf,
  unitOf,
  type CaptureRecord,
  type DisputeRecord,
  type OrderRecord,
  type RefundRecord,
} from './records.ts';
import { moneyOf } from './money.ts';

/** The emulated shop's account at PayPal. */
const MERCHANT_ID = 'EMULATEDSHOP2';

/** PayPal's JSON of the emulator's records. `base` is the emulator's address as the caller sees it. */
export function orderJson(order: OrderRecord, base: string) {
  const unit = unitOf(order);
  const approved = order.status === 'APPROVED' || order.status === 'COMPLETED';
  const account = { email_address: order.email ?? BUYER_EMAIL, account_id: 'EMULATEDBUYER' };
  return {
    ...orderSummary(order, base),
    intent: 'CAPTURE',
    payment_source: { paypal: approved ? account : {} },
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        payee: { email_address: 'shop@example.com', merchant_id: order.payee ?? MERCHANT_ID },
        ...(order.captures.length > 0 && {
          payments: {
            captures: order.captures.map((capture) => captureJson(order, capture, base)),
            refunds: order.refunds.map((refund) => refundJson(order, refund, base)),
          },
        }),
      },
    ],
    ...(approved && { payer: { email_address: account.email_address, payer_id: account.account_id } }),
    create_time: order.createdAt,
  };
}

/** The response without `Prefer: return=representation`. */
export function orderSummary({ id, status }: OrderRecord, base: string) {
  const self = `${base}/v2/checkout/orders/${id}`;
  return {
    id,
    status,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(status === 'PAYER_ACTION_REQUIRED'
        ? [{ href: `${base}/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' }]
        : []),
      ...(status === 'APPROVED' ? [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }] : []),
    ],
  };
}

function captureJson(order: OrderRecord, { id, status, cents, createdAt }: CaptureRecord, base: string) {
  const self = `${base}/v2/payments/captures/${id}`;
  const { custom_id, invoice_id, amount } = unitOf(order);
  return {
    id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: moneyOf(cents, amount.currency_code),
    final_capture: true,
    custom_id,
    invoice_id,
    create_time: createdAt,
    update_time: createdAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${base}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** A capture as a response of its own, which names its order. */
export const fullCaptureJson = (order: OrderRecord, capture: CaptureRecord, base: string) => ({
  ...captureJson(order, capture, base),
  supplementary_data: { related_ids: { order_id: order.id } },
});

export function refundJson(
  order: OrderRecord,
  { id, captureId, status, cents, createdAt }: RefundRecord,
  base: string,
) {
  const { custom_id, invoice_id, amount } = unitOf(order);
  return {
    id,
    status,
    amount: moneyOf(cents, amount.currency_code),
    custom_id,
    invoice_id,
    create_time: createdAt,
    update_time: createdAt,
    links: [
      { href: `${base}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${base}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
    ],
  };
}

const DAY_MS = 86_400_000;

export function disputeJson(order: OrderRecord, capture: CaptureRecord, dispute: DisputeRecord) {
  const { custom_id, invoice_id, amount } = unitOf(order);
  const { id, reason, outcome, cents, createdAt, updatedAt } = dispute;
  return {
    dispute_id: id,
    create_time: createdAt,
    update_time: updatedAt,
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        create_time: capture.createdAt,
        transaction_status: capture.status,
        gross_amount: moneyOf(capture.cents, amount.currency_code),
        invoice_number: invoice_id,
        custom: custom_id,
      },
    ],
    reason,
    status: outcome ? 'RESOLVED' : 'WAITING_FOR_SELLER_RESPONSE',
    dispute_amount: moneyOf(cents, amount.currency_code),
    ...(outcome
      ? { dispute_outcome: { outcome_code: outcome } }
      : { seller_response_due_date: new Date(Date.parse(createdAt) + 10 * DAY_MS).toISOString() }),
    dispute_life_cycle_stage: 'INQUIRY',
    links: [],
  };
}

/** A capture's state after a refund. */
export const refundedState = (order: OrderRecord, capture: CaptureRecord): CaptureRecord['status'] =>
  leftOf(order, capture) === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
