import type { Reader } from '#src/server/db/database.ts';
import type { OrderNoteRow } from '#src/server/db/tables/desk.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import type { Cents } from '#src/shared/money.ts';
import { sumOf } from './refund-details.ts';
import { UNDELIVERED, type DeliveryStatus, type OrderLine, type Undelivered } from '../order.ts';
import { isGiftVoucher } from '../gift-voucher/gift-voucher.ts';
import { packingHolds, type PackingHold } from '../packing.ts';
import { isParcelHere, isReplacement, placeOf, type Parcel } from '../parcel.ts';
import { countWholeOrders, type ParcelCount } from './order-counts.repository.ts';
import { findNotes } from './order-notes.repository.ts';
import { findOrders, findOrdersTogether, type StoredOrder } from './order.repository.ts';
import { linesOfParcels, mergeLines, type ParcelLines } from './parcel-lines.ts';
import { findParcels, findUnfinishedSplits } from './parcel.repository.ts';
import {
  findAddressRequests,
  findPaidOrders,
  findRecalledProducts,
  findWithdrawnOrders,
} from './packing.repository.ts';
import { findRefundsOfAll } from './payment.repository.ts';
import { paidBackUnits } from './unsent-units.ts';

/** More parcels than a shop packs in a day; databases limit the number of values in one statement. */
const MOST = 500;

/** The contents of an order's parcels, and why they are on hold. */
export interface Packing {
  order: StoredOrder;
  /** The lines with the units that are to be sent, or that were sent; without replacements. */
  lines: OrderLine[];
  /** Units refunded before their parcel was handed over. */
  refunded: { code: string; name: string; units: number }[];
  /** Units by code that were refunded between packing and hand-over: the packer may have left them inside. */
  perhapsSent: Map<string, number>;
  /** Units by code whose whole price was paid back, whenever that was. */
  paidBack: Map<string, number>;
  /** Refunded by amount without lines, so a person must know the reason. */
  refundedAmount: Cents;
  holds: PackingHold[];
  notes: OrderNoteRow[];
  /** The numbers of the orders that travel in the same parcel. */
  together: string[];
  /** Each parcel with its own lines and holds, the first one first. */
  parcels: (ParcelLines & { holds: PackingHold[] })[];
}

/** The contents of one of an order's parcels. */
export interface ParcelPacking extends Packing {
  parcel: Parcel;
  /** "2 of 3"; undefined for the only parcel, and for a replacement. */
  place: { place: number; of: number } | undefined;
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
  const parcels = await findParcels(db, orders);
  const together = await findOrdersTogether(db, orders);
  const withdrawn = await findWithdrawnOrders(db, ids);
  const asked = await findAddressRequests(db, ids);
  const notes = Map.groupBy(await findNotes(db, ids), (row) => row.order_id);
  const recalled = await findRecalledProducts(db, [
    ...new Set(orders.flatMap(({ lines }) => lines.map(({ productId }) => productId))),
  ]);
  return orders.map((order) => {
    const own = refunds.get(order.captureId ?? '') ?? [];
    // Nobody packs a gift voucher.
    const goods = isGiftVoucher(order) ? { ...order, lines: [] } : order;
    const all = linesOfParcels(goods, own, parcels.get(order.id)!);
    const facts = {
      isWithdrawn: withdrawn.has(order.id),
      recalled,
      isContested: order.hasOpenCase,
      isAddressAsked: asked.has(order.id),
    };
    const base = {
      order,
      paidBack: paidBackUnits(order, own),
      refundedAmount: sumOf(own.filter((row) => row.lines === null)),
      notes: notes.get(order.id) ?? [],
      together: together.get(order.id) ?? [],
    };
    return toPacking({ ...base, parcels: all, facts, repaid: repaidReplacements(order, own, all) });
  });
}

interface Loaded extends Pick<Packing, 'order' | 'paidBack' | 'refundedAmount' | 'notes' | 'together'> {
  parcels: ParcelLines[];
  facts: Omit<Parameters<typeof packingHolds>[1], 'lines' | 'isHere' | 'isRepaid'>;
  repaid: ReadonlySet<Parcel>;
}

/** The replacements that are here although the price of such units was paid back after they were arranged. */
function repaidReplacements(order: StoredOrder, refunds: RefundRow[], parcels: ParcelLines[]): Set<Parcel> {
  const isRepaid = ({ parcel, lines }: ParcelLines) => {
    if (!isReplacement(parcel) || !isParcelHere(parcel)) return false;
    const later = refunds.filter(({ created_at }) => created_at > parcel.createdAt!);
    const paidBack = paidBackUnits(order, later);
    return lines.some(({ code }) => paidBack.get(code)! > 0);
  };
  return new Set(parcels.filter(isRepaid).map(({ parcel }) => parcel));
}

