import type { Reader, Writer } from '#src/server/db/database.ts';
import type { CodesTable } from '#src/server/db/tables/codes.ts';
import type { DiscountCode } from '../code.ts';

export interface UsedCode extends DiscountCode {
  uses: number;
}

const toCode = (row: CodesTable): DiscountCode => ({
  code: row.code,
  kind: row.kind,
  value: row.value,
  minimum: row.minimum_cents,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  maxUses: row.max_uses,
  maxUsesEach: row.max_uses_each,
  scope: row.scope,
  targets: JSON.parse(row.targets) as string[],
  endedAt: row.ended_at,
});

export async function findCode(db: Reader, code: string): Promise<DiscountCode | undefined> {
  const row = await db.selectFrom('codes').selectAll().where('code', '=', code).executeTakeFirst();
  return row && toCode(row);
}

/** A use is a checkout whose units are held or sold: one that ends without payment is none any more. */
const selectUses = (db: Reader) => db.selectFrom('checkouts').where('hold', 'in', ['held', 'sold']);

/** All codes with their uses, the newest first. */
export async function listCodes(db: Reader): Promise<UsedCode[]> {
  const rows = await db.selectFrom('codes').selectAll().orderBy('created_at', 'desc').orderBy('code').execute();
  const counted = await selectUses(db)
    .where('code', 'is not', null)
    .select((row) => ['code', row.fn.countAll<number | string>().as('uses')])
    .groupBy('code')
    .execute();
  const uses = new Map(counted.map((row) => [row.code, Number(row.uses)]));
  return rows.map((row) => ({ ...toCode(row), uses: uses.get(row.code) ?? 0 }));
}

/** Returns whether it is new. */
export async function insertCode(tx: Writer, code: DiscountCode, at: string): Promise<boolean> {
  const result = await tx
    .insertInto('codes')
    .values({
      code: code.code,
      kind: code.kind,
      value: code.value,
      minimum_cents: code.minimum,
      starts_on: code.startsOn,
      ends_on: code.endsOn,
      max_uses: code.maxUses,
      max_uses_each: code.maxUsesEach,
      scope: code.scope,
      targets: JSON.stringify(code.targets),
      created_at: at,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns whether it was not ended yet. */
export async function endCodeRow(tx: Writer, code: string, at: string): Promise<boolean> {
  const result = await tx
    .updateTable('codes')
    .set({ ended_at: at })
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Those of these products' codes or categories' slugs that the shop does not know. */
export async function findUnknownTargets(db: Reader, scope: DiscountCode['scope'], targets: string[]) {
  if (targets.length === 0 || (scope !== 'products' && scope !== 'categories')) return [];
  const rows =
    scope === 'products'
      ? await db.selectFrom('products').select('cod_catalog as name').where('cod_catalog', 'in', targets).execute()
      : await db.selectFrom('categories').select('slug as name').where('slug', 'in', targets).execute();
  const known = new Set(rows.map(({ name }) => name));
  return targets.filter((target) => !known.has(target));
}
