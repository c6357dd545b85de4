import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FetchError } from '#src/shared/fetch-json.ts';
import type { Cart } from './cart.ts';
import { $cart } from './cart.store.ts';
import { fetchPricedCart, type PricedCart } from './priced-cart.ts';

/** What a prerendered page knows of the cart. */
const UNREAD: Cart = [];

interface PricedCartState {
  /** undefined until storage has been read. */
  cart: Cart | undefined;
  /** The last answer; may be of a cart before the present one while `pending`. */
  priced: PricedCart | undefined;
  pending: boolean;
  error: FetchError | undefined;
  retry: () => void;
}

/** The cart with the server's prices, asked for again whenever it changes. */
export function usePricedCart(locale: string): PricedCartState {
  const cart = useStore($cart, { ssr: () => UNREAD });
  const [priced, setPriced] = useState<PricedCart>();
  const [error, setError] = useState<FetchError>();
  const [pending, setPending] = useState(true);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (cart === UNREAD) return undefined;
    if (cart.length === 0) {
      setPending(false);
      setError(undefined);
      return undefined;
    }
    const abort = new AbortController();
    setPending(true);
    void fetchPricedCart(cart, locale, abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      setPending(false);
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) setPriced(answer.value);
    });
    return () => abort.abort();
  }, [cart, locale, attempt]);

  return { cart: cart === UNREAD ? undefined : cart, priced, pending, error, retry: () => setAttempt((n) => n + 1) };
}
