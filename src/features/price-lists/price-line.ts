/** What a supplier's list changes for one product. Pure rules. */
import { isJump } from '#src/features/editing/server/import/price-jumps.ts';
import { withEnding } from '#src/features/editing/server/price-change.ts';
import { divideHalfUp, type Cents } from '#src/shared/money.ts';
import type { ListedPrice } from './listed-prices.ts';
import type { ListSettings } from './price-list.ts';

interface Change {
  /** undefined: not known yet. */
  before: Cents | undefined;
  after: Cents;
}

export interface PriceLine {
  productId: number;
  code: string;
  name: string;
  /** undefined: the list has none. */
  cost: Change | undefined;
  /** Before the discount; undefined: stays. */
  sale: { before: Cents; after: Cents } | undefined;
  /** The digest of the draft whose price `sale` changes. */
  base: string;
  /** A price changes by more than half. */
  isJump: boolean;
}

/** What the shop knows of a product. */
interface Known {
  cost: Cents | undefined;
  draft: { base: string; price: Cents } | undefined;
}

export function priceLine(
  { product: { id, code, name }, cost: after, retail }: ListedPrice,
  { cost: last, draft }: Known,
  { rule, rounding }: Pick<ListSettings, 'rule' | 'rounding'>,
): PriceLine {
  const price = draft?.price;
  // Goods that cost nothing are no base for a percentage.
  const before = last || undefined;
  const cost = after === undefined ? undefined : { before, after };
  const exact =
    rule === 'list'
      ? retail
      : before !== undefined && after !== undefined && price !== undefined && before !== after
        ? divideHalfUp(price * after, before)
        : undefined;
  const sale =
    price === undefined || exact === undefined ? undefined : { before: price, after: withEnding(exact, rounding) };
  const changes = [cost, sale].filter((change) => change !== undefined);
  return {
    ...{ productId: id, code, name, cost, base: draft?.base ?? '' },
    sale: sale && sale.before !== sale.after ? sale : undefined,
    isJump: changes.some((change) => change.before !== undefined && isJump(change.before, change.after)),
  };
}
