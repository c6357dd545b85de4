import { recordAct, type ActName } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { collectionStatus, isCollected } from '../collection.ts';
import { isRefundable, orderStatus, type DeliveryStatus, type OrderStatus } from '../order.ts';
import { holdsLeft, type PackingHold } from '../packing.ts';
import { deliveryOf, isOwed, isParcelHere, type Parcel } from '../parcel.ts';
import { hasWrongCheckDigit, readTrackingNumber, type Lot, type ParcelLabel } from '../shipment.ts';
import { enqueueCollected } from './collection/collection-mail.ts';
import { packLots } from './lots/packed-lots.ts';
import { makeReady } from './collection/ready.ts';
import { lockCheckout } from './checkout.repository.ts';
import { findOrder, findOrders, moveOrder, type StoredOrder } from './order.repository.ts';
import { loadPacking, packingOf, packingsIn, type Packing, type ParcelPacking } from './packing.loader.ts';
import { splitParcel, unitsRefusal, type Units, type UnitsRefusal } from './parcel-split.ts';
import { findOrdersOfParcel, findOrdersUnderLabel, insertLots, savePacked, updateParcel } from './parcel.repository.ts';
import { enqueueShipped } from './mails/shipment-mail.ts';

export type DeliveryRefusal =
  | { kind: 'wrong_status'; status: OrderStatus; needs: DeliveryStatus[] }
  | { kind: 'held'; holds: PackingHold[] }
  | { kind: 'unknown_carrier'; known: string[] }
  | { kind: 'no_tracking_number' }
  | { kind: 'wrong_check_digit'; number: string }
  /** `order`: another buyer's order with this parcel number. */
  | { kind: 'tracking_number_taken'; order: string }
  | { kind: 'unknown_lot_code'; code: string }
  | { kind: 'unknown_parcel'; number: number }
  | { kind: 'is_collected' }
  | UnitsRefusal;

/** Allowed earlier states of each delivery state. Unpaid orders never move, and fully refunded ones only by the carrier. */
export const EARLIER_STATES: Record<DeliveryStatus, DeliveryStatus[]> = {
  in_separation: [],
  not_with_carrier: ['in_separation'],
  with_carrier: ['in_separation', 'not_with_carrier'],
  delivered: ['with_carrier'],
};

/** A buyer collects a packed order; no carrier has it. */
const earlierStates = (order: StoredOrder, to: DeliveryStatus): DeliveryStatus[] =>
  to === 'delivered' && isCollected(order) ? ['not_with_carrier'] : EARLIER_STATES[to];

/** Why a parcel cannot go to the carrier now. */
export function leavingRefusal({ order, parcel, holds }: ParcelPacking): DeliveryRefusal | undefined {
  if (isCollected(order)) return { kind: 'is_collected' };
  if (!isRefundable(order) || !isParcelHere(parcel)) {
    const needs = EARLIER_STATES.with_carrier;
    return { kind: 'wrong_status', status: orderStatus(order.payment, parcel.state), needs };
  }
  return holds.length > 0 ? { kind: 'held', holds } : undefined;
}

type Moved<T = void> = Promise<Result<T, DeliveryRefusal>>;

/** The current order. Locks its checkout first, because a refund may run at the same time. */
export async function lockOrder({ db }: Context, tx: Writer, { id, checkoutId }: StoredOrder): Promise<StoredOrder> {
  await lockCheckout(db, tx, checkoutId);
  return (await findOrder(tx, id))!;
}

const ACTS = { not_with_carrier: 'order.pack', with_carrier: 'order.handOver', delivered: 'order.deliver' } as const;

/** `despite`: the holds that a person has overridden. `parcel`: its number; by default the next one for the act. */
interface Decided {
  despite?: readonly string[] | undefined;
  parcel?: number | undefined;
}

/** `isFact`: the carrier says so. It has happened, whatever holds the parcel, also after all money was refunded. */
interface Reported extends Decided {
  isFact?: boolean;
}

interface Move extends Reported {
  to: keyof typeof ACTS;
  /** Why the parcel's state did not change. */
  refuse?: (tx: Writer, order: StoredOrder, packing: ParcelPacking) => Promise<DeliveryRefusal | undefined>;
  also: (tx: Writer, at: string, packing: ParcelPacking) => Promise<object | void>;
}

/** The parcel that an act is about. A parcel whose state does not fit is returned too, so that the refusal names it. */
function chooseParcel(packing: Packing, to: keyof typeof ACTS, number: number | undefined): ParcelPacking | undefined {
  if (number !== undefined) return packingOf(packing, number);
  // A packed parcel is handed over before one that nobody packed.
  const states = earlierStates(packing.order, to).toReversed();
  const next = states.flatMap((state) => packingsIn(packing, [state])).at(0);
  return next ?? packingOf(packing, 1);
}

