/** The cart's rules, for browser and server alike. No prices are decided here: the server derives them anew. */

/** Units of one product that an order may hold. */
export const MAX_UNITS = 10;

/** Different products in one cart; far more than anybody orders, little enough to price in one query. */
export const MAX_LINES = 100;

/** A line as the browser stores it under the key `cart`. */
export interface CartLine {
  productId: number;
  /** 1 to MAX_UNITS */
  quantityInCart: number;
  /** EUR a unit cost when it was added, to tell the shopper of a change; 0: nobody knows. */
  addedPrice: number;
}

export type Cart = readonly CartLine[];

export type AddOutcome = 'added' | 'max_units' | 'sold_out' | 'max_lines';

export const quantityOf = (cart: Cart, productId: number): number => cart.find((line) => line.productId === productId)?.quantityInCart ?? 0;

export const totalQuantity = (cart: Cart): number => cart.reduce((sum, line) => sum + line.quantityInCart, 0);

/** What can be wrong with a line of a product that is carried. */
export type LineProblem = 'sold_out' | 'max_units' | 'age_restricted' | 'price_changed';

/** `line.price` is what the shopper saw last, if that is known; both prices in the same unit. */
export function problemsOf(
  line: { quantity: number; price: number | undefined },
  product: { price: number; available: number; ageLimit: number },
): LineProblem[] {
  return [
    ...(Math.min(MAX_UNITS, line.quantity) > product.available ? (['sold_out'] as const) : []),
    ...(line.quantity > MAX_UNITS ? (['max_units'] as const) : []),
    ...(product.ageLimit > 0 ? (['age_restricted'] as const) : []),
    // What is sold out has no price.
    ...(product.available > 0 && line.price !== undefined && line.price !== product.price ? (['price_changed'] as const) : []),
  ];
}

/** Whether a line counts in totals and orders, whatever else is wrong with it. */
export const isOrderable = (problems: readonly (LineProblem | 'unknown')[]): boolean =>
  !problems.includes('sold_out') && !problems.includes('age_restricted');

/** Adds one unit of what is in stock beside what the cart holds; a new product enters with 1. */
export function addUnit(cart: Cart, product: { id: number; price: number; available: number }): { cart: Cart; outcome: AddOutcome } {
  const inCart = quantityOf(cart, product.id);
  if (inCart >= MAX_UNITS) return { cart, outcome: 'max_units' };
  if (product.available <= inCart) return { cart, outcome: 'sold_out' };
  if (inCart === 0 && cart.length >= MAX_LINES) return { cart, outcome: 'max_lines' };
  // The shopper has seen the present price: nothing is left to tell of a change.
  const line = { productId: product.id, quantityInCart: inCart + 1, addedPrice: product.price };
  return { cart: inCart > 0 ? cart.map((old) => (old.productId === product.id ? line : old)) : [...cart, line], outcome: 'added' };
}

/** Sets a line's quantity within 1 to MAX_UNITS; a product that is not in the cart stays out. */
export function setQuantity(cart: Cart, productId: number, quantity: number): Cart {
  const within = Math.min(MAX_UNITS, Math.max(1, Math.trunc(quantity)));
  return cart.map((line) => (line.productId === productId ? { ...line, quantityInCart: within } : line));
}

export const removeLine = (cart: Cart, productId: number): Cart => cart.filter((line) => line.productId !== productId);

/** What is left once some units were bought; the cart may have grown meanwhile. */
export const withoutBought = (cart: Cart, bought: readonly { productId: number; quantity: number }[]): Cart =>
  cart.flatMap((line) => {
    const units = bought.find(({ productId }) => productId === line.productId)?.quantity ?? 0;
    return line.quantityInCart > units ? [{ ...line, quantityInCart: line.quantityInCart - units }] : [];
  });

/** Puts a removed line back where it stood. */
export function restoreLine(cart: Cart, line: CartLine, index: number): Cart {
  return cart.some(({ productId }) => productId === line.productId) ? cart : cart.toSpliced(index, 0, line);
}

const isPositiveInteger = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Reads what storage holds; whatever is no line is dropped, so that rubbish does no harm, and so are lines that the API would refuse. */
export function parseCart(stored: string): Cart {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return []; // not ours: start anew
  }
  if (!Array.isArray(value)) return [];
  const seen = new Set<number>();
  const lines = value.flatMap((entry: Partial<CartLine> | null) => {
    const { productId, quantityInCart, addedPrice } = entry ?? {};
    if (!isPositiveInteger(productId) || !isPositiveInteger(quantityInCart) || seen.has(productId)) return [];
    seen.add(productId);
    const price = Number.isFinite(addedPrice) && addedPrice! >= 0 ? addedPrice! : 0;
    return [{ productId, quantityInCart: Math.min(quantityInCart, MAX_UNITS), addedPrice: price }];
  });
  return lines.slice(0, MAX_LINES);
}
