import { fill } from '#src/i18n/fill.ts';
import { toEuro } from '#src/shared/money.ts';
import { announce, showAlert } from '#src/ui/alert.ts';
import { addUnit, quantityOf } from './cart.ts';
import { addLabel, addTextsOfPage } from './cart-texts.ts';
import { onCartChange } from './cart-change.ts';
import { shownName, shownPrice } from './shown-product.ts';
import { readCart, writeCart } from './stored-cart.ts';

/** Adds one unit of the product that an element shows, and announces the result. Stock and price come from the element, because `freshness.ts` updates them there. */
export function addShown(element: HTMLElement): void {
  const { product, available } = element.dataset;
  const texts = addTextsOfPage();
  const { cart, outcome } = addUnit(readCart(), { id: Number(product), price: toEuro(shownPrice(element)), available: Number(available) });
  element.dataset.touched = '';
  const said = fill(texts[outcome], { name: shownName(element) });
  if (outcome === 'added') {
    writeCart(cart);
    announce(said);
  } else showAlert(said);
}

/** One listener answers every add button of the page until the button’s island takes over. */
export function answerTaps(): void {
  document.addEventListener('click', ({ target }) => {
    const element = (target as Element).closest('.product-action:not([data-island]) .add')?.closest<HTMLElement>('[data-product]');
    if (element) addShown(element);
  });
  const label = () => {
    const [cart, texts] = [readCart(), addTextsOfPage()];
    for (const button of document.querySelectorAll('.product-action:not([data-island]) .add')) {
      const element = button.closest<HTMLElement>('[data-product]')!;
      const said = addLabel(texts, shownName(element), quantityOf(cart, Number(element.dataset.product)));
      button.setAttribute('aria-label', said.label);
      button.lastChild!.textContent = said.text;
    }
  };
  addEventListener('DOMContentLoaded', label);
  onCartChange(label);
}
