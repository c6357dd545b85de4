import { addUnits } from '#src/features/cart/cart.ts';
import { readCart, writeCart } from '#src/features/cart/stored-cart.ts';

/** Makes the page's "buy again" buttons add the available products to the cart and open it. */
export function answerBuyAgain(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-buy-again]'))
    button.addEventListener('click', () => {
      writeCart(addUnits(readCart(), JSON.parse(button.dataset.buyAgain!) as Parameters<typeof addUnits>[1]));
      location.assign(button.dataset.cart!);
    });
}
