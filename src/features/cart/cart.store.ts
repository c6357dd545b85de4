import { atom } from 'nanostores';
import { removeLine, restoreLine, setPrice, setQuantity, withoutBought, type Cart, type CartLine } from './cart.ts';
import { refreshCode } from './code.store.ts';
import { onCartChange } from './cart-change.ts';
import { readCart, writeCart } from './stored-cart.ts';

/**
 * The stored cart for islands; it follows the page’s scripts and other tabs. Change it only through the functions
 * below.
 */
export const $cart = atom<Cart>([]);

if (typeof window !== 'undefined') {
  const follow = () => {
    const cart = readCart();
    // The events also fire when another key changes or the page is shown again; then islands must not render again.
    if (JSON.stringify(cart) !== JSON.stringify($cart.get())) $cart.set(cart);
  };
  follow();
  onCartChange(follow);
}

export const changeQuantity = (productId: number, quantity: number): void =>
  writeCart(setQuantity(readCart(), productId, quantity));

export const acceptPrice = (productId: number, price: number): void =>
  writeCart(setPrice(readCart(), productId, price));

/** Returns what `undoRemoval` needs to restore the line. */
export function removeFromCart(productId: number): { line: CartLine; index: number } | undefined {
  const cart = readCart();
  const index = cart.findIndex((line) => line.productId === productId);
  const line = cart[index];
  if (!line) return undefined;
  writeCart(removeLine(cart, productId));
  return { line, index };
}

export const undoRemoval = ({ line, index }: { line: CartLine; index: number }): void =>
  writeCart(restoreLine(readCart(), line, index));

/** After an order. */
export function removeBought(bought: readonly { productId: number; quantity: number }[]): void {
  writeCart(withoutBought(readCart(), bought));
  refreshCode();
}
