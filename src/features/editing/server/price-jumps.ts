import { formatPrice } from '#src/i18n/format.ts';
import type { Reader } from '#src/server/db/database.ts';
import { toCents } from '#src/shared/money.ts';
import type { CatalogueFiles } from './catalogue-files.ts';
import { findRealPrices } from './catalogue-write.repository.ts';
import type { Mistake } from './mistake.ts';

/** Prices that change by more than half, as they do when a comma is missing: 329 instead of 3.29. */
export async function findPriceJumps(db: Reader, { products }: Pick<CatalogueFiles, 'products'>): Promise<Mistake[]> {
  const before = await findRealPrices(db);
  return products.flatMap(({ file, line, row }) => {
    const [was, is] = [before.get(row.cod_catalog), toCents(row.real_price)];
    if (was === undefined || 2 * Math.abs(is - was) <= was) return [];
    const message = `was ${formatPrice(was)} and would be ${formatPrice(is)}. Correct it, or add --yes to the command if it is meant.`;
    const reason = { key: 'priceJump' as const, values: { code: row.cod_catalog, was: formatPrice(was), is: formatPrice(is) } };
    return [{ file, line, field: 'real_price', message, reason }];
  });
}
