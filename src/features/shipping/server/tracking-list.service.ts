import { isParcelHere, parcelName, readParcelName } from '#src/features/orders/parcel.ts';
import { hasWrongCheckDigit } from '#src/features/orders/shipment.ts';
import {
  findOrderWithNumber,
  handOverOrder,
  isSameBuyer,
  leavingRefusal,
  type DeliveryRefusal,
} from '#src/features/orders/server/delivery.service.ts';
import { findOrdersByNumber, findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import {
  loadPackings,
  packingOf,
  type Packing,
  type ParcelPacking,
} from '#src/features/orders/server/packing.loader.ts';
import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { readTrackingList, type ListProblem, type TrackingLine } from '../tracking-list.ts';

/**
 * What a line will do. `ready`: hand the parcel over. `unsure`: the same, once a person has compared the number.
 * `done`: the parcel left with this number. `repeated`: an earlier line says the same.
 */
export type Verdict =
  | { kind: 'ready' | 'unsure' | 'done' | 'repeated' }
  | { kind: 'not_found' | 'tracking_number_twice' }
  | { kind: 'tracking_other_number'; values: { number: string } }
  | DeliveryRefusal;

export interface JudgedLine {
  line: TrackingLine;
  /** The parcel's name, or what the line says instead of one. */
  name: string;
  /** Whose parcel it is; '' for a line without one. */
  buyer: string;
  carrier: string;
  verdict: Verdict;
}

interface Read extends TrackingLine {
  packing: ParcelPacking | undefined;
}

/** What the lines of a list mean for the orders. Changes nothing and stores nothing. `carrier`: where a line names none. */
export async function judgeTrackingList(
  ctx: Context,
  text: string,
  carrier: string,
): Promise<Result<JudgedLine[], ListProblem>> {
  const list = readTrackingList(text);
  if (!list.ok) return list;
  const known = Object.keys(savedShop(ctx).shipping.carriers);
  const lines = await withPackings(ctx, list.value);
  const judged: JudgedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const own = known.find((one) => line.carrier.split(/\s/).includes(one)) ?? (line.carrier || carrier);
    judged.push({
      line,
      name: line.name ?? line.written,
      buyer: line.packing?.order.address.name ?? '',
      carrier: own,
      verdict: await judge(ctx, line, own, known, lines.slice(0, index)),
    });
  }
  return ok(judged);
}

/** The lines with their parcels, and a line for each order that travels in a named parcel and is not named itself. */
async function withPackings({ db }: Context, lines: TrackingLine[]): Promise<Read[]> {
  const load = async (numbers: string[]) =>
    new Map(
      (await loadPackings(db.read, await findOrdersByNumber(db.read, [...new Set(numbers)]))).map(
        (packing): [string, Packing] => [packing.order.orderNumber, packing],
      ),
    );
  const numberOf = ({ name = '' }: TrackingLine) => readParcelName(name).number;
  const packings = await load(lines.map(numberOf));
  const named = new Set(lines.map(numberOf));
  const added = lines.flatMap((line) =>
    line.name === numberOf(line)
      ? (packings.get(line.name)?.together ?? [])
          .filter((number) => !named.has(number) && named.add(number))
          .map((number) => ({ ...line, name: number }))
      : [],
  );
  const others = await load(added.map(numberOf));
  return [...lines, ...added].map((line) => {
    const packing = packings.get(numberOf(line)) ?? others.get(numberOf(line));
    return { ...line, packing: packing && packingOf(packing, readParcelName(line.name!).parcel) };
  });
}

async function judge(
  ctx: Context,
  { packing, trackingNumber, name }: Read,
  carrier: string,
  known: string[],
  earlier: Read[],
): Promise<Verdict> {
  if (!packing) return { kind: 'not_found' };
  if (trackingNumber === undefined) return { kind: 'no_tracking_number' };
  if (!known.includes(carrier)) return { kind: 'unknown_carrier', known };
  const { order, parcel } = packing;
  if (!isParcelHere(parcel) && parcel.trackingNumber !== null)
    return parcel.trackingNumber === trackingNumber
      ? { kind: 'done' }
      : { kind: 'tracking_other_number', values: { number: parcel.trackingNumber } };
  const refusal = leavingRefusal(packing);
  if (refusal) return refusal;
  const taken = await findOrderWithNumber(ctx, ctx.db.read, packing, trackingNumber);
  if (taken) return { kind: 'tracking_number_taken', order: taken.orderNumber };
  for (const other of earlier) {
    if (!other.packing) continue;
    const [isParcel, isNumber] = [other.name === name, other.trackingNumber === trackingNumber];
    if (isParcel && isNumber) return { kind: 'repeated' };
    const isElsewhere = isNumber && (other.packing.order.id === order.id || !isSameBuyer(other.packing.order, order));
    if (isParcel || isElsewhere) return { kind: 'tracking_number_twice' };
  }
  return { kind: hasWrongCheckDigit(carrier, trackingNumber) ? 'unsure' : 'ready' };
}

/** A line that a person has confirmed. */
export interface ConfirmedLine {
  name: string;
  trackingNumber: string;
  carrier: string;
}

/** Hands the parcels over, each for itself. */
export async function handOverListed(
  ctx: Context,
  lines: readonly ConfirmedLine[],
): Promise<{ name: string; refusal: DeliveryRefusal | { kind: 'not_found' } | undefined }[]> {
  const results = [];
  for (const { name, ...label } of lines) {
    const { number, parcel } = readParcelName(name);
    const order = await findOrderByNumber(ctx.db.read, number);
    const handed: Result<void, DeliveryRefusal | { kind: 'not_found' }> = order
      ? await handOverOrder(ctx, order, label, { parcel, isSure: true })
      : fail({ kind: 'not_found' });
    results.push({
      name: order ? parcelName(order, parcel) : name,
      refusal: handed.ok ? undefined : handed.error,
    });
  }
  return results;
}
