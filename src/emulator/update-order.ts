import { z } from 'zod';
import { malformed, unknownResource, unprocessable, type Answer, type Detail } from './answers.ts';
import {
  addressDetails,
  addressSchema,
  amountSchema,
  itemsSchema,
  recipientSchema,
  shapeDetail,
  shippingTypeSchema,
  sumDetails,
  unitTexts,
  type OrderRequest,
} from './check-order.ts';
import { centsOf } from './money.ts';
import type { PaymentCall } from './payments.ts';
import { unitOf } from './records.ts';

const UNIT = "/purchase_units/@reference_id=='default'";

/** What an order may change, among what PayPal's Orders 2.13 lists: the path below the unit, and the value. */
const FIELDS = {
  amount: amountSchema,
  'shipping/address': addressSchema,
  'shipping/name': recipientSchema,
  'shipping/type': shippingTypeSchema,
  items: itemsSchema,
  ...unitTexts,
};
type Field = keyof typeof FIELDS;
const FIXED = new Set<Field>(['amount', 'shipping/address', 'shipping/name', 'shipping/type']);

const changeSchema = z.object({
  op: z.enum(['add', 'replace', 'remove']),
  path: z.string(),
  value: z.unknown().optional(),
});
interface Change {
  op: 'add' | 'replace' | 'remove';
  field: Field;
  value: unknown;
}

/** The changes, or the details of the first one that PayPal does not know. */
function readPatch(body: unknown): { changes: Change[] } | { wrong: Detail[] } {
  const patch = z.array(changeSchema).min(1).safeParse(body);
  if (!patch.success) return { wrong: patch.error.issues.map(shapeDetail) };
  const changes: Change[] = [];
  for (const [index, { op, path, value }] of patch.data.entries()) {
    // The emulator knows no other intent than that of the order.
    if (path === '/intent' && op === 'replace' && value === 'CAPTURE') continue;
    const field = path.startsWith(`${UNIT}/`) ? path.slice(UNIT.length + 1) : '';
    if (!Object.hasOwn(FIELDS, field)) return { wrong: [{ issue: 'NOT_PATCHABLE', field: path }] };
    const name = field as Field;
    const read = FIELDS[name].safeParse(value);
    if (op !== 'remove' && !read.success)
      return {
        wrong: read.error.issues.map((issue) => shapeDetail({ ...issue, path: [index, 'value', ...issue.path] })),
      };
    changes.push({ op, field: name, value: op === 'remove' ? undefined : read.data });
  }
  return { changes };
}

type Unit = OrderRequest['purchase_units'][0];

const partOf = (unit: Unit, field: Field): unknown =>
  field.startsWith('shipping/')
    ? unit.shipping?.[field.slice('shipping/'.length) as keyof NonNullable<Unit['shipping']>]
    : unit[field as keyof Unit];

const applyTo = (unit: Unit, { field, value }: Change): Unit =>
  field.startsWith('shipping/')
    ? { ...unit, shipping: { ...unit.shipping, [field.slice('shipping/'.length)]: value } }
    : { ...unit, [field]: field === 'items' ? (value ?? []) : value };

/** PayPal adds only what is absent, and replaces or removes only what is present; an amount is always present. */
function isAllowed(unit: Unit, { op, field }: Change): boolean {
  const part = partOf(unit, field);
  const isPresent = Array.isArray(part) ? part.length > 0 : part !== undefined;
  return op === 'remove' ? isPresent && !FIXED.has(field) : op === (isPresent ? 'replace' : 'add');
}

/** `PATCH /v2/checkout/orders/{id}`: all changes or none, while the order is created or approved. */
export function updateOrder({ store, body, forcedResult }: PaymentCall, id: string): Answer {
  const order = store.liveOrder(id);
  if (!order) return unknownResource();
  if (forcedResult) return unprocessable({ issue: forcedResult });
  const patch = readPatch(body);
  if ('wrong' in patch) return malformed(...patch.wrong);
  if (order.status === 'COMPLETED') return unprocessable({ issue: 'ORDER_ALREADY_COMPLETED' });
  if (order.status !== 'APPROVED') return unprocessable({ issue: 'NOT_PATCHABLE' });
  const refused = patch.changes.find((change) => !isAllowed(unitOf(order), change));
  if (refused) return malformed({ issue: 'INVALID_PATCH_OPERATION', field: `${UNIT}/${refused.field}` });
  const unit = patch.changes.reduce(applyTo, unitOf(order));
  const isAddress = patch.changes.some(({ field }) => field === 'shipping/address');
  const wrong = [...sumDetails(unit), ...(isAddress ? addressDetails(unit.shipping?.address) : [])];
  if (wrong.length > 0) return unprocessable(...wrong);
  if (centsOf(unit.amount) !== centsOf(unitOf(order).amount))
    return unprocessable({ issue: 'AMOUNT_CHANGE_NOT_ALLOWED' });
  store.save({ ...order, request: { ...order.request, purchase_units: [unit] } });
  return { status: 204, body: '' };
}
