import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { Context } from '#src/server/context.ts';
import { isRefundable } from '../order.ts';
import { deliverOrder, EARLIER_STATES, handOverOrder, isSameBuyer, packOrder } from '../server/delivery.service.ts';
import { findOrdersByNumber, type StoredOrder } from '../server/order.repository.ts';
import { isReady, type Packing } from '../server/packing.loader.ts';
import { readTrackingNumber } from '../shipment.ts';
import { deliveryError, readParcel } from './parcel-form.ts';

const ACTS = {
  pack: (ctx: Context, order: StoredOrder) => packOrder(ctx, order),
  handOver: (ctx: Context, order: StoredOrder, form: DeskForm) =>
    handOverOrder(ctx, order, readParcel(form, trackingField(order)), { isSure: form.has(sureField(order)) }),
  deliver: (ctx: Context, order: StoredOrder) => deliverOrder(ctx, order),
};
export type BulkAct = keyof typeof ACTS;

/** The name of the input for the tracking number of one of many orders. */
export const trackingField = ({ orderNumber }: Pick<StoredOrder, 'orderNumber'>): string => `tracking-${orderNumber}`;

/** The name of the checkbox that confirms the number on the label. */
export const sureField = ({ orderNumber }: Pick<StoredOrder, 'orderNumber'>): string => `sure-${orderNumber}`;

const STATE_AFTER = { pack: 'not_with_carrier', handOver: 'with_carrier', deliver: 'delivered' } as const;

/** Whether an order is preselected for an act. Others are in another state or need a person's decision. */
export const isReadyFor = (act: BulkAct, packing: Packing): boolean =>
  isRefundable(packing.order) &&
  EARLIER_STATES[STATE_AFTER[act]].includes(packing.order.delivery) &&
  (act === 'deliver' || isReady(packing));

export interface BulkResult {
  number: string;
  /** undefined: successful. */
  error: DeskError | undefined;
}

export const bulkAct = (form: DeskForm): BulkAct | undefined =>
  (Object.keys(ACTS) as BulkAct[]).find((act) => act === form.text('act'));

/** Runs one act for each chosen order. A refused order does not stop the others. */
export async function actOnMany(ctx: Context, act: BulkAct, numbers: string[], form: DeskForm): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  const orders = await findOrdersByNumber(ctx.db.read, numbers);
  for (const number of numbers) {
    const order = orders.find(({ orderNumber }) => orderNumber === number);
    results.push({ number, error: order ? await actOnOne(ctx, act, form, order, orders) : { kind: 'not_found' } });
  }
  return results;
}

async function actOnOne(
  ctx: Context,
  act: BulkAct,
  form: DeskForm,
  order: StoredOrder,
  all: StoredOrder[],
): Promise<DeskError | undefined> {
  const typedFor = (one: StoredOrder) => readTrackingNumber(form.text(trackingField(one)));
  // It is unclear to which order the number belongs, so neither buyer gets a mail.
  const isTwice = all.some(
    (other) => typedFor(order) && typedFor(other) === typedFor(order) && !isSameBuyer(other, order),
  );
  if (act === 'handOver' && isTwice) return { kind: 'tracking_number_twice' };
  const moved = await ACTS[act](ctx, order, form);
  return moved.ok ? undefined : deliveryError(moved.error);
}

const ASKED_AGAIN: DeskError['kind'][] = [
  'no_tracking_number',
  'wrong_check_digit',
  'tracking_number_taken',
  'tracking_number_twice',
];

/** Whether a result requires another number. */
export const isMistyped = ({ error }: BulkResult): boolean => error !== undefined && ASKED_AGAIN.includes(error.kind);
