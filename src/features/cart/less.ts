import { fill } from '#src/i18n/fill.ts';
import { shownLocale } from '#src/i18n/locales.ts';
import { announce } from '#src/ui/alert.ts';
import { quantityOf, removeUnit } from './cart.ts';
import { shownName } from './shown-product.ts';
import { readCart, writeCart } from './stored-cart.ts';

const IN_CART = import.meta.glob<string>('/locales/*/cart.json', { import: 'inCart', eager: true });

/** Removes one unit of the product that an element shows, and announces how many are left in the cart. */
function removeShown(element: HTMLElement): void {
  const id = Number(element.dataset.product);
  const cart = removeUnit(readCart(), id);
  writeCart(cart);
  // By then the control shows the new number, whether the page's script or an island renders it.
  setTimeout(() => {
    const add = element.querySelector<HTMLElement>('.add')!;
    // the pressed button disappeared with the last unit
    if ((add.previousElementSibling as HTMLElement).hidden) add.focus();
    announce(
      `${shownName(element)}: ` +
        `${fill(IN_CART[`/locales/${shownLocale()}/cart.json`]!, { count: quantityOf(cart, id) })}`,
    );
  });
}

/**
 * Handles the "−" of all add controls, islands included. Loaded after the first use of a page: add.ts counts the taps
 * until then.
 */
export function answerLess(): void {
  const answer = () => {
    for (const less of document.querySelectorAll<HTMLButtonElement>('.less[value]')) {
      const taps = less.value.length;
      less.removeAttribute('value');
      for (let tap = 0; tap < taps; tap++) removeShown(less.closest('[data-product]')!);
    }
  };
  answer();
  document.addEventListener('click', answer);
}
