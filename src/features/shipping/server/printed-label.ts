import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { carrierOf } from './carrier.ts';
import { findLabel } from './label.repository.ts';

/** The label that a carrier made for a parcel. Nobody types its number. */
export async function printedLabel(
  ctx: Context,
  { id }: StoredOrder,
  parcel: number,
): Promise<{ carrier: string; trackingNumber: string } | undefined> {
  const carrier = carrierOf(ctx);
  const label = carrier && (await findLabel(ctx.db.read, id, parcel));
  return label?.state === 'made' ? { carrier: carrier!.name, trackingNumber: label.tracking_number! } : undefined;
}