async function move(
  ctx: Context,
  given: StoredOrder,
  { to, despite = [], parcel, isFact = false, refuse, also }: Move,
): Moved {
  return ctx.db.write(async (tx) => {
    const order = await lockOrder(ctx, tx, given);
    // After the lock: whatever was refunded before the parcel left has an earlier time.
    const at = ctx.now().toISOString();
    const packing = await loadPacking(tx, order);
    const chosen = chooseParcel(packing, to, parcel);
    if (!chosen) return fail({ kind: 'unknown_parcel', number: parcel! });
    const isLeaving = !isFact && (to !== 'delivered' || isCollected(order));
    const holds = isLeaving ? holdsLeft(chosen.holds, despite) : [];
    if (holds.length > 0) return fail({ kind: 'held', holds });
    const refusal = await refuse?.(tx, order, chosen);
    if (refusal) return fail(refusal);
    const needs = earlierStates(order, to);
    const { state, number } = chosen.parcel;
    const isAllDelivered = to === 'delivered' && parcel === undefined && (await isDeliveredByNow(tx, order));
    const mayMove = isRefundable(order) || (isFact && order.payment === 'refunded');
    if (!mayMove || !(needs.includes(state) || isAllDelivered))
      return fail({ kind: 'wrong_status', status: orderStatus(order.payment, state), needs });
    const details = isAllDelivered ? undefined : await also(tx, at, chosen);
    await storeDelivery(tx, order, at, isAllDelivered ? undefined : { number, state: to });
    await recordMove(ctx, tx, ACTS[to], order, {
      delivery: to,
      ...(number > 1 && { parcel: number }),
      ...details,
      ...(despite.length > 0 && { despite }),
    });
    return ok(undefined);
  });
}

/** The parcels that count: those whose units were all refunded before they left do not. */
const countingParcels = ({ parcels }: Packing): Parcel[] =>
  parcels
    .filter(({ parcel, lines }) => parcels.length === 1 || lines.length > 0 || !isParcelHere(parcel))
    .map(({ parcel }) => parcel);

/** Whether the last undelivered parcel lost all its units by a refund after the others had arrived. */
async function isDeliveredByNow(tx: Writer, order: StoredOrder): Promise<boolean> {
  const parcels = countingParcels(await loadPacking(tx, order));
  return order.delivery === 'with_carrier' && parcels.every(({ state }) => state === 'delivered');
}

/** Stores the order's state that its parcels make. `moved`: the parcel that has just changed, with its new state. */
export async function storeDelivery(
  tx: Writer,
  order: StoredOrder,
  at: string,
  moved?: Pick<Parcel, 'number' | 'state'>,
): Promise<void> {
  const parcels = countingParcels(await loadPacking(tx, order)).map((parcel) =>
    parcel.number === moved?.number ? { ...parcel, ...moved } : parcel,
  );
  const delivery = deliveryOf(parcels);
  const arrivals = parcels.flatMap((parcel) => (isOwed(parcel) ? (parcel.deliveredAt ?? []) : []));
  const deliveredAt = delivery === 'delivered' ? (arrivals.toSorted().at(-1) ?? at) : null;
  await moveOrder(tx, order.id, delivery, { deliveredAt, at });
}

/** Records an act on an order. One that is collected is not sent and delivered, but ready and collected. */
export function recordMove(
  ctx: Context,
  tx: Writer,
  act: ActName,
  order: StoredOrder,
  after: { delivery?: DeliveryStatus; [detail: string]: unknown },
): Promise<void> {
  const nameOf = (delivery: DeliveryStatus) => collectionStatus(delivery, order) ?? delivery;
  return recordAct(ctx, tx, {
    act: act === 'order.deliver' && isCollected(order) ? 'order.collect' : act,
    subject: 'order',
    id: order.orderNumber,
    before: after.delivery && { delivery: nameOf(order.delivery) },
    after: after.delivery ? { ...after, delivery: nameOf(after.delivery) } : after,
  });
}

/**
 * Marks a parcel as packed. `lots`: the lots that the packer saw; otherwise those that the shop proposes. `units`: all
 * that goes into it; by default all.
 */
export async function packOrder(
  ctx: Context,
  order: StoredOrder,
  { lots = [], units, ...decided }: Decided & { lots?: Lot[]; units?: Units | undefined } = {},
): Moved {
  // The buyer comes once.
  const apart = isCollected(order) ? undefined : units;
  const stray = lots.find(({ code }) => !order.lines.some((line) => line.code === code));
  if (stray) return fail({ kind: 'unknown_lot_code', code: stray.code });
  return move(ctx, order, {
    ...decided,
    to: 'not_with_carrier',
    async refuse(_tx, _order, packing) {
      return apart && packing.parcel.state === 'in_separation' ? unitsRefusal(apart, packing) : undefined;
    },
    async also(tx, at, packing) {
      const { number } = packing.parcel;
      const lines = packing.lines
        .map((line) => ({ ...line, quantity: apart ? (apart.get(line.code) ?? 0) : line.quantity }))
        .filter(({ quantity }) => quantity > 0);
      const typed = lots.filter(({ code }) => !apart || (apart.get(code) ?? 0) > 0);
      const inside = await packLots(ctx, tx, packing.order, lines, typed);
      if (apart) await splitParcel(tx, packing, apart, at);
      await savePacked(tx, order.id, number, at);
      await insertLots(tx, order.id, number, inside);
      if (isCollected(order)) await makeReady(ctx, tx, packing.order, at);
      const noted = inside.map(({ code, lot }) => ({ code, lot }));
      return { ...(apart && { units: Object.fromEntries(apart) }), ...(noted.length > 0 && { lots: noted }) };
    },
  });
}

