import { randomBytes } from 'node:crypto';
import { unitOf, type CaptureRecord, type OrderRecord } from './records.ts';
import { fullCaptureJson, orderJson, refundJson } from './representation.ts';
import { applyRefund, withState } from './payments.ts';
import type { EventRecord, Store } from './store.ts';

export const EVENT_TYPES = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The capture's state in the event, whatever its state is now: events arrive late and in any order. */
const STATES: Partial<Record<EventType, CaptureRecord['status']>> = {
  'PAYMENT.CAPTURE.PENDING': 'PENDING',
  'PAYMENT.CAPTURE.COMPLETED': 'COMPLETED',
  'PAYMENT.CAPTURE.DENIED': 'DECLINED',
};

/**
 * Creates an event about an order and makes it true: settles a pending capture, or refunds what is not refunded yet.
 * `cents`: the amount of a partial refund. Returns the reason when the event is not possible.
 */
export function makeEvent(store: Store, order: OrderRecord, type: EventType, base: string, cents?: number): EventRecord | string {
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
      links: [],
    };
    // Indented, so that a shop that parses the body and serialises it again notices that the signature no longer matches.
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
  const last = cents === undefined ? order.refunds.at(-1) : undefined;
  if (last) return event('refund', refundJson(order, last, base));
  const outcome = applyRefund(order, capture, cents);
  if ('issue' in outcome) return outcome.issue;
  store.save(outcome.order);
  return event('refund', refundJson(order, outcome.refund, base));
}
