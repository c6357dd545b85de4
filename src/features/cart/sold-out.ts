import { quantityOf } from './cart.ts';
import { onCartChange } from './cart-change.ts';
import { readCart } from './stored-cart.ts';

/** Marks products of which this shopper can add no more unit. Stock comes from the products’ elements. */
export function markSoldOut(): void {
  const mark = () => {
    const cart = readCart();
    for (const element of document.querySelectorAll<HTMLElement>('[data-product]')) {
      const { product, available } = element.dataset;
      element.toggleAttribute('data-sold-out', Number(available) <= quantityOf(cart, Number(product)));
    }
  };
  addEventListener('DOMContentLoaded', mark);
  onCartChange(mark);
}
