import { BUYER_EMAIL, BUYER_NAME } from './address-book.ts';
import { cardSourceJson, cardSourceOf } from './card-source.ts';
import {
  isPaidOut,
  leftOf,
  unitOf,
  type CaptureRecord,
  type DisputeRecord,
  type OrderRecord,
  type RefundRecord,
  type TrackerRecord,
} from './records.ts';
import { feeOf, moneyOf } from './money.ts';

/** The emulated shop's account at PayPal; PayPal's ids have neither 0 and 1 nor I and O. */
const MERCHANT_ID = 'EMULATEDSHXP2';
const PAYER_ID = 'EMULATEDBUYER';

/** PayPal's JSON of the emulator's records. `base` is the emulator's address as the caller sees it. */
export function orderJson(order: OrderRecord, base: string) {
  const unit = unitOf(order);
  const byCard = cardSourceOf(order);
  const approved = order.status === 'APPROVED' || order.status === 'COMPLETED';
  const account = {
    email_address: order.email ?? BUYER_EMAIL,
    account_id: PAYER_ID,
    account_status: 'VERIFIED',
    name: BUYER_NAME,
    address: { country_code: 'DE' },
  };
  return {
    ...orderSummary(order, base),
    intent: 'CAPTURE',
    payment_source: byCard ? cardSourceJson(order, byCard) : { paypal: approved ? account : {} },
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        ...(unit.shipping && { shipping: { type: 'SHIPPING', ...unit.shipping, ...trackersOf(order) } }),
        payee: payeeOf(order),
        ...(order.captures.length > 0 && {
          payments: {
            captures: order.captures.map((capture) => captureJson(order, capture, base)),
            refunds: order.refunds.map((refund) => refundJson(order, refund, base)),
          },
        }),
      },
    ],
    ...(approved &&
      !byCard && {
        payer: {
          email_address: account.email_address,
          payer_id: account.account_id,
          name: account.name,
          address: account.address,
        },
      }),
    create_time: order.createdAt,
    update_time: order.captures.at(-1)?.createdAt ?? order.approvedAt ?? order.createdAt,
  };
}

/** PayPal's id of a parcel. */
export const trackerId = ({ captureId, number }: TrackerRecord): string => `${captureId}-${number}`;

const trackersOf = ({ trackers }: OrderRecord) =>
  trackers && {
    trackers: trackers.map((tracker) => ({ id: trackerId(tracker), status: tracker.status })),
  };

const payeeOf = (order: OrderRecord) => ({
  email_address: 'shop@example.com',
  merchant_id: order.payee ?? MERCHANT_ID,
});

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
      ...(status === 'APPROVED'
        ? [
            { href: self, rel: 'update', method: 'PATCH' },
            { href: `${self}/capture`, rel: 'capture', method: 'POST' },
          ]
        : []),
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
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    final_capture: true,
    disbursement_mode: 'INSTANT',
    ...(isPaidOut(status) && {
      seller_receivable_breakdown: {
        gross_amount: moneyOf(cents, amount.currency_code),
        paypal_fee: moneyOf(feeOf(cents), amount.currency_code),
        net_amount: moneyOf(cents - feeOf(cents), amount.currency_code),
      },
    }),
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
  payee: payeeOf(order),
  supplementary_data: { related_ids: { order_id: order.id } },
});

export function refundJson(
  order: OrderRecord,
  { id, captureId, status, cents, createdAt }: RefundRecord,
  base: string,
) {
  const { custom_id, invoice_id, amount } = unitOf(order);
  const total = order.refunds.reduce((sum, each) => sum + (each.createdAt <= createdAt ? each.cents : 0), 0);
  const money = (value: number) => moneyOf(value, amount.currency_code);
  return {
    id,
    status,
    amount: money(cents),
    // PayPal keeps the fee of the payment.
    seller_payable_breakdown: {
      gross_amount: money(cents),
      paypal_fee: money(0),
      net_amount: money(cents),
      total_refunded_amount: money(total),
    },
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

export function disputeJson(order: OrderRecord, capture: CaptureRecord, dispute: DisputeRecord, base: string) {
  const { custom_id, invoice_id, amount } = unitOf(order);
  const { id, reason, outcome, cents, createdAt, updatedAt } = dispute;
  const self = `${base}/v1/customer/disputes/${id}`;
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
    status: outcome ? 'RESOLVED' : dispute.evidence ? 'UNDER_REVIEW' : 'WAITING_FOR_SELLER_RESPONSE',
    dispute_amount: moneyOf(cents, amount.currency_code),
    ...(outcome
      ? { dispute_outcome: { outcome_code: outcome } }
      : { seller_response_due_date: new Date(Date.parse(createdAt) + 10 * DAY_MS).toISOString() }),
    dispute_life_cycle_stage: 'INQUIRY',
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(outcome || dispute.evidence
        ? []
        : ['provide-evidence', 'accept-claim'].map((rel) => ({ href: `${self}/${rel}`, rel, method: 'POST' }))),
    ],
  };
}

/** A capture's state after a refund. */
export const refundedState = (order: OrderRecord, capture: CaptureRecord): CaptureRecord['status'] =>
  leftOf(order, capture) === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
