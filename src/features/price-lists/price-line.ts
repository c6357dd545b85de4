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
  /** Before the discount, in the shop, or in the draft of a product that is in none; undefined: stays. */
  sale: { before: Cents; after: Cents } | undefined;
  /** The digest and the price of the draft that `sale` changes. */
  base: string;
  draft: Cents;
  /** Publishing the new price would publish more than it: other changes, or a product that is not for sale. */
  staysDraft: boolean;
  /** A price changes by more than half. */
  isJump: boolean;
  /** The first purchase price that the shop knows is above the sale price: perhaps that of a box. */
  isAboveSale: boolean;
}

export interface KnownDraft {
  base: string;
  price: Cents;
  /** The price in the shop; undefined for a product that is not in it. */
  live: Cents | undefined;
  /** Nothing waits to be published. */
  isAlone: boolean;
}

export function priceLine(
  { product: { id, code, name, price: sold, withdrawnAt }, cost: after, retail }: ListedPrice,
  { cost: last, draft }: { cost: Cents | undefined; draft: KnownDraft | undefined },
  { rule, rounding }: Pick<ListSettings, 'rule' | 'rounding'>,
): PriceLine {
  // A percentage cannot be based on a price of 0.
  const before = last || undefined;
  const cost = after === undefined ? undefined : { before, after };
  const exact =
    rule === 'list'
      ? retail
      : before !== undefined && after !== undefined && draft && before !== after
        ? divideHalfUp(draft.price * after, before)
        : undefined;
  const price = exact === undefined ? undefined : withEnding(exact, rounding);
  const sale =
    draft && price !== undefined && price !== draft.price
      ? { before: draft.live ?? draft.price, after: price }
      : undefined;
  const changes = [cost, sale].filter((change) => change !== undefined);
  return {
    ...{ productId: id, code, name, cost, sale, base: draft?.base ?? '', draft: draft?.price ?? 0 },
    staysDraft: sale !== undefined && (!draft?.isAlone || withdrawnAt !== null),
    isJump: changes.some((change) => change.before !== undefined && isJump(change.before, change.after)),
    isAboveSale: cost !== undefined && before === undefined && cost.after > (price ?? sold),
  };
}

/** Whether a person must confirm it. */
export const isDoubtful = (line: PriceLine): boolean => line.isJump || line.isAboveSale;
