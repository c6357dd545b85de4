import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { Context } from '#src/server/context.ts';
import { isRefundable, isStillHere } from '../order.ts';
import { deliverOrder, handOverOrder, packOrder } from '../server/delivery.service.ts';
import { findOrderByNumber, type StoredOrder } from '../server/order.repository.ts';
import { deliveryError, readParcel } from './parcel-form.ts';

const ACTS = {
  pack: (ctx: Context, order: StoredOrder) => packOrder(ctx, order),
  handOver: (ctx: Context, order: StoredOrder, form: DeskForm) => handOverOrder(ctx, order, readParcel(form, trackingField(order))),
  deliver: (ctx: Context, order: StoredOrder) => deliverOrder(ctx, order),
};
export type BulkAct = keyof typeof ACTS;

/** The name of the input for the tracking number of one of many orders. */
export const trackingField = ({ orderNumber }: Pick<StoredOrder, 'orderNumber'>): string => `tracking-${orderNumber}`;

/** Whether a parcel is offered to the carrier. Others are refused, or wait until a person has settled the withdrawal. */
export const isReady = (order: StoredOrder, withdrawn: ReadonlySet<string>): boolean =>
  isRefundable(order) && isStillHere(order) && !withdrawn.has(order.id);

export interface BulkResult {
  number: string;
  /** undefined: done. */
  error: DeskError | undefined;
}

export const bulkAct = (form: DeskForm): BulkAct | undefined => (Object.keys(ACTS) as BulkAct[]).find((act) => act === form.text('act'));

/** Does one act to the chosen orders. One that is refused stops none of the others. */
export async function actOnMany(ctx: Context, act: BulkAct, form: DeskForm): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const number of form.all('order')) {
    const order = await findOrderByNumber(ctx.db.read, number);
    const moved = order && (await ACTS[act](ctx, order, form));
    results.push({ number, error: !moved ? { kind: 'not_found' } : moved.ok ? undefined : deliveryError(moved.error) });
  }
  return results;
}
