import { findSameGoods } from './lots/short-dated.repository.ts';
import type { Reader } from '#src/server/db/database.ts';

/** The codes of recalled products, and of all that have the same goods. */
export async function findRecalledCodes(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('recalls')
    .select('cod_catalog')
    .where('undone_at', 'is', null)
    .where('sale_resumed_at', 'is', null)
    .execute();
  const codes = [];
  for (const { cod_catalog: code } of rows) codes.push(...(await findSameGoods(db, code)));
  return codes;
}

/** Whether there is a public recall. */
export async function hasPublicRecall(db: Reader): Promise<boolean> {
  return (
    (await db
      .selectFrom('recalls')
      .select('cod_catalog')
      .where('undone_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
