import { recordAct, type ActName } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { savedShop } from '#src/server/shop-data.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeliveryStatus, OrderStatus } from '../order.ts';
import { holdsLeft, type PackingHold } from '../packing.ts';
import { hasWrongCheckDigit, readTrackingNumber, type Lot, type Shipment } from '../shipment.ts';
import { lockCheckout } from './checkout.repository.ts';
import { findOrder, findOrders, moveOrder, type StoredOrder } from './order.repository.ts';
import { loadPacking } from './packing.loader.ts';
import { enqueueShipped } from './shipment-mail.ts';
import {
  deleteShipment,
  findOrdersOfParcel,
  findShipment,
  insertLots,
  insertShipment,
  updateShipment,
} from './shipment.repository.ts';

export type Parcel = Pick<Shipment, 'carrier' | 'trackingNumber'>;

export type DeliveryRefusal =
  | { kind: 'wrong_status'; status: OrderStatus; needs: DeliveryStatus[] }
  | { kind: 'held'; holds: PackingHold[] }
  | { kind: 'unknown_carrier'; known: string[] }
  | { kind: 'no_tracking_number' }
  | { kind: 'wrong_check_digit'; number: string }
  /** `order`: another buyer's order with this parcel number. */
  | { kind: 'tracking_number_taken'; order: string }
  | { kind: 'unknown_lot_code'; code: string }
  | { kind: 'nothing_to_undo'; status: OrderStatus };

/** Allowed earlier states of each delivery state. Unpaid and fully refunded orders never move. */
export const EARLIER_STATES: Record<DeliveryStatus, DeliveryStatus[]> = {
  in_separation: [],
  not_with_carrier: ['in_separation'],
  with_carrier: ['in_separation', 'not_with_carrier'],
  delivered: ['with_carrier'],
};

const BEFORE: Partial<Record<DeliveryStatus, DeliveryStatus>> = {
  not_with_carrier: 'in_separation',
  with_carrier: 'not_with_carrier',
  delivered: 'with_carrier',
};

type Moved<T = void> = Promise<Result<T, DeliveryRefusal>>;

/** The current order. Locks its checkout first, because a refund may run at the same time. */
async function lockOrder({ db }: Context, tx: Writer, { id, checkoutId }: StoredOrder): Promise<StoredOrder> {
  await lockCheckout(db, tx, checkoutId);
  return (await findOrder(tx, id))!;
}

const ACTS = { not_with_carrier: 'order.pack', with_carrier: 'order.handOver', delivered: 'order.deliver' } as const;

interface Move {
  to: keyof typeof ACTS;
  /** The holds that a person has overridden. */
  despite?: readonly string[] | undefined;
  /** Why the order's state did not change. */
  refuse?: (tx: Writer, order: StoredOrder) => Promise<DeliveryRefusal | undefined>;
  also: (tx: Writer, at: string) => Promise<object | void>;
}

async function move(ctx: Context, given: StoredOrder, { to, despite = [], refuse, also }: Move): Moved {
  const at = ctx.now().toISOString();
  return ctx.db.write(async (tx) => {
    const order = await lockOrder(ctx, tx, given);
    const holds = to === 'delivered' ? [] : holdsLeft((await loadPacking(tx, order)).holds, despite);
    if (holds.length > 0) return fail({ kind: 'held', holds });
    const refusal = await refuse?.(tx, order);
    if (refusal) return fail(refusal);
    if (!(await moveOrder(tx, order.id, EARLIER_STATES[to], to, at)))
      return fail({ kind: 'wrong_status', status: order.status, needs: EARLIER_STATES[to] });
    const details = await also(tx, at);
    await recordMove(ctx, tx, ACTS[to], order, { delivery: to, ...details, ...(despite.length > 0 && { despite }) });
    return ok(undefined);
  });
}

const recordMove = (
  ctx: Context,
  tx: Writer,
  act: ActName,
  { orderNumber, delivery }: StoredOrder,
  after: object,
): Promise<void> => recordAct(ctx, tx, { act, subject: 'order', id: orderNumber, before: { delivery }, after });

/** `despite`: the holds that a person has overridden. */
interface Decided {
  despite?: readonly string[] | undefined;
}

