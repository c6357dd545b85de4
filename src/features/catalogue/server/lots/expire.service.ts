import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { tryStep } from '#src/server/try-step.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { changeStock } from '../stock.repository.ts';
import { findLots, type ProductLot } from './lots.repository.ts';
import { expiredUnits } from './split-by-lot.ts';

/** Takes units out of the stock whose last day is over, once each, whichever server does it. */
export async function expireLots(ctx: Context): Promise<void> {
  const today = germanDay(ctx.now().toISOString());
  const codes = await ctx.db.read
    .selectFrom('lots as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select(['p.cod_catalog as code', 'p.id'])
    .distinct()
    .where('l.units', '>', 0)
    .where('l.best_before', '!=', '')
    .where('l.best_before', '<', today)
    .orderBy('p.id')
    .execute();
  for (const { code, id } of codes)
    await tryStep(ctx, { subject: code, failed: 'expired units not taken out of the stock' }, () =>
      ctx.db.write(async (tx) => {
        // Locks the product, and takes from its lots what an older server sold without them.
        await changeStock(ctx, tx, code, { add: 0 }, { reason: 'expired' });
        const units = expiredUnits(await findLots(tx, [id]), today);
        await changeStock(ctx, tx, code, { add: -units }, { reason: 'expired' });
      }),
    );
}

/** How long the desk's first page names what has expired. */
const SHOWN_DAYS = 7;

export interface DatedUnits extends ProductLot {
  code: string;
  name: string;
  /** What a person can do: offer them for less, or move them back out of a variant that has ended. */
  next: 'offer' | 'takeBack' | undefined;
}

type DatedRow = Omit<DatedUnits, 'next'> & { soldUntil: string | null; endedAt: string | null };

const toDated = ({ soldUntil, endedAt, ...row }: DatedRow): DatedUnits => ({
  ...row,
  next: soldUntil === null ? (endedAt === null ? 'offer' : undefined) : endedAt === null ? undefined : 'takeBack',
});

const selectDated = (db: Reader) =>
  db
    .selectFrom('lots as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select(['l.id', 'l.product_id as productId', 'l.lot', 'l.best_before as bestBefore'])
    .select([
      'p.cod_catalog as code',
      'p.product_name as name',
      'p.sold_until as soldUntil',
      'p.withdrawn_at as endedAt',
    ])
    .orderBy('l.best_before')
    .orderBy('l.id');

/** Units that have left the stock because they expired, in the last week. */
export async function findExpired(db: Reader, today: string): Promise<DatedUnits[]> {
  const rows = await selectDated(db)
    .innerJoin('stock_movements as m', (join) =>
      join.onRef('m.lot_id', '=', 'l.id').onRef('m.product_id', '=', 'l.product_id'),
    )
    .select((row) => row.fn.sum<number | string>('m.units').as('units'))
    .where('l.best_before', '>=', addDays(today, -SHOWN_DAYS - 1))
    .where('l.best_before', '<', today)
    .where('m.reason', '=', 'expired')
    .groupBy(['l.id', 'l.product_id', 'l.lot', 'l.best_before'])
    .groupBy(['p.cod_catalog', 'p.product_name', 'p.sold_until', 'p.withdrawn_at'])
    .execute();
  return rows.map((row) => toDated({ ...row, units: -Number(row.units) }));
}

/** Units in the stock whose last day comes within this many days. */
export async function findExpiring(db: Reader, today: string, days: number): Promise<DatedUnits[]> {
  const rows = await selectDated(db)
    .select('l.units')
    .where('l.units', '>', 0)
    .where('l.best_before', '>=', today)
    .where('l.best_before', '<=', addDays(today, days))
    .execute();
  return rows.map(toDated);
}
