import { z } from 'zod';
import { malformed, unknownResource, unprocessable, type Answer } from './answers.ts';
import { addressSchema, amountSchema, recipientSchema, shapeDetail, sumDetails, type OrderRequest } from './check-order.ts';
import type { PaymentCall } from './payments.ts';
import { unitOf } from './records.ts';

const UNIT = "/purchase_units/@reference_id=='default'";
const op = z.enum(['add', 'replace']);

/** The shop's updates among those that PayPal's Orders 2.13 knows. */
const patchSchema = z
  .array(
    z.discriminatedUnion('path', [
      z.object({ op, path: z.literal(`${UNIT}/amount`), value: amountSchema }),
      z.object({ op, path: z.literal(`${UNIT}/shipping/address`), value: addressSchema }),
      z.object({ op, path: z.literal(`${UNIT}/shipping/name`), value: recipientSchema }),
    ]),
  )
  .min(1);

type Unit = OrderRequest['purchase_units'][0];

function applyTo(unit: Unit, { path, value }: z.output<typeof patchSchema>[number]): Unit {
  if (path === `${UNIT}/amount`) return { ...unit, amount: value };
  return { ...unit, shipping: { ...unit.shipping, ...(path === `${UNIT}/shipping/name` ? { name: value } : { address: value }) } };
}

/** `PATCH /v2/checkout/orders/{id}`: all changes or none. The order may be approved, but not paid. */
export function updateOrder({ store, body, forcedResult }: PaymentCall, id: string): Answer {
  const order = store.order(id);
  if (!order) return unknownResource();
  if (forcedResult) return unprocessable({ issue: forcedResult });
  const patch = patchSchema.safeParse(body);
  if (!patch.success) return malformed(...patch.error.issues.map(shapeDetail));
  if (order.status === 'COMPLETED') return unprocessable({ issue: 'ORDER_ALREADY_COMPLETED' });
  const unit = patch.data.reduce(applyTo, unitOf(order));
  const wrong = sumDetails(unit);
  if (wrong.length > 0) return unprocessable(...wrong);
  store.save({ ...order, request: { ...order.request, purchase_units: [unit] } });
  return { status: 204, body: '' };
}
