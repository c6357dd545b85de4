import { z } from 'zod';
import { errorAnswer, malformed, unknownResource, unprocessable, type Answer } from './answers.ts';
import { shapeDetail } from './check-order.ts';
import { orderAnswer, type PaymentCall } from './payments.ts';
import { trackerId } from './representation.ts';

const trackerSchema = z.object({
  capture_id: z.string().regex(/^[a-zA-Z0-9]{1,50}$/),
  transaction_id: z.string().regex(/^[a-zA-Z0-9]{1,50}$/),
  status: z.literal('SHIPPED'),
  tracking_number: z.string().min(1).max(64),
  carrier: z.string().regex(/^[0-9A-Z_]{1,64}$/),
  carrier_name_other: z.string().min(1).max(64).optional(),
  notify_payer: z.boolean().optional(),
});

/** `POST /v2/checkout/orders/{id}/track` */
export function addTracker(call: PaymentCall, id: string): Answer {
  const { store, body, forcedResult } = call;
  const order = store.order(id);
  if (!order) return unknownResource();
  if (forcedResult) return unprocessable({ issue: forcedResult });
  const parsed = trackerSchema.safeParse(body);
  if (!parsed.success) return malformed(...parsed.error.issues.map(shapeDetail));
  const { capture_id: captureId, tracking_number: number, carrier, carrier_name_other: other } = parsed.data;
  if (carrier === 'OTHER' && !other)
    return malformed({ issue: 'MISSING_REQUIRED_PARAMETER', field: '/carrier_name_other' });
  const capture = order.captures.find((one) => one.id === captureId);
  if (!capture) return unprocessable({ issue: 'CAPTURE_ID_NOT_FOUND' });
  if (capture.status !== 'COMPLETED') return unprocessable({ issue: 'CAPTURE_STATUS_NOT_VALID' });
  const others = (order.trackers ?? []).filter((tracker) => tracker.number !== number);
  const tracked = { ...order, trackers: [...others, { captureId, number, carrier, status: 'SHIPPED' as const }] };
  store.save(tracked);
  return orderAnswer(201, tracked, call);
}

const cancelSchema = z.tuple([
  z.object({ op: z.literal('replace'), path: z.literal('/status'), value: z.literal('CANCELLED') }),
]);

/** `PATCH /v2/checkout/orders/{id}/trackers/{tracker_id}`, of which the shop only cancels. */
export function updateTracker({ store, body, forcedResult }: PaymentCall, id: string, ofTracker: string): Answer {
  const order = store.order(id);
  if (!order) return unknownResource();
  if (forcedResult) return unprocessable({ issue: forcedResult });
  const parsed = cancelSchema.safeParse(body);
  if (!parsed.success) return malformed(...parsed.error.issues.map(shapeDetail));
  const known = (order.trackers ?? []).find((tracker) => trackerId(tracker) === ofTracker);
  if (!known) return errorAnswer(404, 'RESOURCE_NOT_FOUND', [{ issue: 'TRACKER_ID_NOT_FOUND' }]);
  const trackers = order.trackers!.map((one) => (one === known ? { ...one, status: 'CANCELLED' as const } : one));
  store.save({ ...order, trackers });
  return { status: 204, body: '' };
}
