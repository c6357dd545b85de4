import { returnStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isCollected } from '../collection.ts';
import type { DeliveryStatus, OrderStatus } from '../order.ts';
import { canUndoParcel, isReplacement, type Parcel } from '../parcel.ts';
import { unpackLots } from './lots/packed-lots.ts';
import { lockOrder, recordMove, storeDelivery } from './delivery.service.ts';
import type { StoredOrder } from './order.repository.ts';
import { loadPacking, type Packing } from './packing.loader.ts';
import { plannedUnits } from './parcel-lines.ts';
import { deleteParcel, deletePacked, saveUnits, updateParcel } from './parcel.repository.ts';

interface Undone {
  /** The parcel's state; undefined: the replacement was taken back. */
  status: DeliveryStatus | undefined;
  /** The buyer already got a mail about the step that was undone. */
  wasMailed: boolean;
}

export type UndoRefusal = { kind: 'nothing_to_undo'; status: OrderStatus } | { kind: 'unknown_parcel'; number: number };

const BEFORE: Record<DeliveryStatus, DeliveryStatus | undefined> = {
  in_separation: undefined,
  not_with_carrier: 'in_separation',
  with_carrier: 'not_with_carrier',
  delivered: 'with_carrier',
};

/** The parcel's state before its last step. No carrier has an order that its buyer collects. */
const stateBefore = (order: StoredOrder, { state }: Parcel): DeliveryStatus | undefined =>
  isCollected(order) && state === 'delivered' ? 'not_with_carrier' : BEFORE[state];

/** When a parcel's last step was. Its creation is a step only for a replacement. */
const lastStepAt = ({ deliveredAt, handedOverAt, packedAt, createdAt, ...parcel }: Parcel): string =>
  deliveredAt ?? handedOverAt ?? packedAt ?? (isReplacement(parcel) ? createdAt : null) ?? '';

/** The parcel that an undo without a number concerns: the one with the latest step. */
const parcelToUndo = ({ order, parcels }: Pick<Packing, 'order' | 'parcels'>): Parcel | undefined =>
  parcels
    .map(({ parcel }) => parcel)
    .filter((parcel) => canUndoParcel(order, parcel))
    .toSorted((one, other) => lastStepAt(other).localeCompare(lastStepAt(one)) || other.number - one.number)
    .at(0);

/** Undoes a parcel's last step: delivered → with the carrier → packed → to be packed → no replacement. */
export async function undoDelivery(
  ctx: Context,
  given: StoredOrder,
  number?: number,
): Promise<Result<Undone, UndoRefusal>> {
  const at = ctx.now().toISOString();
  return ctx.db.write(async (tx): Promise<Result<Undone, UndoRefusal>> => {
    const order = await lockOrder(ctx, tx, given);
    const packing = await loadPacking(tx, order);
    const parcel =
      number === undefined
        ? parcelToUndo(packing)
        : packing.parcels.find((one) => one.parcel.number === number)?.parcel;
    if (number !== undefined && !parcel) return fail({ kind: 'unknown_parcel', number });
    if (!parcel || !canUndoParcel(order, parcel)) return fail({ kind: 'nothing_to_undo', status: order.status });
    const to = stateBefore(order, parcel);
    await undoStep(ctx, tx, packing, parcel, to);
    await storeDelivery(tx, order, at, to && { number: parcel.number, state: to });
    await recordMove(ctx, tx, 'order.undo', order, {
      ...(to ? { delivery: to } : { resend: 'takenBack' }),
      ...(parcel.number > 1 && { parcel: parcel.number }),
    });
    const hadMail = isCollected(order) || (to === 'not_with_carrier' ? parcel.packedAt !== null : to === undefined);
    return ok({ status: to, wasMailed: hadMail });
  });
}

async function undoStep(
  ctx: Context,
  tx: Writer,
  packing: Packing,
  parcel: Parcel,
  to: DeliveryStatus | undefined,
): Promise<void> {
  const { order } = packing;
  const { number } = parcel;
  switch (to) {
    case 'with_carrier':
      return updateParcel(tx, order.id, number, { delivered_at: null });
    case 'not_with_carrier':
      return updateParcel(tx, order.id, number, {
        ...{ carrier: null, tracking_number: null },
        ...{ handed_over_at: null, delivered_at: null },
      });
    case 'in_separation':
      await deletePacked(tx, order.id, parcel);
      await unpackLots(
        ctx,
        tx,
        order,
        order.lines.map((line) => ({ ...line, quantity: plannedUnits(parcel, line) })),
      );
      return uniteUnpacked(tx, packing, number);
    default:
      await returnStock(
        ctx,
        tx,
        order.lines.map((line) => ({ productId: line.productId, quantity: plannedUnits(parcel, line) })),
        { reason: 'resend_undone', checkoutId: order.checkoutId },
      );
      await deleteParcel(tx, order.id, number);
  }
}

/** Units that are to be packed make one parcel again, so that undoing a split leaves the order as it was. */
async function uniteUnpacked(tx: Writer, { order, parcels }: Packing, unpacked: number): Promise<void> {
  const changed = parcels.find(({ parcel }) => parcel.number === unpacked)!.parcel;
  const toPack = parcels
    .map(({ parcel }) => parcel)
    .filter(
      ({ state, reason, number, createdAt }) =>
        reason === changed.reason &&
        (number === unpacked || state === 'in_separation') &&
        // Two replacements for the same reason were two decisions.
        (reason === undefined || createdAt === changed.createdAt),
    );
  const [first, ...others] = toPack;
  if (others.length === 0 || !first) return;
  const united = new Map(
    order.lines.map((line) => [line.code, toPack.reduce((sum, parcel) => sum + plannedUnits(parcel, line), 0)]),
  );
  for (const { number } of others) await deleteParcel(tx, order.id, number);
  const isWhole = first.number === 1 && order.lines.every(({ code, quantity }) => united.get(code) === quantity);
  await saveUnits(tx, order.id, first.number, isWhole ? undefined : united);
}
