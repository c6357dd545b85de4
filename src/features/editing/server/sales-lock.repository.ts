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

/**
 * The products for sale with all data that their completeness depends on. Also those that are no longer for sale, but
 * are recalled, or were until now: unpacked orders may contain them. `recalled`: the codes of recalled products.
 */
export const findAllDescribed = (db: Reader, recalled: readonly string[]): Promise<DescribedRow[]> =>
  selectDescribed(db)
    .where(({ or, eb }) =>
      or([eb('withdrawn_at', 'is', null), eb('recalled', '=', 1), eb('cod_catalog', 'in', recalled)]),
    )
    .execute();

/** The products for sale with these codes. */
export async function findDescribed(db: Reader, codes: readonly string[]): Promise<DescribedRow[]> {
  const rows: DescribedRow[] = [];
  for (const batch of inBatches(codes.toSorted()))
    rows.push(
      ...(await selectDescribed(db).where('withdrawn_at', 'is', null).where('cod_catalog', 'in', batch).execute()),
    );
  return rows;
}

const selectDescribed = (db: Reader) => db.selectFrom('products').select(DESCRIBED).orderBy('cod_catalog');

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

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}

export async function saveLock(
  tx: Writer,
  ids: number[],
  lock: Pick<ProductRow, 'sale_locked' | 'blocking_gaps' | 'recalled'>,
): Promise<void> {
  for (const batch of inBatches(ids)) await tx.updateTable('products').set(lock).where('id', 'in', batch).execute();
}
