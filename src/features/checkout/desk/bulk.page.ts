import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { Context } from '#src/server/context.ts';
import { deliverOrder, handOverOrder, packOrder } from '../server/delivery.service.ts';
import { findOrderByNumber, type StoredOrder } from '../server/order.repository.ts';
import { deliveryError } from './delivery-error.ts';

const ACTS = {
  pack: (ctx: Context, order: StoredOrder) => packOrder(ctx, order),
  handOver: (ctx: Context, order: StoredOrder) => handOverOrder(ctx, order, { carrier: null, trackingNumber: null }),
  deliver: (ctx: Context, order: StoredOrder) => deliverOrder(ctx, order),
};
export type BulkAct = keyof typeof ACTS;

export interface BulkResult {
  number: string;
  /** undefined: done. */
  error: DeskError | undefined;
}

export const bulkAct = (form: DeskForm): BulkAct | undefined => (Object.keys(ACTS) as BulkAct[]).find((act) => act === form.text('act'));

/** Does one act to many orders. One that is refused stops none of the others. */
export async function actOnMany(ctx: Context, act: BulkAct, numbers: string[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const number of numbers) {
    const order = await findOrderByNumber(ctx.db.read, number);
    const moved = order && (await ACTS[act](ctx, order));
    results.push({ number, error: !moved ? { kind: 'not_found' } : moved.ok ? undefined : deliveryError(moved.error) });
  }
  return results;
}
