import { useEffect, useMemo, useState } from 'react';
import type { KnownProduct } from '#src/features/cart/cart-view.ts';
import { fetchPricedCart } from '#src/features/cart/priced-cart.ts';
import type { ListLine } from './list.ts';

export interface Products {
  /** By id; without those that have left the shop. Undefined before the first response. */
  found: ReadonlyMap<number, KnownProduct> | undefined;
  /** Whether the last response answered for a product, which may have left the shop. */
  isAnswered: (productId: number) => boolean;
  failed: boolean;
  retry: () => void;
}

/** The products of some lines with today's price and stock. Asks again only when there are other products. */
export function useProducts(lines: readonly ListLine[], locale: string): Products {
  const ids = lines.map(({ productId }) => productId).join();
  const [answered, setAnswered] = useState<{ ids: readonly string[]; found: Products['found'] }>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!ids) return undefined;
    const abort = new AbortController();
    const asked = ids.split(',').map((id) => ({ productId: Number(id), quantityInCart: 1, addedPrice: 0 }));
    setFailed(false);
    void fetchPricedCart(asked, locale, abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      setFailed(!answer.ok);
      if (!answer.ok) return;
      const found = new Map(answer.value.lines.map(({ productId, product }) => [productId, product]));
      setAnswered({ ids: ids.split(','), found });
    });
    return () => abort.abort();
  }, [ids, locale, attempt]);

  const retry = () => setAttempt((n) => n + 1);
  return useMemo(() => {
    const isAnswered = (productId: number) => answered?.ids.includes(String(productId)) === true;
    return { found: answered?.found, isAnswered, failed, retry };
  }, [answered, failed]);
}
