import { z } from 'zod';
import { malformed, unknownResource, unprocessable, type Answer } from './answers.ts';
import {
  addressDetails,
  addressSchema,
  amountSchema,
  recipientSchema,
  shapeDetail,
  sumDetails,
  type OrderRequest,
} from './check-order.ts';
import { centsOf } from './money.ts';
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
  return {
    ...unit,
    shipping: { ...unit.shipping, ...(path === `${UNIT}/shipping/name` ? { name: value } : { address: value }) },
  };
}

/** PayPal adds only what is absent, and replaces only what is present; an amount is always present. */
function isAllowed({ shipping }: Unit, { op: kind, path }: z.output<typeof patchSchema>[number]): boolean {
  const isPresent =
    path === `${UNIT}/amount` || (path === `${UNIT}/shipping/name` ? shipping?.name : shipping?.address) !== undefined;
  return kind === (isPresent ? 'replace' : 'add');
}

/** `PATCH /v2/checkout/orders/{id}`: all changes or none, while the order is created or approved. */
export function updateOrder({ store, body, forcedResult }: PaymentCall, id: string): Answer {
  const order = store.liveOrder(id);
  if (!order) return unknownResource();
  if (forcedResult) return unprocessable({ issue: forcedResult });
  const patch = patchSchema.safeParse(body);
  if (!patch.success) return malformed(...patch.error.issues.map(shapeDetail));
  if (order.status === 'COMPLETED') return unprocessable({ issue: 'ORDER_ALREADY_COMPLETED' });
  if (order.status !== 'APPROVED') return unprocessable({ issue: 'NOT_PATCHABLE' });
  const refused = patch.data.find((change) => !isAllowed(unitOf(order), change));
  if (refused) return malformed({ issue: 'INVALID_PATCH_OPERATION', field: refused.path });
  const unit = patch.data.reduce(applyTo, unitOf(order));
  const isAddress = patch.data.some(({ path }) => path.endsWith('/shipping/address'));
  const wrong = [...sumDetails(unit), ...(isAddress ? addressDetails(unit.shipping?.address) : [])];
  if (wrong.length > 0) return unprocessable(...wrong);
  if (centsOf(unit.amount) !== centsOf(unitOf(order).amount))
    return unprocessable({ issue: 'AMOUNT_CHANGE_NOT_ALLOWED' });
  store.save({ ...order, request: { ...order.request, purchase_units: [unit] } });
  return { status: 204, body: '' };
}
