import { addShown } from './add.ts';
import { quantityOf, type Cart } from './cart.ts';
import { addLabel, type AddTexts } from './cart-texts.ts';
import { useCart } from './use-cart.ts';

interface Props {
  id: number;
  /** Set only in the browser: add.ts takes it from the heading, so that the page does not contain each name twice. */
  name?: string;
  texts: AddTexts;
  /** The cart that the page shows at hydration. */
  shown?: Cart;
}

/**
 * The add button of a card or product page; with units in the cart it becomes "− 1 +". add.ts changes the same parts
 * before React loads, less.ts handles "−".
 */
export default function AddToCart({ id, name, texts, shown }: Props) {
  const count = quantityOf(useCart(shown), id);
  const { text, label, less } = addLabel(texts, name ?? '', count);
  return (
    <>
      <button type="button" className="less" hidden={count === 0} aria-label={name && less}>
        −
      </button>
      <button
        type="button"
        className="add"
        onClick={(event) => addShown(event.currentTarget.closest('[data-product]')!)}
        aria-label={name && label}
      >
        <span aria-hidden="true">+</span>
        {text}
      </button>
    </>
  );
}
