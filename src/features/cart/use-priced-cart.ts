import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { FetchError } from '#src/shared/fetch-json.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import type { Cart } from './cart.ts';
import { $cart } from './cart.store.ts';
import { $code } from './code.store.ts';
import { estimateCart, rememberedProducts, rememberProducts, type CartView } from './cart-view.ts';
import { fetchPricedCart, type PricedCart } from './priced-cart.ts';

/** The cart of a prerendered page: storage has not been read. */
const UNREAD: Cart = [];

interface PricedCartState {
  /** undefined until the storage has been read. */
  cart: Cart | undefined;
  /** The server’s response, or an estimate while `pending` and after an error. */
  priced: CartView | undefined;
  pending: boolean;
  /** The server’s last response. While `pending` it may belong to an older cart. */
  answered: PricedCart | undefined;
  error: FetchError | undefined;
  retry: () => void;
}

/** The cart with the server’s prices. Requests them again after each change. */
export function usePricedCart(locale: string, terms: ShopTerms): PricedCartState {
  const cart = useStore($cart, { ssr: () => UNREAD });
  const code = useStore($code, { ssr: () => '' });
  const [answer, setAnswer] = useState<{ cart: Cart; priced: PricedCart }>();
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
    void fetchPricedCart(cart, locale, abort.signal, code).then((result) => {
      if (abort.signal.aborted) return;
      setPending(false);
      setError(result.ok ? undefined : result.error);
      if (!result.ok) return;
      rememberProducts(result.value);
      setAnswer({ cart, priced: result.value });
    });
    return () => abort.abort();
  }, [cart, code, locale, attempt]);

  const priced = useMemo(() => {
    if (cart === UNREAD) return undefined;
    if (answer?.cart === cart) return answer.priced;
    return estimateCart(cart, rememberedProducts(), terms);
  }, [cart, answer, terms]);

  const retry = () => setAttempt((n) => n + 1);
  return { cart: cart === UNREAD ? undefined : cart, priced, answered: answer?.priced, pending, error, retry };
}
