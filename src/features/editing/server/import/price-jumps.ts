import { discountedPrice } from '#src/features/catalogue/price.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Reader } from '#src/server/db/database.ts';
import { toCents, type Cents } from '#src/shared/money.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { Placed } from './catalogue-files.ts';
import { findPrices } from '../catalogue-read.repository.ts';
import type { ProductRow } from '../product-row.ts';

export const isJump = (was: Cents, is: Cents): boolean => 2 * Math.abs(is - was) > was;

/**
 * Prices that change by more than half, for example because of a missing comma: 329 instead of 3.29. Checks the prices
 * before and after discount. A withdrawn product that returns is compared with its last price.
 */
export async function findPriceJumps(db: Reader, products: readonly Placed<ProductRow>[]): Promise<Mistake[]> {
  const before = await findPrices(db);
  return products.flatMap(({ file, line, row }): Mistake[] => {
    const { cod_catalog: code, discount } = row;
    const last = before.get(code);
    if (!last) return [];
    const realPrice = toCents(row.real_price);
    const isRealJump = isJump(last.realPrice, realPrice);
    const [from, to] = isRealJump ? [last.realPrice, realPrice] : [last.price, discountedPrice(realPrice, discount)];
    if (!isJump(from, to)) return [];
    const [was, is] = [formatPrice(from), formatPrice(to)];
    const change = isRealJump
      ? `${code} was ${was} and would be ${is}`
      : `a buyer of ${code} paid ${was} and would pay ${is}`;
    const message = `${change}. Correct it, or add --accept ${code} if it is meant (--yes accepts all).`;
    const key = isRealJump ? 'priceJump' : 'paidJump';
    return [
      {
        file,
        line,
        field: isRealJump ? 'real_price' : 'discount',
        message,
        reason: { key, values: { code, was, is } },
      },
    ];
  });
}
