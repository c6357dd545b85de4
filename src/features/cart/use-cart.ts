import { useStore } from '@nanostores/react';
import type { Cart } from './cart.ts';
import { $cart } from './cart.store.ts';

/**
 * The cart as it changes, for an island that takes a part of the page over: `shown` is what that part shows. A tap on one
 * island may change the cart before React has looked at the next.
 */
export const useCart = (shown: Cart | undefined): Cart => useStore($cart, { ssr: shown && (() => shown) });
