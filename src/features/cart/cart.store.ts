import { atom } from 'nanostores';
import { removeLine, restoreLine, setQuantity, withoutBought, type Cart, type CartLine } from './cart.ts';
import { onCartChange } from './cart-change.ts';
import { readCart, writeCart } from './stored-cart.ts';

/** The shopper's cart for islands: what storage holds, in step with the page's scripts and other tabs. Change it through the functions below only. */
export const $cart = atom<Cart>([]);

if (typeof window !== 'undefined') {
  const follow = () => {
    const cart = readCart();
    // Pages are shown and other keys change without the cart being another one.
    if (JSON.stringify(cart) !== JSON.stringify($cart.get())) $cart.set(cart);
  };
  follow();
  onCartChange(follow);
}

export const changeQuantity = (productId: number, quantity: number): void => writeCart(setQuantity(readCart(), productId, quantity));

/** Answers what `undoRemoval` needs to put the line back. */
export function removeFromCart(productId: number): { line: CartLine; index: number } | undefined {
  const cart = readCart();
  const index = cart.findIndex((line) => line.productId === productId);
  const line = cart[index];
  if (!line) return undefined;
  writeCart(removeLine(cart, productId));
  return { line, index };
}

export const undoRemoval = ({ line, index }: { line: CartLine; index: number }): void => writeCart(restoreLine(readCart(), line, index));

export const removeBought = (bought: readonly { productId: number; quantity: number }[]): void =>
  writeCart(withoutBought(readCart(), bought));
