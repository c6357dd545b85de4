import type { Reader } from '#src/server/db/database.ts';
import type { OrderNoteRow } from '#src/server/db/tables/desk.ts';
import type { Cents } from '#src/shared/money.ts';
import { sumOf } from './refund-details.ts';
import { isStillHere, type DeliveryStatus, type OrderLine } from '../order.ts';
import { packingHolds, type PackingHold } from '../packing.ts';
import { findNotes } from './order-notes.repository.ts';
import { findOrders, type StoredOrder } from './order.repository.ts';
import {
  findAddressRequests,
  findHandOvers,
  findPaidOrders,
  findRecalledProducts,
  findWithdrawnOrders,
} from './packing.repository.ts';
import { findRefundsOfAll } from './payment.repository.ts';
import { unsentUnits } from './unsent-units.ts';

/** More parcels than a shop packs in a day; databases limit the number of values in one statement. */
const MOST = 500;

/** The contents of an order's parcel, and why it is on hold. */
export interface Packing {
  order: StoredOrder;
  /** The lines with the units that are to be sent, or that were sent. */
  lines: OrderLine[];
  /** Units refunded before the parcel was handed over. */
  refunded: { code: string; name: string; units: number }[];
  /** Units by code that were refunded between packing and hand-over: the packer may have left them inside. */
  perhapsSent: Map<string, number>;
  /** Refunded by amount without lines, so a person must know the reason. */
  refundedAmount: Cents;
  holds: PackingHold[];
  notes: OrderNoteRow[];
}

/** The packings of these orders, in the same order. */
export async function loadPackings(db: Reader, orders: StoredOrder[]): Promise<Packing[]> {
  const packings: Packing[] = [];
  for (let at = 0; at < orders.length; at += MOST) packings.push(...(await loadSome(db, orders.slice(at, at + MOST))));
  return packings;
}

async function loadSome(db: Reader, orders: StoredOrder[]): Promise<Packing[]> {
  const ids = orders.map(({ id }) => id);
  const refunds = Map.groupBy(
    await findRefundsOfAll(
      db,
      orders.flatMap(({ captureId }) => captureId ?? []),
    ),
    (row) => row.capture_id,
  );
  const handOvers = await findHandOvers(db, ids);
  const withdrawn = await findWithdrawnOrders(db, ids);
  const asked = await findAddressRequests(db, ids);
  const notes = Map.groupBy(await findNotes(db, ids), (row) => row.order_id);
  const recalled = await findRecalledProducts(db, [
    ...new Set(orders.flatMap(({ lines }) => lines.map(({ productId }) => productId))),
  ]);
  return orders.map((order) => {
    const own = refunds.get(order.captureId ?? '') ?? [];
    // Orders without a stored parcel were handed over before any refund.
    const left = handOvers.get(order.id);
    const unsent = unsentUnits(order, own, left?.handedOverAt ?? (isStillHere(order) ? null : ''));
    const unitsOf = (code: string) => unsent.get(code) ?? 0;
    const unpacked = left ? unsentUnits(order, own, left.packedAt) : unsent;
    const lines = order.lines
      .map((line) => ({ ...line, quantity: line.quantity - unitsOf(line.code) }))
      .filter(({ quantity }) => quantity > 0);
    return {
      order,
      lines,
      refunded: order.lines
        .map(({ code, name }) => ({ code, name, units: unitsOf(code) }))
        .filter(({ units }) => units > 0),
      perhapsSent: new Map([...unsent].map(([code, units]) => [code, units - (unpacked.get(code) ?? 0)])),
      refundedAmount: sumOf(own.filter((row) => row.lines === null)),
      holds: packingHolds(order, {
        lines,
        isWithdrawn: withdrawn.has(order.id),
        recalled,
        isContested: order.hasOpenCase,
        isAddressAsked: asked.has(order.id),
      }),
      notes: notes.get(order.id) ?? [],
    };
  });
}

export const loadPacking = async (db: Reader, order: StoredOrder): Promise<Packing> =>
  (await loadPackings(db, [order]))[0]!;

/** The packings of the paid orders whose parcels are in this state, oldest first. */
export const loadParcels = async (db: Reader, delivery: DeliveryStatus): Promise<Packing[]> =>
  loadPackings(db, await findOrders(db, await findPaidOrders(db, delivery, MOST)));

/** Whether a parcel needs no person's decision. */
export const isReady = ({ holds }: Pick<Packing, 'holds'>): boolean => holds.length === 0;
