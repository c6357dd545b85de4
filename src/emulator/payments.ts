import { z } from 'zod';
import { malformed, unknownResource, unprocessable, type Answer } from './answers.ts';
import { checkOrder, isPickupNamed, moneyDetails, moneySchema, shapeDetail } from './check-order.ts';
import { centsOf } from './money.ts';
import { leftOf, newId, unitOf, type CaptureRecord, type OrderRecord, type RefundRecord } from './records.ts';
import { fullCaptureJson, orderJson, orderSummary, refundedState, refundJson } from './representation.ts';
import type { Store } from './store.ts';

/** A call of PayPal's REST interface that has passed authentication. */
export interface PaymentCall {
  store: Store;
  /** The emulator's address as the caller sees it. */
  base: string;
  /** Whether the caller asked for the whole object. */
  whole: boolean;
  body: unknown;
  /** The result that a fault forces. */
  forcedResult: string | undefined;
}

/** After this many refused captures PayPal accepts none for that order. */
const MAX_DECLINES = 10;

export const orderAnswer = (status: number, order: OrderRecord, { base, whole }: PaymentCall): Answer => ({
  status,
  body: whole ? orderJson(order, base) : orderSummary(order, base),
});

export function createOrder(call: PaymentCall): Answer {
  if (call.forcedResult) return unprocessable({ issue: call.forcedResult });
  const checked = checkOrder(call.body);
  if ('refused' in checked) return checked.refused;
  const order: OrderRecord = {
    id: newId(),
    createdAt: new Date().toISOString(),
    status: 'PAYER_ACTION_REQUIRED',
    request: checked.request,
    instrument: 'good',
    declines: 0,
    captures: [],
    refunds: [],
  };
  if (isPaid(call.store, order))
    return unprocessable({ issue: 'DUPLICATE_INVOICE_ID', field: '/purchase_units/0/invoice_id' });
  call.store.save(order);
  return orderAnswer(201, order, call);
}

export function getOrder(call: PaymentCall, id: string): Answer {
  const order = call.store.liveOrder(id);
  if (!order || call.forcedResult)
    return call.forcedResult ? unprocessable({ issue: call.forcedResult }) : unknownResource();
  return { status: 200, body: orderJson(order, call.base) };
}

