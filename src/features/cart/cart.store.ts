import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { createSafeStorage } from '#src/shared/safe-storage.ts';
import {
  addUnit,
  parseCart,
  removeLine,
  restoreLine,
  setQuantity,
  totalQuantity,
  withoutBought,
  type AddOutcome,
  type Cart,
  type CartLine,
} from './cart.ts';
import { announceCartChange, CART_KEY, TOTAL_KEY } from './cart-events.ts';

if (typeof window !== 'undefined')
  setPersistentEngine(
    createSafeStorage(() => window.localStorage),
    windowPersistentEvents,
  );

/** The shopper's cart: kept in the browser, in step across tabs. Change it through the functions below only. */
export const $cart = persistentAtom<Cart>(CART_KEY, [], { encode: JSON.stringify, decode: parseCart });

/** Number of units, for the header. */
const $totalQuantity = persistentAtom<number>(TOTAL_KEY, 0, { encode: String, decode: (text) => Number.parseInt(text, 10) || 0 });

function change(next: Cart): void {
  if (next === $cart.get()) return;
  $cart.set(next);
  $totalQuantity.set(totalQuantity(next));
  announceCartChange(totalQuantity(next));
}

export function addToCart(product: { id: number; price: number; available: number }): AddOutcome {
  const { cart, outcome } = addUnit($cart.get(), product);
  change(cart);
  return outcome;
}

export const changeQuantity = (productId: number, quantity: number): void => change(setQuantity($cart.get(), productId, quantity));

/** Answers what `undoRemoval` needs to put the line back. */
export function removeFromCart(productId: number): { line: CartLine; index: number } | undefined {
  const index = $cart.get().findIndex((line) => line.productId === productId);
  const line = $cart.get()[index];
  if (!line) return undefined;
  change(removeLine($cart.get(), productId));
  return { line, index };
}

export const undoRemoval = ({ line, index }: { line: CartLine; index: number }): void => change(restoreLine($cart.get(), line, index));

export const removeBought = (bought: readonly { productId: number; quantity: number }[]): void =>
  change(withoutBought($cart.get(), bought));
