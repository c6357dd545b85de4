/** What happens when goods expire: they leave the stock, and unpacked orders get others. */
import { expireLots } from '#src/features/catalogue/server/lots/expire.service.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { tryStep } from '#src/server/try-step.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { lockOrder } from '../delivery.service.ts';
import { findOrder } from '../order.repository.ts';
import { loadPacking } from '../packing.loader.ts';
import { mergeLines } from '../parcel-lines.ts';
import { unpackLots } from './packed-lots.ts';

/** The orders to be packed, or a parcel of which is, that have taken units of lots whose last day is over. */
async function findOrdersWithExpired(db: Reader, today: string): Promise<string[]> {
  const rows = await db
    .selectFrom('lots as l')
    .innerJoin('stock_movements as m', (join) =>
      join.onRef('m.lot_id', '=', 'l.id').onRef('m.product_id', '=', 'l.product_id'),
    )
    .innerJoin('orders as o', 'o.checkout_id', 'm.checkout_id')
    .select(['o.id', 'l.id as lotId'])
    .where('l.best_before', '!=', '')
    .where('l.best_before', '<', today)
    .where('m.reason', 'not in', ['expired', 'unexplained'])
    .where('o.payment_status', 'in', ['pending', 'paid', 'partially_refunded'])
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('o.delivery_status', '=', 'in_separation'),
        exists(
          selectFrom('further_parcels as f')
            .select('f.number')
            .whereRef('f.order_id', '=', 'o.id')
            .where('f.packed_at', 'is', null),
        ),
      ]),
    )
    .groupBy(['o.id', 'l.id'])
    .having((row) => row(row.fn.sum('m.units'), '<', 0))
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}

/** Gives unpacked orders other units for those that expired, as far as there are any, and then empties the lots. */
export async function expireGoods(ctx: Context): Promise<void> {
  const ids = await findOrdersWithExpired(ctx.db.read, germanDay(ctx.now().toISOString()));
  for (const id of ids)
    await tryStep(ctx, { subject: id, failed: 'order keeps expired units' }, () =>
      ctx.db.write(async (tx) => {
        const order = await lockOrder(ctx, tx, (await findOrder(tx, id))!);
        const { parcels } = await loadPacking(tx, order);
        const unpacked = parcels.filter(({ parcel }) => parcel.state === 'in_separation');
        await unpackLots(ctx, tx, order, mergeLines(order, unpacked));
      }),
    );
  await expireLots(ctx);
}
