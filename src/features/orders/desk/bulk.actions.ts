import type { Done } from '#src/desk/said-after.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import type { Context } from '#src/server/context.ts';
import { isCollected } from '../collection.ts';
import { isRefundable, type DeliveryStatus } from '../order.ts';
import { deliverOrder, EARLIER_STATES, handOverOrder, isSameBuyer, packOrder } from '../server/delivery.service.ts';
import { findShippedMails, hadShippedMail } from '../server/mails/shipment-mail.ts';
import { findOrdersByNumber, type StoredOrder } from '../server/order.repository.ts';
import { makeLabels } from '#src/features/shipping/server/label.service.ts';
import { printedLabel } from '#src/features/shipping/server/printed-label.ts';
import {
  countBoxes,
  isReady,
  loadPackings,
  packingOf,
  packingsIn,
  type Packing,
  type ParcelPacking,
} from '../server/packing.loader.ts';
import { MOST_ORDERS } from '../packing.ts';
import { parcelName, readParcelName } from '../parcel.ts';
import { readTrackingNumber } from '../shipment.ts';
import { labelError } from './label-error.ts';
import { deliveryError, readLabel } from './parcel-form.ts';

const ACTS = {
  pack: (ctx: Context, { order, parcel }: Chosen) => packOrder(ctx, order, { parcel }),
  handOver: async (ctx: Context, { order, parcel }: Chosen, form: DeskForm) => {
    const name = parcelName(order, parcel);
    const isSure = form.has(sureField(name));
    const label = (await printedLabel(ctx, order, parcel)) ?? readLabel(form, trackingField(name));
    return handOverOrder(ctx, order, label, { parcel, isSure });
  },
  deliver: (ctx: Context, { order, parcel }: Chosen) => deliverOrder(ctx, order, { parcel }),
};
export type BulkAct = keyof typeof ACTS | 'label';

interface Chosen {
  order: StoredOrder;
  parcel: number;
}

/** The name of the input for the tracking number of one of many parcels. */
export const trackingField = (name: string): string => `tracking-${name}`;

/** The name of the checkbox that confirms the number on the label. */
export const sureField = (name: string): string => `sure-${name}`;

/** The states of a parcel in which an act may concern it. */
const STATES: Record<BulkAct, DeliveryStatus[]> = {
  pack: EARLIER_STATES.not_with_carrier,
  label: ['not_with_carrier'],
  handOver: EARLIER_STATES.with_carrier,
  deliver: EARLIER_STATES.delivered,
};

/** Whether a parcel is the rest of an order, or its replacement: others are packed, but nobody has packed this one. */
const isUnpackedRest = ({ parcel, parcels }: ParcelPacking): boolean =>
  parcel.state === 'in_separation' && parcels.some((one) => one.parcel.state !== 'in_separation');

/** Whether a parcel is preselected for an act. Others are in another state or need a person's decision. */
export const isReadyFor = (act: BulkAct, packing: ParcelPacking): boolean =>
  isRefundable(packing.order) &&
  STATES[act].includes(packing.parcel.state) &&
  !(act !== 'pack' && isCollected(packing.order)) &&
  !(act === 'handOver' && isUnpackedRest(packing)) &&
  (act === 'deliver' || isReady(packing));

/** The parcels of an order that an act may concern; the first one if none fits, so that the form says why. */
function parcelsFor(act: BulkAct, packing: Packing): ParcelPacking[] {
  const fitting = packingsIn(packing, STATES[act]);
  return fitting.length > 0 ? fitting : [packingOf(packing, 1)!];
}

export interface BulkResult {
  /** The parcel's name in the form. */
  name: string;
  /** undefined: successful. */
  error: DeskError | undefined;
}

/** How many orders and boxes an act concerns: orders may travel in one box, or an order in several. */
export function countBoth(parcels: Parameters<typeof countBoxes>[0]): { orders: number; parcels: number } {
  return { orders: new Set(parcels.map(({ order }) => order.id)).size, parcels: countBoxes(parcels) };
}

/** The parcels whose buyers already have the shipping mail: handing over with the same number sends no second one. */
export async function findMailed({ db }: Context, parcels: ParcelPacking[]): Promise<ParcelPacking[]> {
  const mails = await findShippedMails(
    db.read,
    parcels.map(({ order }) => order),
  );
  return parcels.filter((packing) => hadShippedMail(mails, packing));
}

