import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { Context } from '#src/server/context.ts';
import { isRefundable } from '../order.ts';
import { deliverOrder, EARLIER_STATES, handOverOrder, isSameBuyer, packOrder } from '../server/delivery.service.ts';
import { findOrdersByNumber, type StoredOrder } from '../server/order.repository.ts';
import { isReady, packingOf, packingsIn, type Packing, type ParcelPacking } from '../server/packing.loader.ts';
import { readTrackingNumber } from '../shipment.ts';
import { deliveryError, readLabel } from './parcel-form.ts';

const ACTS = {
  pack: (ctx: Context, { order, parcel }: Chosen) => packOrder(ctx, order, { parcel }),
  handOver: (ctx: Context, { order, parcel }: Chosen, form: DeskForm) => {
    const name = parcelName(order, parcel);
    const isSure = form.has(sureField(name));
    return handOverOrder(ctx, order, readLabel(form, trackingField(name)), { parcel, isSure });
  },
  deliver: (ctx: Context, { order, parcel }: Chosen) => deliverOrder(ctx, order, { parcel }),
};
export type BulkAct = keyof typeof ACTS;

interface Chosen {
  order: StoredOrder;
  parcel: number;
}

/** One of many parcels in a form: an order's number, and "-2" for its second parcel. */
export const parcelName = ({ orderNumber }: Pick<StoredOrder, 'orderNumber'>, parcel: number): string =>
  parcel > 1 ? `${orderNumber}-${parcel}` : orderNumber;

/** The order's number and the parcel in such a name. */
export function readParcelName(name: string): { number: string; parcel: number } {
  const [, number = name, parcel = '1'] = /^([^-]+-[^-]+)-(\d{1,4})$/.exec(name) ?? [];
  return { number, parcel: Number(parcel) };
}

/** The name of the input for the tracking number of one of many parcels. */
export const trackingField = (name: string): string => `tracking-${name}`;

/** The name of the checkbox that confirms the number on the label. */
export const sureField = (name: string): string => `sure-${name}`;

const STATE_AFTER = { pack: 'not_with_carrier', handOver: 'with_carrier', deliver: 'delivered' } as const;

/** Whether a parcel is the rest of an order, or its replacement: others are packed, but nobody has packed this one. */
const isUnpackedRest = ({ parcel, parcels }: ParcelPacking): boolean =>
  parcel.state === 'in_separation' && parcels.some((one) => one.parcel.state !== 'in_separation');

/** Whether a parcel is preselected for an act. Others are in another state or need a person's decision. */
export const isReadyFor = (act: BulkAct, packing: ParcelPacking): boolean =>
  isRefundable(packing.order) &&
  EARLIER_STATES[STATE_AFTER[act]].includes(packing.parcel.state) &&
  !(act === 'handOver' && isUnpackedRest(packing)) &&
  (act === 'deliver' || isReady(packing));

/** The parcels of an order that an act may concern; the first one if none fits, so that the form says why. */
export function parcelsFor(act: BulkAct, packing: Packing): ParcelPacking[] {
  const fitting = packingsIn(packing, EARLIER_STATES[STATE_AFTER[act]]);
  return fitting.length > 0 ? fitting : [packingOf(packing, 1)!];
}

export interface BulkResult {
  /** The parcel's name in the form. */
  name: string;
  /** undefined: successful. */
  error: DeskError | undefined;
}

export const bulkAct = (form: DeskForm): BulkAct | undefined =>
  (Object.keys(ACTS) as BulkAct[]).find((act) => act === form.text('act'));

/** Runs one act for each chosen parcel. A refused one does not stop the others. */
export async function actOnMany(ctx: Context, act: BulkAct, names: string[], form: DeskForm): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  const read = names.map((name) => ({ name, ...readParcelName(name) }));
  const orders = await findOrdersByNumber(
    ctx.db.read,
    read.map(({ number }) => number),
  );
  const chosen = read.flatMap(({ name, number, parcel }) => {
    const order = orders.find(({ orderNumber }) => orderNumber === number);
    return order ? [{ name, order, parcel }] : [];
  });
  for (const { name } of read) {
    const one = chosen.find((other) => other.name === name);
    results.push({ name, error: one ? await actOnOne(ctx, act, form, one, chosen) : { kind: 'not_found' } });
  }
  return results;
}

async function actOnOne(
  ctx: Context,
  act: BulkAct,
  form: DeskForm,
  one: Chosen,
  all: Chosen[],
): Promise<DeskError | undefined> {
  const typedFor = ({ order, parcel }: Chosen) =>
    readTrackingNumber(form.text(trackingField(parcelName(order, parcel))));
  // It is unclear to which order the number belongs, so neither buyer gets a mail.
  const isTwice = all.some(
    (other) => typedFor(one) && typedFor(other) === typedFor(one) && !isSameBuyer(other.order, one.order),
  );
  if (act === 'handOver' && isTwice) return { kind: 'tracking_number_twice' };
  const moved = await ACTS[act](ctx, one, form);
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