/** Marks an order as packed. `lots`: the lot numbers of its products. */
export async function packOrder(
  ctx: Context,
  order: StoredOrder,
  { lots = [], despite }: Decided & { lots?: Lot[] } = {},
): Moved {
  const stray = lots.find(({ code }) => !order.lines.some((line) => line.code === code));
  if (stray) return fail({ kind: 'unknown_lot_code', code: stray.code });
  return move(ctx, order, {
    to: 'not_with_carrier',
    despite,
    async also(tx, at) {
      await insertShipment(tx, order.id, at);
      await insertLots(tx, order.id, lots);
      return lots.length > 0 ? { lots } : {};
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
 * Another buyer's order with this parcel number. The lock prevents a second order from taking the number at the same
 * time.
 */
async function findOtherBuyer(
  { db, now }: Context,
  tx: Writer,
  order: StoredOrder,
  number: string,
): Promise<StoredOrder | undefined> {
  await db.lock(tx, 'tracking-numbers');
  const since = new Date(now().getTime() - NUMBER_LIFE_MS).toISOString();
  const others = await findOrders(tx, await findOrdersOfParcel(tx, number, since));
  return others.find((other) => other.id !== order.id && !isSameBuyer(other, order));
}

/**
 * Marks an order as handed to the carrier, and mails its buyer. `isSure`: a person has compared the number with the
 * label.
 */
export async function handOverOrder(
  ctx: Context,
  order: StoredOrder,
  parcel: Parcel,
  { despite, isSure = false }: Decided & { isSure?: boolean } = {},
): Moved {
  const known = Object.keys(savedShop(ctx).shipping.carriers);
  if (parcel.carrier !== null && !known.includes(parcel.carrier)) return fail({ kind: 'unknown_carrier', known });
  // Part of the mail id, so ASCII only.
  const trackingNumber = parcel.trackingNumber === null ? null : readTrackingNumber(parcel.trackingNumber);
  if (trackingNumber === undefined || (parcel.carrier === null) !== (trackingNumber === null))
    return fail({ kind: 'no_tracking_number' });
  if (trackingNumber !== null && !isSure && hasWrongCheckDigit(parcel.carrier, trackingNumber))
    return fail({ kind: 'wrong_check_digit', number: trackingNumber });
  return move(ctx, order, {
    to: 'with_carrier',
    despite,
    async refuse(tx, locked) {
      const other = trackingNumber !== null && (await findOtherBuyer(ctx, tx, locked, trackingNumber));
      return other ? { kind: 'tracking_number_taken', order: other.orderNumber } : undefined;
    },
    async also(tx, at) {
      await insertShipment(tx, order.id, at);
      await updateShipment(tx, order.id, {
        carrier: parcel.carrier,
        tracking_number: trackingNumber,
        handed_over_at: at,
      });
      await enqueueShipped(ctx, tx, order, { carrier: parcel.carrier, trackingNumber });
      return { carrier: parcel.carrier, trackingNumber };
    },
  });
}

export const deliverOrder = (ctx: Context, order: StoredOrder): Moved =>
  move(ctx, order, {
    to: 'delivered',
    // Orders that were handed over before the shop stored parcels have none.
    also: (tx, at) => updateShipment(tx, order.id, { delivered_at: at }),
  });

interface Undone {
  status: DeliveryStatus;
  /** The buyer already got a mail about the step that was undone. */
  wasMailed: boolean;
}

/** Undoes the last step: delivered → with the carrier → packed → to be packed. */
export async function undoDelivery(ctx: Context, given: StoredOrder): Moved<Undone> {
  const at = ctx.now().toISOString();
  return ctx.db.write(async (tx): Moved<Undone> => {
    const order = await lockOrder(ctx, tx, given);
    const to = BEFORE[order.delivery];
    if (!to || !(await moveOrder(tx, order.id, [order.delivery], to, at)))
      return fail({ kind: 'nothing_to_undo', status: order.status });
    const hadParcel = (await findShipment(tx, order.id)) !== undefined;
    if (to === 'in_separation') await deleteShipment(tx, order.id);
    if (to === 'not_with_carrier')
      await updateShipment(tx, order.id, { carrier: null, tracking_number: null, handed_over_at: null });
    if (to === 'with_carrier') await updateShipment(tx, order.id, { delivered_at: null });
    await recordMove(ctx, tx, 'order.undo', order, { delivery: to });
    return ok({ status: to, wasMailed: hadParcel && to === 'not_with_carrier' });
  });
}
