/** The cart’s rules, shared by browser and server. The server derives prices again, whatever the browser sends. */

/** The maximum number of units of one product in an order. */
export const MAX_UNITS = 10;

/** The maximum number of different products in one cart: few enough to price them in one query. */
export const MAX_LINES = 100;

/** A line as the browser stores it under the key `cart`. */
export interface CartLine {
  productId: number;
  /** 1 to MAX_UNITS */
  quantityInCart: number;
  /** Price of a unit in EUR when it was added, so that the cart can report a change; 0 when unknown. */
  addedPrice: number;
}

export type Cart = readonly CartLine[];

export type AddOutcome = 'added' | 'max_units' | 'sold_out' | 'max_lines';

export const quantityOf = (cart: Cart, productId: number): number =>
  cart.find((line) => line.productId === productId)?.quantityInCart ?? 0;

export const totalQuantity = (cart: Cart): number => cart.reduce((sum, line) => sum + line.quantityInCart, 0);

/** Problems of a line whose product is in the catalogue. */
export type LineProblem = 'sold_out' | 'sale_locked' | 'max_units' | 'age_restricted' | 'price_changed';

/** `line.price` is the price that the shopper saw last, undefined when unknown. Both prices have the same unit. */
export function problemsOf(
  line: { quantity: number; price: number | undefined },
  product: { price: number; available: number; saleLocked?: boolean; ageLimit: number },
): LineProblem[] {
  return [
    ...(product.saleLocked
      ? (['sale_locked'] as const)
      : Math.min(MAX_UNITS, line.quantity) > product.available
        ? (['sold_out'] as const)
        : []),
    ...(line.quantity > MAX_UNITS ? (['max_units'] as const) : []),
    ...(product.ageLimit > 0 ? (['age_restricted'] as const) : []),
    // A sold-out product shows no price.
    ...(product.available > 0 && line.price !== undefined && line.price !== product.price
      ? (['price_changed'] as const)
      : []),
  ];
}

/** Whether totals and orders include a line with these problems. */
export const isOrderable = (problems: readonly (LineProblem | 'unknown')[]): boolean =>
  !problems.some((problem) => problem === 'sold_out' || problem === 'sale_locked' || problem === 'age_restricted');

/** Adds one unit if the stock has one more than the cart; a new product enters with 1. */
export function addUnit(
  cart: Cart,
  product: { id: number; price: number; available: number },
): { cart: Cart; outcome: AddOutcome } {
  const inCart = quantityOf(cart, product.id);
  if (inCart >= MAX_UNITS) return { cart, outcome: 'max_units' };
  if (product.available <= inCart) return { cart, outcome: 'sold_out' };
  if (inCart === 0 && cart.length >= MAX_LINES) return { cart, outcome: 'max_lines' };
  // The shopper sees the current price, so an older change need not be reported.
  const line = { productId: product.id, quantityInCart: inCart + 1, addedPrice: product.price };
  return {
    cart: inCart > 0 ? cart.map((old) => (old.productId === product.id ? line : old)) : [...cart, line],
    outcome: 'added',
  };
}

/** Removes one unit, and the line with the last unit. */
export const removeUnit = (cart: Cart, productId: number): Cart =>
  cart.flatMap((line) => {
    const left = line.quantityInCart - Number(line.productId === productId);
    return left ? { ...line, quantityInCart: left } : [];
  });

/** Adds several units of several products, within stock and limits. */
export const addUnits = (
  cart: Cart,
  wanted: readonly { id: number; price: number; available: number; quantity: number }[],
): Cart =>
  wanted.reduce((sum, { quantity, ...product }) => {
    for (let unit = 0; unit < quantity; unit++) sum = addUnit(sum, product).cart;
    return sum;
  }, cart);

/** Sets a line’s quantity, limited to 1 to MAX_UNITS. Ignores a product that is not in the cart. */
export function setQuantity(cart: Cart, productId: number, quantity: number): Cart {
  const within = Math.min(MAX_UNITS, Math.max(1, Math.trunc(quantity)));
  return cart.map((line) => (line.productId === productId ? { ...line, quantityInCart: within } : line));
}

/** The shopper has read that the price changed, so the change is not reported again. */
export const setPrice = (cart: Cart, productId: number, addedPrice: number): Cart =>
  cart.map((line) => (line.productId === productId ? { ...line, addedPrice } : line));

export const removeLine = (cart: Cart, productId: number): Cart => cart.filter((line) => line.productId !== productId);

/** The cart without the bought units; it may have grown since the order began. */
export const withoutBought = (cart: Cart, bought: readonly { productId: number; quantity: number }[]): Cart =>
  cart.flatMap((line) => {
    const units = bought.find(({ productId }) => productId === line.productId)?.quantity ?? 0;
    return line.quantityInCart > units ? [{ ...line, quantityInCart: line.quantityInCart - units }] : [];
  });

/** Inserts a removed line at its old position. */
export function restoreLine(cart: Cart, line: CartLine, index: number): Cart {
  const isBack = cart.some(({ productId }) => productId === line.productId);
  return isBack ? cart : [...cart.slice(0, index), line, ...cart.slice(index)];
}

const isPositiveInteger = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Parses the stored cart. Drops invalid entries and lines that the API would refuse. */
export function parseCart(stored: string): Cart {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return []; // written by another script
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