export function captureOrder(call: PaymentCall, id: string): Answer {
  const { store, forcedResult } = call;
  const order = store.liveOrder(id);
  if (!order) return unknownResource();
  if (order.status === 'COMPLETED') return unprocessable({ issue: 'ORDER_ALREADY_CAPTURED' });
  if (order.declines >= MAX_DECLINES) return unprocessable({ issue: 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED' });
  if (order.status !== 'APPROVED') return unprocessable({ issue: 'ORDER_NOT_APPROVED' });
  if (isPaid(store, order)) return unprocessable({ issue: 'DUPLICATE_INVOICE_ID' });
  if (!isPickupNamed(unitOf(order).shipping)) return unprocessable({ issue: 'INVALID_PICKUP_ADDRESS' });
  const state = forcedResult === 'PENDING' || forcedResult === 'DECLINED' ? forcedResult : 'COMPLETED';
  const refusal =
    state === forcedResult
      ? undefined
      : (forcedResult ?? (order.instrument === 'declined' ? 'INSTRUMENT_DECLINED' : undefined));
  if (refusal) {
    // The buyer must approve again, with another means of payment.
    store.save({ ...order, status: 'PAYER_ACTION_REQUIRED', declines: order.declines + 1 });
    return unprocessable({ issue: refusal });
  }
  const capture: CaptureRecord = {
    id: newId(),
    status: state,
    cents: centsOf(unitOf(order).amount),
    createdAt: new Date().toISOString(),
  };
  const paid: OrderRecord = { ...order, status: 'COMPLETED', captures: [capture] };
  store.save(paid);
  return orderAnswer(201, paid, call);
}

export function getCapture({ store, base, forcedResult }: PaymentCall, id: string): Answer {
  const { order, capture } = findCapture(store, id);
  if (!order || !capture || forcedResult)
    return forcedResult ? unprocessable({ issue: forcedResult }) : unknownResource();
  return { status: 200, body: fullCaptureJson(order, capture, base) };
}

const refundSchema = z.object({
  amount: moneySchema.optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
});

export function refundCapture(call: PaymentCall, id: string): Answer {
  const { store, body, forcedResult } = call;
  const { order, capture } = findCapture(store, id);
  if (!order || !capture) return unknownResource();
  const status = forcedResult === 'PENDING' || forcedResult === 'FAILED' ? forcedResult : 'COMPLETED';
  if (forcedResult && status !== forcedResult) return unprocessable({ issue: forcedResult });
  const parsed = refundSchema.safeParse(body);
  if (!parsed.success) return malformed(...parsed.error.issues.map(shapeDetail));
  const { amount } = parsed.data;
  if (amount && amount.currency_code !== unitOf(order).amount.currency_code)
    return unprocessable({ issue: 'REFUND_CAPTURE_CURRENCY_MISMATCH' });
  const wrong = amount && moneyDetails(amount, '/amount', amount.currency_code);
  if (wrong?.length) return unprocessable(...wrong);
  const outcome = applyRefund(order, capture, amount && centsOf(amount), status);
  if ('issue' in outcome) return unprocessable(outcome);
  store.save(outcome.order);
  return refundAnswer(201, outcome.order, outcome.refund, call);
}

/** Without `Prefer: return=representation` PayPal answers with id, status and links only. */
function refundAnswer(status: number, order: OrderRecord, refund: RefundRecord, { base, whole }: PaymentCall): Answer {
  const body = refundJson(order, refund, base);
  return { status, body: whole ? body : { id: body.id, status: body.status, links: body.links } };
}

/** `GET /v2/payments/refunds/{id}`. A fault `COMPLETED` or `FAILED` ends a pending refund. */
export function getRefund({ store, base, forcedResult }: PaymentCall, id: string): Answer {
  const order = store.orders().find(({ refunds }) => refunds.some((refund) => refund.id === id));
  const isEnd = forcedResult === 'COMPLETED' || forcedResult === 'FAILED';
  if (!order || (forcedResult && !isEnd))
    return forcedResult ? unprocessable({ issue: forcedResult }) : unknownResource();
  const settled = isEnd ? settleRefund(store, order, id, forcedResult) : order;
  return {
    status: 200,
    body: refundJson(
      settled,
      settled.refunds.find((refund) => refund.id === id)!,
      base,
    ),
  };
}

export function settleRefund(
  store: Store,
  order: OrderRecord,
  id: string,
  status: RefundRecord['status'],
): OrderRecord {
  const refunds = order.refunds.map((refund) => (refund.id === id ? { ...refund, status } : refund));
  const changed = { ...order, refunds };
  const [capture] = order.captures;
  const left = capture && leftOf(changed, capture);
  const captureStatus = left === capture?.cents ? 'COMPLETED' : capture && refundedState(changed, capture);
  const settled = capture ? { ...changed, captures: withState(changed, capture.id, captureStatus!) } : changed;
  store.save(settled);
  return settled;
}

/** The current state of an earlier call's result. */
export function asItIsNow(call: PaymentCall, answer: Answer): Answer {
  const { id } = answer.body as { id: string };
  const order = call.store.order(id);
  if (order) return orderAnswer(200, order, call);
  const ofRefund = call.store.orders().find(({ refunds }) => refunds.some((refund) => refund.id === id));
  return ofRefund
    ? refundAnswer(
        200,
        ofRefund,
        ofRefund.refunds.find((refund) => refund.id === id)!,
        call,
      )
    : answer;
}

/** Refunds an amount, or all that is left. */
export function applyRefund(
  order: OrderRecord,
  capture: CaptureRecord,
  amount: number | undefined,
  status: RefundRecord['status'] = 'COMPLETED',
): { order: OrderRecord; refund: RefundRecord } | { issue: string } {
  const left = leftOf(order, capture);
  const cents = amount ?? left;
  if (capture.status === 'PENDING') return { issue: 'PENDING_CAPTURE' };
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') return { issue: 'REFUND_NOT_ALLOWED' };
  if (order.disputes?.some(({ outcome }) => !outcome) && cents < capture.cents)
    return { issue: 'TRANSACTION_DISPUTED' };
  if (order.reversals?.length) return { issue: 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' };
  if (left === 0) return { issue: 'CAPTURE_FULLY_REFUNDED' };
  if (cents === 0) return { issue: 'CANNOT_BE_ZERO_OR_NEGATIVE' };
  if (cents > left) return { issue: 'REFUND_AMOUNT_EXCEEDED' };
  const refund: RefundRecord = {
    id: newId(),
    captureId: capture.id,
    status,
    cents,
    createdAt: new Date().toISOString(),
  };
  const refunded = { ...order, refunds: [...order.refunds, refund] };
  const next = status === 'FAILED' ? capture.status : refundedState(refunded, capture);
  return { order: { ...refunded, captures: withState(order, capture.id, next) }, refund };
}

export const withState = (order: OrderRecord, captureId: string, status: CaptureRecord['status']): CaptureRecord[] =>
  order.captures.map((capture) => (capture.id === captureId ? { ...capture, status } : capture));

function findCapture(store: Store, id: string): { order?: OrderRecord; capture?: CaptureRecord } {
  const order = store.orderOfCapture(id);
  return { order, capture: order?.captures.find((capture) => capture.id === id) };
}

/** Whether another order was paid under the same invoice id. */
function isPaid(store: Store, order: OrderRecord): boolean {
  const { invoice_id: invoiceId } = unitOf(order);
  return invoiceId !== undefined && ![undefined, order.id].includes(store.paidOrderId(invoiceId));
}
