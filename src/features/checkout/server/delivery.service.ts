import { recordAct, type ActName } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeliveryStatus, OrderStatus } from '../order.ts';
import { readTrackingNumber, type Lot, type Shipment } from '../shipment.ts';
import { lockCheckout } from './checkout.repository.ts';
import { findOrder, moveOrder, type StoredOrder } from './order.repository.ts';
import { enqueueShipped } from './shipment-mail.ts';
import { deleteShipment, findShipment, insertLots, insertShipment, updateShipment } from './shipment.repository.ts';

export type Parcel = Pick<Shipment, 'carrier' | 'trackingNumber'>;

export type DeliveryRefusal =
  | { kind: 'wrong_status'; status: OrderStatus; needs: DeliveryStatus[] }
  | { kind: 'unknown_carrier'; known: string[] }
  | { kind: 'no_tracking_number' }
  | { kind: 'unknown_lot_code'; code: string }
  | { kind: 'nothing_to_undo'; status: OrderStatus };

/** Allowed earlier states of each delivery state. Unpaid and fully refunded orders never move. */
const FROM: Record<DeliveryStatus, DeliveryStatus[]> = {
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

/** The order as it is now. Its checkout is locked first, because a refund may run at the same time. */
async function lockOrder({ db }: Context, tx: Writer, { id, checkoutId }: StoredOrder): Promise<StoredOrder> {
  await lockCheckout(db, tx, checkoutId);
  return (await findOrder(tx, id))!;
}

const ACTS = { not_with_carrier: 'order.pack', with_carrier: 'order.handOver', delivered: 'order.deliver' } as const;

async function move(
  ctx: Context,
  given: StoredOrder,
  to: keyof typeof ACTS,
  also: (tx: Writer, at: string) => Promise<object | void>,
): Moved {
  const at = ctx.now().toISOString();
  return ctx.db.write(async (tx) => {
    const order = await lockOrder(ctx, tx, given);
    if (!(await moveOrder(tx, order.id, FROM[to], to, at))) return fail({ kind: 'wrong_status', status: order.status, needs: FROM[to] });
    const details = await also(tx, at);
    await recordMove(ctx, tx, ACTS[to], order, { delivery: to, ...details });
    return ok(undefined);
  });
}

const recordMove = (ctx: Context, tx: Writer, act: ActName, { orderNumber, delivery }: StoredOrder, after: object): Promise<void> =>
  recordAct(ctx, tx, { act, subject: 'order', id: orderNumber, before: { delivery }, after });

/** Marks an order as packed. `lots`: of which lots its products are. */
export async function packOrder(ctx: Context, order: StoredOrder, lots: Lot[] = []): Moved {
  const stray = lots.find(({ code }) => !order.lines.some((line) => line.code === code));
  if (stray) return fail({ kind: 'unknown_lot_code', code: stray.code });
  return move(ctx, order, 'not_with_carrier', async (tx, at) => {
    await insertShipment(tx, order.id, at);
    await insertLots(tx, order.id, lots);
    return lots.length > 0 ? { lots } : {};
  });
}

/** Marks an order as handed to the carrier, and mails its buyer. */
export async function handOverOrder(ctx: Context, order: StoredOrder, parcel: Parcel): Moved {
  const known = Object.keys(loadShopData().shipping.carriers);
  if (parcel.carrier !== null && !known.includes(parcel.carrier)) return fail({ kind: 'unknown_carrier', known });
  // Part of the mail's id, so it must be plain signs, whoever calls.
  const trackingNumber = parcel.trackingNumber === null ? null : readTrackingNumber(parcel.trackingNumber);
  if (trackingNumber === undefined || (parcel.carrier === null) !== (trackingNumber === null)) return fail({ kind: 'no_tracking_number' });
  return move(ctx, order, 'with_carrier', async (tx, at) => {
    await insertShipment(tx, order.id, at);
    await updateShipment(tx, order.id, { carrier: parcel.carrier, tracking_number: trackingNumber, handed_over_at: at });
    await enqueueShipped(ctx, tx, order, { carrier: parcel.carrier, trackingNumber });
    return { carrier: parcel.carrier, trackingNumber };
  });
}

export const deliverOrder = (ctx: Context, order: StoredOrder): Moved =>
  move(ctx, order, 'delivered', async (tx, at) => {
    // Orders that were handed over before the shop stored parcels have none.
    await updateShipment(tx, order.id, { delivered_at: at });
  });

interface Undone {
  status: DeliveryStatus;
  /** The buyer got a mail about the step that was taken back. */
  wasMailed: boolean;
}

/** Takes the last step back: delivered → with the carrier → packed → to be packed. */
export async function undoDelivery(ctx: Context, given: StoredOrder): Moved<Undone> {
  const at = ctx.now().toISOString();
  return ctx.db.write(async (tx): Moved<Undone> => {
    const order = await lockOrder(ctx, tx, given);
    const to = BEFORE[order.delivery];
    if (!to || !(await moveOrder(tx, order.id, [order.delivery], to, at))) return fail({ kind: 'nothing_to_undo', status: order.status });
    const hadParcel = (await findShipment(tx, order.id)) !== undefined;
    if (to === 'in_separation') await deleteShipment(tx, order.id);
    if (to === 'not_with_carrier') await updateShipment(tx, order.id, { carrier: null, tracking_number: null, handed_over_at: null });
    if (to === 'with_carrier') await updateShipment(tx, order.id, { delivered_at: null });
    await recordMove(ctx, tx, 'order.undo', order, { delivery: to });
    return ok({ status: to, wasMailed: hadParcel && to === 'not_with_carrier' });
  });
}
