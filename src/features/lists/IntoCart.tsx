import { useState } from 'react';
import { readCart, writeCart } from '#src/features/cart/stored-cart.ts';
import { describeFilling, fillCart } from './fill-cart.ts';
import type { ListLine } from './list.ts';
import type { ListsTexts } from './lists-texts.ts';
import type { Products } from './use-products.ts';

interface Props {
  lines: readonly ListLine[];
  products: Products;
  texts: ListsTexts;
  cartHref: string;
}

/** Puts the products into the cart with one tap, and says which are missing. */
export default function IntoCart({ lines, products: { found, isAnswered }, texts, cartHref }: Props) {
  const [said, setSaid] = useState('');
  const put = () => {
    const filling = fillCart(readCart(), lines, found!);
    if (filling.added > 0) writeCart(filling.cart);
    setSaid(describeFilling(filling, texts.filled));
  };
  return (
    <>
      <button
        type="button"
        className="button button-main"
        disabled={lines.length === 0 || lines.some(({ productId }) => !isAnswered(productId))}
        onClick={put}
      >
        {texts.fill}
      </button>
      <div role="status">
        {said && (
          <p className="notice">
            {said} <a href={cartHref}>{texts.toCart}</a>
          </p>
        )}
      </div>
    </>
  );
}