/** Carriers may reuse a parcel's number after a year (GS1 SSCC, UPU S10). */
const NUMBER_LIFE_MS = 365 * 24 * 3600_000;

/** Whether two parcels have the same recipient and address, so that they may be one. */
export const isSameBuyer = (one: StoredOrder, other: StoredOrder): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase() &&
  JSON.stringify(one.address) === JSON.stringify(other.address);

/**
 * The order that has this parcel number already: the same one, if another parcel of it has the number, or another
 * buyer's. Orders under one label stay in one parcel after the email of one of them was corrected.
 */
export async function findOrderWithNumber(
  { now }: Pick<Context, 'now'>,
  db: Reader,
  { order, parcel, parcels }: ParcelPacking,
  number: string,
): Promise<StoredOrder | undefined> {
  if (parcels.some((one) => one.parcel.number !== parcel.number && one.parcel.trackingNumber === number)) return order;
  const since = new Date(now().getTime() - NUMBER_LIFE_MS).toISOString();
  const others = await findOrders(db, await findOrdersOfParcel(db, number, since));
  const together = await findOrdersUnderLabel(db, number);
  const mayShare = (other: StoredOrder) =>
    isSameBuyer(other, order) || (together.includes(order.id) && together.includes(other.id));
  return others.find((other) => other.id !== order.id && !mayShare(other));
}

/**
 * Marks a parcel as handed to the carrier, and mails its buyer. `isSure`: a person has compared the number with the
 * label.
 */
export async function handOverOrder(
  ctx: Context,
  order: StoredOrder,
  label: ParcelLabel,
  { isSure = false, ...decided }: Reported & { isSure?: boolean } = {},
): Moved {
  const known = Object.keys(savedShop(ctx).shipping.carriers);
  const { carrier } = label;
  if (carrier !== null && !known.includes(carrier)) return fail({ kind: 'unknown_carrier', known });
  // Part of the mail id, so ASCII only.
  const trackingNumber = label.trackingNumber === null ? null : readTrackingNumber(label.trackingNumber);
  if (trackingNumber === undefined || (carrier === null) !== (trackingNumber === null))
    return fail({ kind: 'no_tracking_number' });
  if (trackingNumber !== null && !isSure && hasWrongCheckDigit(carrier, trackingNumber))
    return fail({ kind: 'wrong_check_digit', number: trackingNumber });
  return move(ctx, order, {
    ...decided,
    to: 'with_carrier',
    async refuse(tx, _order, packing) {
      if (isCollected(order)) return { kind: 'is_collected' };
      if (trackingNumber === null) return undefined;
      // Prevents a second order from taking the number at the same time.
      await ctx.db.lock(tx, 'tracking-numbers');
      const other = await findOrderWithNumber(ctx, tx, packing, trackingNumber);
      return other ? { kind: 'tracking_number_taken', order: other.orderNumber } : undefined;
    },
    async also(tx, at, packing) {
      const { number, state } = packing.parcel;
      if (state === 'in_separation') await savePacked(tx, order.id, number, at);
      await updateParcel(tx, order.id, number, {
        carrier,
        tracking_number: trackingNumber,
        handed_over_at: at,
      });
      // Not the given order: its address may have changed since it was read.
      if (isRefundable(packing.order))
        await enqueueShipped(ctx, tx, packing.order, { carrier, trackingNumber }, packing);
      return { carrier, trackingNumber };
    },
  });
}

/**
 * Marks a parcel as delivered, or as collected by its buyer. `at`: when the carrier delivered it, as ISO-8601; now by
 * default.
 */
export const deliverOrder = (
  ctx: Context,
  order: StoredOrder,
  { at: deliveredAt, ...decided }: Reported & { at?: string } = {},
): Moved =>
  move(ctx, order, {
    ...decided,
    to: 'delivered',
    async also(tx, at, packing) {
      // Orders that were handed over before the shop stored parcels have none.
      await updateParcel(tx, order.id, packing.parcel.number, { delivered_at: deliveredAt ?? at });
      if (isCollected(order)) await enqueueCollected(ctx, tx, packing.order, at);
    },
  });
