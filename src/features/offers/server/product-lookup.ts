import { hasInNameOrCode } from '#src/features/catalogue/server/product-search.repository.ts';
import { fold } from '#src/shared/fold.ts';
import type { Reader } from '#src/server/db/database.ts';

export interface FoundProduct {
  id: number;
  code: string;
  name: string;
}

/** Enough to name in a message. */
const MOST = 6;

/** The products that a typed or scanned text means: one by its code, bar code or whole name; otherwise all that contain it. */
export async function findProductsByText(db: Reader, text: string): Promise<FoundProduct[]> {
  const rows = await db
    .selectFrom('products as p')
    .select(['p.id', 'p.cod_catalog as code', 'p.product_name as name', 'p.ean', 'p.sort_name'])
    .where('p.withdrawn_at', 'is', null)
    .where(hasInNameOrCode(text))
    .orderBy('p.sort_name')
    .orderBy('p.id')
    .execute();
  const typed = text.trim().toLowerCase();
  const exact = rows.filter(
    ({ code, ean, sort_name }) => code.toLowerCase() === typed || ean === text.trim() || sort_name === fold(text),
  );
  return (exact.length === 1 ? exact : rows).slice(0, MOST).map(({ id, code, name }) => ({ id, code, name }));
}
