import { findVariantsOf } from './lots/short-dated.repository.ts';
import type { Reader } from '#src/server/db/database.ts';

/** The codes of recalled products, and of the variants that sell their units until their date. */
export async function findRecalledCodes(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('recalls')
    .select('cod_catalog')
    .where('undone_at', 'is', null)
    .where('sale_resumed_at', 'is', null)
    .execute();
  const codes = rows.map(({ cod_catalog }) => cod_catalog);
  for (const code of [...codes]) codes.push(...(await findVariantsOf(db, code)));
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
