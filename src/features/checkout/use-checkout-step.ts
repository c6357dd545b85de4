import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Cart } from '#src/features/cart/cart.ts';
import { $cart } from '#src/features/cart/cart.store.ts';
import { CHECKOUT_HASH } from '#src/features/cart/cart-view.ts';

/** A prerendered page has not read the cart. */
const NO_CART: Cart = [];

/**
 * Whether the page's address names the checkout step, and the cart has something to order. The page's heading follows
 * it, takes the focus and comes into view, as on a page of its own; an address that names a line leads to that line.
 */
export function useCheckoutStep(title: string): boolean {
  const isEmpty = useStore($cart, { ssr: () => NO_CART }).length === 0;
  const [isNamed, setIsNamed] = useState(false);
  const isCheckout = isNamed && !isEmpty;
  const cartTitle = useRef('');
  useEffect(() => {
    const follow = () => setIsNamed(location.hash === CHECKOUT_HASH);
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    const heading = document.querySelector('h1')!;
    cartTitle.current ||= heading.textContent;
    const wanted = isCheckout ? title : cartTitle.current;
    if (heading.textContent === wanted) return;
    heading.textContent = wanted;
    const target = (!isCheckout && document.getElementById(location.hash.slice(1))?.querySelector('a')) || heading;
    heading.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: target === heading ? 'end' : 'center' });
  }, [isCheckout, title]);
  return isCheckout;
}
