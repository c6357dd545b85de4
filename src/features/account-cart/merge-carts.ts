import { MAX_LINES, MAX_UNITS } from '#src/features/cart/cart.ts';

/** A line of a cart as browser and server exchange it. */
export interface CartUnits {
  productId: number;
  /** 1 to MAX_UNITS */
  quantity: number;
  /** EUR that the shopper saw for a unit; absent when unknown. */
  price?: number | undefined;
}

export type Units = readonly CartUnits[];

interface Merged {
  lines: CartUnits[];
  /** Products of the other cart that do not fit. */
  leftOut: CartUnits[];
}

/**
 * Joins a device's cart with the account's. `base`: the cart that both had when they last agreed; undefined when they
 * never did. Of each product, the side that changed it since then decides; so a removal stays a removal. If both
 * changed it, or never agreed, the larger quantity counts: nothing is lost, and the same cart on two devices does not
 * double.
 */
export function mergeCarts(base: Units | undefined, mine: Units, theirs: Units): Merged {
  const before = base && new Map(base.map((line) => [line.productId, line.quantity]));
  const others = new Map(theirs.map((line) => [line.productId, line]));
  const join = (productId: number, own: number, other: number): number => {
    const old = before && (before.get(productId) ?? 0);
    if (own === old) return other;
    if (other === old) return own;
    return Math.min(MAX_UNITS, Math.max(own, other));
  };
  const known = new Set(mine.map(({ productId }) => productId));
  const all = [
    ...mine.map((line) => ({
      ...line,
      quantity: join(line.productId, line.quantity, others.get(line.productId)?.quantity ?? 0),
    })),
    ...theirs
      .filter(({ productId }) => !known.has(productId))
      .map((line) => ({ ...line, quantity: join(line.productId, 0, line.quantity) })),
  ].filter(({ quantity }) => quantity > 0);
  return { lines: all.slice(0, MAX_LINES), leftOut: all.slice(MAX_LINES) };
}

/** Whether two carts contain the same units, in any order. */
export function isSameCart(one: Units, other: Units): boolean {
  const quantities = new Map(other.map(({ productId, quantity }) => [productId, quantity]));
  return one.length === other.length && one.every(({ productId, quantity }) => quantities.get(productId) === quantity);
}

/** Units that a cart has more of than another. */
export function unitsBeyond(cart: Units, other: Units): CartUnits[] {
  const quantities = new Map(other.map(({ productId, quantity }) => [productId, quantity]));
  return cart.flatMap((line) => {
    const quantity = line.quantity - (quantities.get(line.productId) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