interface ManyDone extends ReturnType<typeof countBoth> {
  /** Parcels in no new mail, because their buyers have it already. */
  unmailed: number;
  mails: number;
}

/**
 * The message of an act on many parcels, and the numbers in it: both where orders and parcels differ, and the mails
 * where not every buyer gets one.
 */
export function doneOf(
  act: keyof typeof DONE,
  { orders, parcels, unmailed, mails }: ManyDone,
): [done: Done, count: number, of?: number] {
  if (act === 'handOver' && unmailed > 0)
    return mails > 0 ? ['bulkHandedOverPartly', parcels, mails] : ['bulkHandedOverAgain', parcels];
  return orders === parcels ? [DONE[act].alike, orders] : [DONE[act].both, parcels, orders];
}
const DONE = {
  pack: { alike: 'bulkPacked', both: 'bulkPackedBoth' },
  handOver: { alike: 'bulkHandedOver', both: 'bulkHandedOverBoth' },
  deliver: { alike: 'bulkDelivered', both: 'bulkDeliveredBoth' },
} as const;

export const bulkAct = (form: DeskForm): BulkAct | undefined =>
  (Object.keys(STATES) as BulkAct[]).find((act) => act === form.text('act'));

/** The parcels with these names. */
export async function findChosenParcels({ db }: Context, names: string[]): Promise<(Chosen & { name: string })[]> {
  const read = names.slice(0, MOST_ORDERS).map((name) => ({ name, ...readParcelName(name) }));
  const orders = await findOrdersByNumber(
    db.read,
    read.map(({ number }) => number),
  );
  return read.flatMap(({ name, number, parcel }) => {
    const order = orders.find(({ orderNumber }) => orderNumber === number);
    return order ? [{ name, order, parcel }] : [];
  });
}

/** The parcels that the form of an act asks about; after an act, only those whose numbers were `mistyped`. */
export async function findAskedParcels(
  { db }: Context,
  act: BulkAct,
  names: string[],
  mistyped: string[] | undefined,
): Promise<ParcelPacking[]> {
  const numbers = new Set((mistyped ?? names).map((name) => readParcelName(name).number));
  const packings = await loadPackings(db.read, await findOrdersByNumber(db.read, [...numbers]));
  return packings
    .flatMap((packing) => parcelsFor(act, packing))
    .filter(({ order, parcel }) => !mistyped || mistyped.includes(parcelName(order, parcel.number)));
}

/** Runs one act for each chosen parcel. A refused one does not stop the others. */
export async function actOnMany(
  { ctx, t, locale }: Pick<OpenDesk, 'ctx' | 't' | 'locale'>,
  act: BulkAct,
  names: string[],
  form: DeskForm,
): Promise<{ results: BulkResult[]; done: ManyDone }> {
  const results: BulkResult[] = [];
  const chosen = await findChosenParcels(ctx, names);
  const orders = act === 'handOver' ? chosen.map(({ order }) => order) : [];
  const mailsBefore = await findShippedMails(ctx.db.read, orders);
  // The carrier makes many labels in one call.
  const labels = act === 'label' ? await makeLabels(ctx, chosen, locale) : [];
  const labelOf = (one: Chosen): DeskError | undefined => {
    const made = labels[chosen.findIndex((other) => other === one)];
    return made && !made.ok ? labelError(made.error, t) : undefined;
  };
  for (const name of names) {
    const one = chosen.find((other) => other.name === name);
    const error = act === 'label' ? one && labelOf(one) : one && (await actOnOne(ctx, act, form, one, chosen));
    results.push({ name, error: one ? error : { kind: 'not_found' } });
  }
  const done = chosen
    .filter((one) => results.some(({ name, error }) => name === one.name && !error))
    .map(({ order, parcel: number }) => ({ order, parcel: { number } }));
  const mails = (await findShippedMails(ctx.db.read, orders)).length - mailsBefore.length;
  return { results, done: { ...countBoth(done), mails, unmailed: done.length - mails } };
}

async function actOnOne(
  ctx: Context,
  act: keyof typeof ACTS,
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
