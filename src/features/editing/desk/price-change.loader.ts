import type { DeskError } from '#src/desk/server/desk-error.ts';
import { discountedPrice, referencePrice } from '#src/features/catalogue/price.ts';
import type { Context } from '#src/server/context.ts';
import { toCents, type Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findPriceHistory, findStockByCode } from '../server/catalogue-read.repository.ts';
import { isJump } from '../server/import/price-jumps.ts';
import { changedPrice, parsePercent, ROUNDINGS, type Rounding } from '../server/price-change.ts';
import type { ProductListFilter } from '../server/product-list.repository.ts';
import { loadProducts, type ProductLine } from './product-list.loader.ts';

/** More rows make a page that a phone cannot handle. */
const MOST_LINES = 500;

interface Prices {
  /** Before the discount. */
  real: Cents;
  /** What a buyer pays. */
  paid: Cents;
}

export interface PriceChangeLine extends ProductLine {
  discount: number;
  before: Prices;
  after: Prices;
  /** The struck-through price afterwards, of a product with a discount. */
  reference: Cents | undefined;
  /** The price changes by more than half. */
  isJump: boolean;
}

export interface PriceChange {
  lines: PriceChangeLine[];
  /** Products of the list that are not in `lines`. */
  left: number;
}

export const roundingOf = (value: string | null): Rounding =>
  (Object.keys(ROUNDINGS) as Rounding[]).find((rounding) => rounding === value) ?? 'cent';

/** The products of a list with their changed prices. Writes nothing. */
export async function previewPriceChange(
  ctx: Context,
  filter: ProductListFilter,
  { percent, rounding }: { percent: string; rounding: Rounding },
): Promise<Result<PriceChange, DeskError>> {
  const hundredths = parsePercent(percent);
  if (!hundredths.ok) return fail({ kind: 'no_percent' });
  const { lines, total } = await loadProducts(ctx, filter, { limit: MOST_LINES, offset: 0 });
  const stock = await findStockByCode(ctx.db.read);
  const ids = new Map([...stock].map(([code, { id }]) => [code, id]));
  const history = await findPriceHistory(
    ctx.db.read,
    lines.flatMap(({ code }) => ids.get(code) ?? []),
  );
  const validFrom = ctx.now().toISOString();
  const changed = lines.flatMap((line): PriceChangeLine[] => {
    if (!line.draft) return [];
    const discount = Number(line.draft.discount ?? 0);
    const pricesOf = (real: Cents): Prices => ({ real, paid: discountedPrice(real, discount) });
    const before = pricesOf(toCents(Number(line.draft.real_price)));
    const after = pricesOf(changedPrice(before.real, hundredths.value, rounding));
    const known = history.get(ids.get(line.code) ?? 0) ?? [];
    const reference = referencePrice([...known, { validFrom, discountPercent: discount, price: after.paid }]);
    return [{ ...line, discount, before, after, reference, isJump: isJump(before.real, after.real) }];
  });
  return ok({ lines: changed, left: total - lines.length });
}
