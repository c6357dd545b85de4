import { useStore } from '@nanostores/react';
import { useRef, type MouseEvent } from 'react';
import { fill } from '#src/i18n/fill.ts';
import { showAlert } from '#src/ui/alert.ts';
import { MAX_UNITS, quantityOf } from './cart.ts';
import { $cart, addToCart } from './cart.store.ts';
import type { AddTexts } from './cart-texts.ts';

interface Props {
  id: number;
  name: string;
  /** EUR */
  price: number;
  texts: AddTexts;
}

/** The add button of a card or product page. Stock and price are read from the product's element: they may be fresher than the page. */
export default function AddToCart({ id, name, price, texts }: Props) {
  const inCart = quantityOf(useStore($cart, { ssr: () => [] }), id);
  const status = useRef<HTMLSpanElement>(null);

  const add = (event: MouseEvent<HTMLButtonElement>) => {
    const { available, price: freshPrice } = event.currentTarget.closest<HTMLElement>('[data-product]')?.dataset ?? {};
    const outcome = addToCart({ id, price: freshPrice ? Number(freshPrice) / 100 : price, available: Number(available ?? MAX_UNITS) });
    if (outcome === 'added') status.current!.textContent = fill(texts.added, { name });
    else if (outcome === 'max_units') showAlert(fill(texts.maxUnits, { products: name }));
    else showAlert(fill(texts.soldOutHere, { name }));
  };

  const count = inCart > 0 && fill(texts.inCart, { count: inCart });
  const label = fill(texts.addName, { name });
  // The name holds what is seen, so that it can be said to the device (WCAG 2.5.3).
  return (
    <>
      <button type="button" className="add" onClick={add} aria-label={count ? `${count}. ${label}` : label}>
        <span aria-hidden="true">+</span> {count || texts.add}
      </button>
      <span ref={status} className="vh" role="status" />
    </>
  );
}
