import type { Reader, Writer } from '#src/server/db/database.ts';
import type { ProductRow } from '#src/server/db/tables/catalogue.ts';

const DESCRIBED = [
  'id',
  'cod_catalog',
  'product_name',
  'kind',
  'facts',
  'net_quantity',
  'net_unit',
  'deposit_cents',
  'withdrawal',
  'picture',
  'sale_locked',
  'blocking_gaps',
  'recalled',
] as const;

export type DescribedRow = Pick<ProductRow, (typeof DESCRIBED)[number]>;

/** The products for sale with all that their completeness depends on; `codes`: only these. */
export const findDescribed = (db: Reader, codes?: readonly string[]): Promise<DescribedRow[]> =>
  db
    .selectFrom('products')
    .select(DESCRIBED)
    .where('withdrawn_at', 'is', null)
    .$if(codes !== undefined, (query) => query.where('cod_catalog', 'in', codes!))
    .orderBy('cod_catalog')
    .execute();

export async function countBlocked(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('withdrawn_at', 'is', null)
    .where('blocking_gaps', '<>', '[]')
    .executeTakeFirstOrThrow();
  return Number(count);
}

// SQLite takes at most 32,766 parameters a statement.
const BATCH = 10_000;

export async function saveLock(
  tx: Writer,
  ids: number[],
  lock: Pick<ProductRow, 'sale_locked' | 'blocking_gaps' | 'recalled'>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH)
    await tx
      .updateTable('products')
      .set(lock)
      .where('id', 'in', ids.slice(start, start + BATCH))
      .execute();
}
