import { useStore } from '@nanostores/react';
import type { Cart } from './cart.ts';
import { $cart } from './cart.store.ts';

/**
 * The cart for an island that hydrates a part of the page; `shown` is the cart that this part currently shows. React
 * needs it, because a tap may change the cart before React hydrates the next part.
 */
export const useCart = (shown: Cart | undefined): Cart => useStore($cart, { ssr: shown && (() => shown) });
