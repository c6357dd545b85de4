import { randomBytes } from 'node:crypto';
import {
  leftOf,
  newId,
  unitOf,
  type CaptureRecord,
  type DisputeRecord,
  type OrderRecord,
  type RefundRecord,
} from './records.ts';
import { disputeJson, fullCaptureJson, orderJson, refundJson } from './representation.ts';
import { applyRefund, settleRefund, withState } from './payments.ts';
import type { EventRecord, Store } from './store.ts';

export const EVENT_TYPES = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The capture's state in the event, whatever its state is now: events arrive late and in any order. */
const STATES: Partial<Record<EventType, CaptureRecord['status']>> = {
  'PAYMENT.CAPTURE.PENDING': 'PENDING',
  'PAYMENT.CAPTURE.COMPLETED': 'COMPLETED',
  'PAYMENT.CAPTURE.DENIED': 'DECLINED',
};

interface EventDetails {
  /** The amount of a partial refund, reversal or dispute. */
  cents?: number | undefined;
  /** PayPal's code of why the buyer complained. */
  reason?: string | undefined;
  /** PayPal's code of how a dispute was resolved. */
  outcome?: string | undefined;
}

/**
 * Creates an event about an order and makes it true: settles a pending capture, refunds what is not refunded yet, takes
 * money back, or changes a dispute. Returns the reason when the event is not possible.
 */
export function makeEvent(
  store: Store,
  order: OrderRecord,
  type: EventType,
  base: string,
  details: EventDetails = {},
): EventRecord | string {
  const { cents } = details;
  const event = (resource_type: string, resource: object): EventRecord => {
    const id = `WH-${randomBytes(9).toString('hex').toUpperCase()}`;
    const body = {
      id,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type,
      resource_version: '2.0',
      event_type: type,
      summary: `${type} of ${order.id}`,
      resource,
      links: [
        { href: `${base}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' },
        { href: `${base}/v1/notifications/webhooks-events/${id}/resend`, rel: 'resend', method: 'POST' },
      ],
    };
    // Indented, so that a shop that parses the body and serialises it again notices that the signature no longer
    // matches.
    return { id, orderId: order.id, body: JSON.stringify(body, null, 1) };
  };
  if (type === 'CHECKOUT.ORDER.APPROVED') return event('checkout-order', orderJson(order, base));
  if (type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED')
    return event('checkout-order', { order_id: order.id, purchase_units: [unitOf(order)] });
  const [capture] = order.captures;
  if (!capture) return 'This order has no capture.';
  const state = STATES[type];
  if (state) {
    if (capture.status === 'PENDING') store.save({ ...order, captures: withState(order, capture.id, state) });
    return event('capture', fullCaptureJson(order, { ...capture, status: state }, base));
  }
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    const dispute = disputeOf(order, capture, type, details);
    store.save({ ...order, disputes: [dispute] });
    return event('dispute', disputeJson(order, capture, dispute, base));
  }
  if (type === 'PAYMENT.CAPTURE.REVERSED') {
    const reversal = reversalOf(order, capture, cents);
    store.save({ ...order, reversals: [reversal] });
    return event('refund', refundJson(order, reversal, base));
  }
  const last = cents === undefined ? order.refunds.at(-1) : undefined;
  if (last?.status === 'PENDING') {
    const settled = settleRefund(store, order, last.id, 'COMPLETED');
    return event('refund', refundJson(settled, settled.refunds.at(-1)!, base));
  }
  if (last) return event('refund', refundJson(order, last, base));
  const outcome = applyRefund(order, capture, cents);
  if ('issue' in outcome) return outcome.issue;
  store.save(outcome.order);
  return event('refund', refundJson(order, outcome.refund, base));
}

/** The order's reversal, or a new one. */
function reversalOf(order: OrderRecord, capture: CaptureRecord, cents = leftOf(order, capture)): RefundRecord {
  const known = order.reversals?.[0];
  return (
    known ?? { id: newId(), captureId: capture.id, status: 'COMPLETED', cents, createdAt: new Date().toISOString() }
  );
}

/** The order's dispute with this event's news. */
function disputeOf(order: OrderRecord, capture: CaptureRecord, type: EventType, details: EventDetails): DisputeRecord {
  const now = new Date().toISOString();
  const known = order.disputes?.[0] ?? {
    id: `PP-R-${newId().slice(0, 8)}`,
    cents: details.cents ?? capture.cents,
    reason: details.reason ?? 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    createdAt: now,
  };
  const isResolved = type === 'CUSTOMER.DISPUTE.RESOLVED';
  return { ...known, updatedAt: now, outcome: isResolved ? (details.outcome ?? 'RESOLVED_SELLER_FAVOUR') : undefined };
}
