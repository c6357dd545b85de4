import { stringify } from 'csv-stringify/sync';
import { findWeighables } from '#src/features/catalogue/server/weight.repository.ts';
import { weightOf } from '#src/features/catalogue/weight.ts';
import { parcelName } from '#src/features/orders/parcel.ts';
import { EARLIER_STATES, leavingRefusal, type DeliveryRefusal } from '#src/features/orders/server/delivery.service.ts';
import { findOrdersByNumber } from '#src/features/orders/server/order.repository.ts';
import { loadPackings, packingOf, packingsIn, type ParcelPacking } from '#src/features/orders/server/packing.loader.ts';
import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { cellsOf, encodeFile, type CarrierTable, type FileRefusal, type Sender } from '../carrier-columns.ts';
import { findLabels, type LabelRow } from './label.repository.ts';

/** A parcel that is not in the file. */
export interface LeftOut {
  name: string;
  reason:
    | FileRefusal
    | DeliveryRefusal
    | { kind: 'not_found' | 'carrier_unpacked' }
    | { kind: 'carrier_together' | 'carrier_labelled'; values: { number: string } };
}

interface CarrierFile {
  bytes: Uint8Array;
  /** The names of the parcels in it. */
  parcels: string[];
  left: LeftOut[];
}

/** The file of all parcels of these orders that have not left, for a carrier's portal. */
export async function makeCarrierFile(ctx: Context, table: CarrierTable, numbers: string[]): Promise<CarrierFile> {
  const { db, now } = ctx;
  const orders = await findOrdersByNumber(db.read, numbers);
  const known = new Set(orders.map(({ orderNumber }) => orderNumber));
  const left: LeftOut[] = numbers
    .filter((number) => !known.has(number))
    .map((name) => ({ name, reason: { kind: 'not_found' } }));
  // An order that takes others along comes before them.
  const packings = (await loadPackings(db.read, orders)).toSorted(
    ({ order: one }, { order: other }) => Number(one.shipsWith !== null) - Number(other.shipsWith !== null),
  );
  const products = new Set(orders.flatMap(({ lines }) => lines.map(({ productId }) => productId)));
  const labels = await findLabels(
    db.read,
    orders.map(({ id }) => id),
  );
  const weighables = await findWeighables(db.read, [...products]);
  const { name, street, postalCode, city } = savedShop(ctx).company;
  const sender: Sender = { name, street, postalCode, city, day: germanDay(now().toISOString()) };
  const rows: string[][] = [];
  const parcels: string[] = [];
  const labelled = new Map<string, string>();
  const all = packings.flatMap((one) => {
    const here = packingsIn(one, EARLIER_STATES.with_carrier);
    return here.length > 0 ? here : [packingOf(one, 1)!];
  });
  for (const packing of all) {
    const { order, parcel } = packing;
    const own = parcelName(order, parcel.number);
    const group = groupOf(packing);
    const first = labelled.get(group);
    const refusal = first
      ? ({ kind: 'carrier_together', values: { number: first } } as const)
      : whyNot(packing, labels);
    if (refusal) {
      left.push({ name: own, reason: refusal });
      continue;
    }
    const inside = all.filter((one) => groupOf(one) === group && !whyNot(one, labels));
    const { grams } = weightOf(
      inside.flatMap(({ lines }) => lines),
      weighables,
    );
    const cells = cellsOf(table, { name: own, orderNumber: order.orderNumber, address: order.address, grams }, sender);
    if (!cells.ok) {
      left.push({ name: own, reason: cells.error });
      continue;
    }
    labelled.set(group, own);
    rows.push(cells.value);
    parcels.push(own);
  }
  return { bytes: write(table, rows), parcels, left };
}

/** Orders in the same parcel have the same key. */
const groupOf = ({ order, parcel }: ParcelPacking): string =>
  parcel.number === 1 ? (order.shipsWith ?? order.id) : parcelName(order, parcel.number);

/** Why a parcel does not belong in the file now. */
function whyNot(packing: ParcelPacking, labels: LabelRow[]): LeftOut['reason'] | undefined {
  const refusal = leavingRefusal(packing);
  if (refusal) return refusal;
  const { order, parcel, parcels } = packing;
  const label = labels.find(({ order_id, number }) => order_id === order.id && number === parcel.number);
  if (label?.isUsable) return { kind: 'carrier_labelled', values: { number: label.tracking_number! } };
  const isRest = parcel.state === 'in_separation' && parcels.some(({ parcel: { state } }) => state !== 'in_separation');
  return isRest ? { kind: 'carrier_unpacked' } : undefined;
}

const write = (table: CarrierTable, rows: string[][]): Uint8Array =>
  encodeFile(
    stringify([table.columns.map(({ name }) => name), ...rows], {
      delimiter: table.delimiter,
      record_delimiter: 'windows',
      // A spreadsheet would run a text that begins like a formula.
      escape_formulas: true,
    }),
    table,
  );
