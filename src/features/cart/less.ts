import { announce } from '#src/ui/alert.ts';
import { removeUnit } from './cart.ts';
import { readCart, writeCart } from './stored-cart.ts';

/** Removes one unit of the product that an element shows, and announces how many are left in the cart. */
function removeShown(element: HTMLElement): void {
  writeCart(removeUnit(readCart(), Number(element.dataset.product)));
  // By then the control shows the new number, whether the page's script or an island renders it.
  setTimeout(() => {
    const add = element.querySelector<HTMLElement>('.add')!;
    if ((add.previousElementSibling as HTMLElement).hidden) add.focus(); // the pressed button went with the last unit
    announce(add.getAttribute('aria-label') ?? '');
  });
}

/** Answers the "−" of every add control, islands included. Only a page in use needs it: before, the cart is mostly empty. */
export function answerLess(): void {
  document.addEventListener('click', ({ target }) => {
    const element = (target as Element).closest('.less')?.closest<HTMLElement>('[data-product]');
    if (element) removeShown(element);
  });
}