function toPacking({ facts, repaid, parcels, ...loaded }: Loaded): Packing {
  const { order } = loaded;
  const parts = parcels.filter(({ parcel }) => !isReplacement(parcel));
  const sum = (of: (part: ParcelLines) => Map<string, number>, code: string) =>
    parts.reduce((units, part) => units + (of(part).get(code) ?? 0), 0);
  const here = parcels.filter(({ parcel }) => isParcelHere(parcel));
  const holdsOf = (lines: OrderLine[], isHere: boolean, isRepaid: boolean) =>
    packingHolds(order, { ...facts, lines, isHere, isRepaid });
  return {
    ...loaded,
    parcels: parcels.map((one) => ({
      ...one,
      holds: holdsOf(one.lines, isParcelHere(one.parcel), repaid.has(one.parcel)),
    })),
    lines: mergeLines(order, parts),
    refunded: order.lines
      .map(({ code, name }) => ({ code, name, units: sum(({ refunded }) => refunded, code) }))
      .filter(({ units }) => units > 0),
    perhapsSent: new Map(order.lines.map(({ code }) => [code, sum(({ perhapsSent }) => perhapsSent, code)])),
    holds: holdsOf(
      here.flatMap(({ lines }) => lines),
      here.length > 0,
      repaid.size > 0,
    ),
  };
}

/** One parcel of a packing. */
export function packingOf(packing: Packing, number: number): ParcelPacking | undefined {
  const own = packing.parcels.find(({ parcel }) => parcel.number === number);
  if (!own) return undefined;
  const { lines, parcel, holds } = own;
  const names = new Map(packing.order.lines.map(({ code, name }) => [code, name]));
  return {
    ...packing,
    lines,
    holds,
    parcel,
    place: placeOf(
      parcel,
      packing.parcels.map((one) => one.parcel),
    ),
    refunded: [...own.refunded].map(([code, units]) => ({ code, units, name: names.get(code) ?? code })),
    perhapsSent: own.perhapsSent,
  };
}

/** The parcels in this state that have anything to send, or that are their order's only one. */
export const packingsIn = (packing: Packing, states: readonly DeliveryStatus[]): ParcelPacking[] =>
  packing.parcels
    .filter(({ parcel, lines }) => states.includes(parcel.state) && (lines.length > 0 || packing.parcels.length === 1))
    .map(({ parcel }) => packingOf(packing, parcel.number)!);

export const loadPacking = async (db: Reader, order: StoredOrder): Promise<Packing> =>
  (await loadPackings(db, [order]))[0]!;

/** How many boxes these parcels are: packed orders that travel together are in one, as the first parcel of each. */
export const countBoxes = (parcels: readonly { order: StoredOrder; parcel: Pick<Parcel, 'number'> }[]): number =>
  new Set(
    parcels.map(({ order, parcel }) =>
      parcel.number > 1
        ? `${order.id} ${parcel.number}`
        : `${order.shipsWith ?? order.id} ${order.email.toLowerCase()}`,
    ),
  ).size;

const isFast = ({ order }: ParcelPacking): boolean => order.deliveryMethod === 'fast';

/**
 * The parcels of paid orders that are in this state, each with the orders that it takes along: those with the faster
 * delivery first, then the oldest order.
 */
export async function loadParcels(db: Reader, state: DeliveryStatus): Promise<ParcelPacking[]> {
  const ids = [...(await findPaidOrders(db, state, MOST)), ...(await findUnfinishedSplits(db))];
  const packings = await loadPackings(db, await findOrders(db, [...new Set(ids)]));
  const sorted = packings
    .flatMap((packing) => packingsIn(packing, [state]))
    .toSorted(
      (a, b) =>
        Number(isFast(b)) - Number(isFast(a)) ||
        a.order.orderedAt.localeCompare(b.order.orderedAt) ||
        (a.order.id < b.order.id ? -1 : a.order.id > b.order.id ? 1 : 0),
    );
  return [...Map.groupBy(sorted, ({ order }) => order.shipsWith ?? order.id).values()].flat();
}

/** Whether a parcel may leave without a person's decision. */
export const isReady = ({ holds }: Pick<Packing, 'holds'>): boolean => holds.length === 0;

/** The number of parcels that can be packed now, without those on hold. */
export const countReadyToPack = async (db: Reader): Promise<number> =>
  (await loadParcels(db, 'in_separation')).filter(isReady).length;

/** The paid orders with several parcels of which one is not delivered yet. */
export const loadUnfinishedSplits = async (db: Reader): Promise<Packing[]> =>
  loadPackings(db, await findOrders(db, await findUnfinishedSplits(db)));

/** The number of parcels of paid orders in each state before the delivery. */
export async function countUndelivered(db: Reader): Promise<Record<Undelivered, ParcelCount>> {
  const counts = await countWholeOrders(db);
  const split = await loadUnfinishedSplits(db);
  for (const { order, parcel } of split.flatMap((packing) => packingsIn(packing, UNDELIVERED))) {
    if (parcel.state === 'delivered') continue;
    const { count, oldest } = counts[parcel.state];
    const isOlder = oldest === null || order.orderedAt < oldest;
    counts[parcel.state] = { count: count + 1, oldest: isOlder ? order.orderedAt : oldest };
  }
  return counts;
}
