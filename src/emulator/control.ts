import { z } from 'zod';
import { choiceSchema } from './address-book.ts';
import { decide } from './buyer.ts';
import type { Answer } from './answers.ts';
import { cardSchema, confirmCard } from './card-source.ts';
import { changeOrder } from './change-order.ts';
import { EVENT_TYPES, makeEvent } from './events.ts';
import { faultSchema } from './faults.ts';
import { centsOf } from './money.ts';
import { newId, unitOf, type OrderRecord } from './records.ts';
import type { EventRecord, Store } from './store.ts';

export interface ControlOptions {
  store: Store;
  base: string;
  /** Number of calls since this process started, by kind. */
  calls: Record<string, number>;
  /** Sends an event and returns the status of the response. */
  send: (event: EventRecord, to: string | undefined) => Promise<number>;
  /** Returns an event's headers and body, so that the caller can send it. */
  sign: (event: EventRecord) => { headers: Record<string, string>; body: string };
}

const refused = (status: number, error: string): Answer => ({ status, body: { error } });
const done: Answer = { status: 200, body: {} };

/** An order as tests see it. */
const orderView = (order: OrderRecord) => {
  const { custom_id: checkoutId, invoice_id: invoiceId, amount, shipping } = unitOf(order);
  const { id, status, instrument, declines, captures, refunds, disputes, trackers = [], createdAt } = order;
  return {
    id,
    status,
    checkoutId,
    invoiceId,
    cents: centsOf(amount),
    currency: amount.currency_code,
    shipping,
    instrument,
    declines,
    captures,
    refunds,
    trackers,
    disputes,
    createdAt,
  };
};

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//;

const deliverySchema = z.object({
  order: z.string().optional(),
  event: z.enum(EVENT_TYPES).optional(),
  /** Sends an event again. */
  id: z.string().optional(),
  times: z.int().min(1).max(100).default(1),
  /** The amount of a partial refund, reversal or dispute. */
  cents: z.int().min(1).optional(),
  reason: z.string().optional(),
  outcome: z.string().optional(),
  /** An address to use instead of the shop's webhook. */
  to: z.string().regex(LOOPBACK, 'must be on this machine').optional(),
  /** false: the response contains the signed event, and nothing is sent. */
  send: z.boolean().default(true),
});

/** Answers the calls under `/emulator/`, by which tests control PayPal; returns undefined for an unknown path. */
export async function control(
  method: string,
  path: string,
  body: unknown,
  options: ControlOptions,
): Promise<Answer | undefined> {
  const { store, calls } = options;
  const [, id = '', act] = /^\/emulator\/orders\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
  const order = id ? store.order(id) : undefined;
  if (id && !order) return refused(404, `There is no order ${id}.`);
  switch (`${method} ${order ? `/emulator/orders/…${act ? `/${act}` : ''}` : path}`) {
    case 'GET /emulator/orders':
      return { status: 200, body: { orders: store.orders().map(orderView) } };
    case 'GET /emulator/orders/…':
      return { status: 200, body: orderView(order!) };
    case 'POST /emulator/orders/…/approve': {
      const declined = (body as { instrument?: string } | undefined)?.instrument === 'declined';
      const choice = choiceSchema.safeParse(body ?? {});
      if (!choice.success) return refused(400, z.prettifyError(choice.error));
      const approved = decide(store, id, declined ? 'decline' : 'approve', choice.data);
      return approved ? { status: 200, body: orderView(approved) } : refused(409, 'This order is paid.');
    }
    case 'POST /emulator/orders/…/card': {
      const card = cardSchema.safeParse(body);
      if (!card.success) return refused(400, z.prettifyError(card.error));
      const state = confirmCard(store, id, card.data);
      return { status: 200, body: { ...orderView(store.order(id)!), state } };
    }
    case 'POST /emulator/orders/…/cancel': {
      const cancelled = decide(store, id, 'cancel');
      return cancelled ? { status: 200, body: orderView(cancelled) } : refused(409, 'This order is paid.');
    }
    case 'POST /emulator/orders/…/change': {
      const changed = changeOrder(store, id, body);
      return typeof changed === 'string' ? refused(400, changed) : { status: 200, body: orderView(changed) };
    }
    case 'POST /emulator/orders/…/expire':
      store.drop(id);
      return done;
    case 'POST /emulator/withdraw': {
      const withdrawal = z.strictObject({ cents: z.int().min(1) }).safeParse(body);
      if (!withdrawal.success) return refused(400, z.prettifyError(withdrawal.error));
      store.saveWithdrawal({ id: newId(), ...withdrawal.data, createdAt: new Date().toISOString() });
      return done;
    }
    case 'POST /emulator/next': {
      const fault = faultSchema.safeParse(body);
      if (!fault.success) return refused(400, z.prettifyError(fault.error));
      store.addFault(fault.data.call, { name: fault.data.fault, ms: fault.data.ms }, fault.data.times);
      return done;
    }
    case 'POST /emulator/webhooks/deliver':
      return deliver(body, options);
    case 'POST /emulator/requests/forget':
      store.forgetRequests();
      return done;
    case 'GET /emulator/calls':
      return { status: 200, body: calls };
    case 'POST /emulator/reset':
      store.clear();
      return done;
    default:
      return undefined;
  }
}

async function deliver(body: unknown, { store, base, send, sign }: ControlOptions): Promise<Answer> {
  const parsed = deliverySchema.safeParse(body);
  if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
  const { order: orderId = '', event: type, id, times, cents, reason, outcome, to } = parsed.data;
  const event = store.transaction(() => {
    if (id !== undefined) return store.event(id) ?? `There is no event ${id}.`;
    const order = store.order(orderId);
    if (!order || !type) return 'Name an order and an event, or the id of an event.';
    const made = makeEvent(store, order, type, base, { cents, reason, outcome });
    if (typeof made !== 'string') store.saveEvent(made);
    return made;
  });
  if (typeof event === 'string') return refused(409, event);
  if (!parsed.data.send) return { status: 200, body: { id: event.id, ...sign(event) } };
  const statuses: number[] = [];
  for (let sent = 0; sent < times; sent++) statuses.push(await send(event, to));
  return { status: 200, body: { id: event.id, statuses } };
}
