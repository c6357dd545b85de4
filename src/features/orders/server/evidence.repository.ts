import type { Reader, Writer } from '#src/server/db/database.ts';

/** The products' names and label facts at that time. */
export const findLabels = (db: Reader, ids: number[]) =>
  db
    .selectFrom('products')
    .select(['cod_catalog', 'product_name', 'facts'])
    .where('id', 'in', ids)
    .orderBy('cod_catalog')
    .execute();

/** Stores missing texts. */
export async function saveEvidenceTexts(tx: Writer, texts: ReadonlyMap<string, string>): Promise<void> {
  const known = await tx
    .selectFrom('evidence_texts')
    .select('digest')
    .where('digest', 'in', [...texts.keys()])
    .execute();
  const missing = new Map(texts);
  for (const { digest } of known) missing.delete(digest);
  if (missing.size === 0) return;
  await tx
    .insertInto('evidence_texts')
    .values([...missing].sort(([a], [b]) => (a < b ? -1 : 1)).map(([digest, content]) => ({ digest, content })))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
}

export const findEvidenceText = (db: Reader, digest: string): Promise<{ content: string } | undefined> =>
  db.selectFrom('evidence_texts').select('content').where('digest', '=', digest).executeTakeFirst();

/** The digests of what a checkout's buyer saw, as JSON; null for a checkout that is older than evidence. */
export const findEvidence = (db: Reader, checkoutId: string): Promise<{ evidence: string | null } | undefined> =>
  db.selectFrom('checkouts').select('evidence').where('id', '=', checkoutId).executeTakeFirst();
