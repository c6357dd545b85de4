import { z } from 'zod';
import { unitOf, type OrderRecord } from './records.ts';
import type { Store } from './store.ts';

const changeSchema = z
  .strictObject({
    amount: z
      .string()
      .regex(/^\d{1,7}\.\d{2}$/)
      .refine((value) => Number(value) > 0, 'must be above zero'),
    currency: z.string().regex(/^[A-Z]{3}$/),
    custom_id: z.string().min(1).max(127),
    invoice_id: z.string().min(1).max(127),
    payee: z.string().regex(/^[A-Z0-9]{13}$/, 'must be a merchant id: 13 capitals and digits'),
    source: z.literal('card'),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name something to change.');

/**
 * Changes a stored order so that it differs from what the shop created; returns the reason when that is not possible.
 */
export function changeOrder(store: Store, id: string, body: unknown): OrderRecord | string {
  const parsed = changeSchema.safeParse(body);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { amount, currency, payee, source, ...ids } = parsed.data;
  return store.transaction(() => {
    const order = store.order(id);
    if (!order) return `There is no order ${id}.`;
    const unit = unitOf(order);
    const total = { ...unit.amount, ...(amount && { value: amount }), ...(currency && { currency_code: currency }) };
    const changed: OrderRecord = {
      ...order,
      ...(payee && { payee }),
      request: {
        ...order.request,
        ...(source && { payment_source: { [source]: {} } }),
        purchase_units: [{ ...unit, ...ids, amount: total }],
      },
    };
    store.save(changed);
    return changed;
  });
}
