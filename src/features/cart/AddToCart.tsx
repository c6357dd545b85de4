import { useStore } from '@nanostores/react';
import { addShown } from './add.ts';
import { quantityOf } from './cart.ts';
import { $cart } from './cart.store.ts';
import { addLabel, type AddTexts } from './cart-texts.ts';

interface Props {
  id: number;
  name: string;
  texts: AddTexts;
}

/** The add button of a card or product page. */
export default function AddToCart({ id, name, texts }: Props) {
  const { text, label } = addLabel(texts, name, quantityOf(useStore($cart), id));
  return (
    <button type="button" className="add" onClick={(event) => addShown(event.currentTarget.closest('[data-product]')!)} aria-label={label}>
      <span aria-hidden="true">+</span>
      {text}
    </button>
  );
}
