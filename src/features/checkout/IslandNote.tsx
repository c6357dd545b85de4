import { useEffect, useState } from 'react';
import { codeInUse } from '#src/features/cart/code.store.ts';
import type { PricedCart } from '#src/features/cart/priced-cart.ts';
import { toCheckoutLines } from '#src/features/orders/orderable.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import type { Form } from '#src/ui/form/use-form.ts';

/** What an island changes in the totals. */
export type IslandAmounts = Pick<
  PricedCart,
  'shipping' | 'freeShippingLeft' | 'discounts' | 'vat' | 'total' | 'voucher'
>;

interface Props {
  locale: Locale;
  priced: PricedCart;
  form: Form;
  /** Called with undefined for other addresses. */
  onPrice: (amounts: IslandAmounts | undefined) => void;
}

const COMPLETE = /^\d{5}$/;

/** Asks the server what an address on an island costs, in a shop with terms for islands. */
export default function IslandNote({ locale, priced, form, onPrice }: Props) {
  const [postalCode, setPostalCode] = useState('');
  const [island, setIsland] = useState<PricedCart['island']>();
  const { ref } = form.attributes;
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const follow = () => setPostalCode(String(new FormData(element).get('postal_code') ?? '').trim());
    follow();
    element.addEventListener('input', follow);
    return () => element.removeEventListener('input', follow);
  }, [ref]);
  useEffect(() => {
    setIsland(undefined);
    onPrice(undefined);
    if (!COMPLETE.test(postalCode)) return undefined;
    const abort = new AbortController();
    const asked = { lines: toCheckoutLines(priced), languageLocale: locale, postalCode, ...codeInUse() };
    void postJson<PricedCart>(api.cart(), asked, abort.signal).then((answer) => {
      // Without an answer the server decides at the order.
      if (abort.signal.aborted || !answer.ok || !answer.value.island) return;
      const { island: found, shipping, freeShippingLeft, discounts, vat, total, voucher } = answer.value;
      setIsland(found);
      onPrice({ shipping, freeShippingLeft, discounts, vat, total, voucher });
    });
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- only another cart or address is priced
  }, [postalCode, priced]);
  return (
    <div role="status">
      {island && island.detail !== form.errors['postal_code'] && (
        <p className={`notice${island.rule === 'refused' ? ' notice-problem' : ''}`}>{island.detail}</p>
      )}
    </div>
  );
}
