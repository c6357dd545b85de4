import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPacking, packingsIn } from '#src/features/orders/server/packing.loader.ts';
import type { Context } from '#src/server/context.ts';
import { carrierOf } from './carrier.ts';
import { findLabel } from './label.repository.ts';

/** The label that a carrier made for a parcel, by default the next one to leave. Nobody types its number. */
export async function printedLabel(
  ctx: Context,
  order: StoredOrder,
  parcel?: number,
): Promise<{ carrier: string; trackingNumber: string } | undefined> {
  const carrier = carrierOf(ctx);
  if (!carrier) return undefined;
  const { read } = ctx.db;
  const number = parcel ?? packingsIn(await loadPacking(read, order), ['not_with_carrier'])[0]?.parcel.number;
  const label = number === undefined ? undefined : await findLabel(read, order.id, number);
  return label?.isUsable ? { carrier: carrier.name, trackingNumber: label.tracking_number! } : undefined;
}
