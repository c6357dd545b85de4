import { fill } from '#src/i18n/fill.ts';
import { toEuro } from '#src/shared/money.ts';
import { readStored } from '#src/shared/safe-storage.ts';
import { announce, showAlert } from '#src/ui/alert.ts';
import { addUnit, MAX_UNITS, quantityOf } from './cart.ts';
import { addLabel, addTextsOfPage } from './cart-texts.ts';
import { onCartChange } from './cart-change.ts';
import { shownName, shownPrice } from './shown-product.ts';
import { AT_LIMIT_KEY, readCart, writeCart } from './stored-cart.ts';

/**
 * Adds one unit of the product that an element shows, and announces the result. Stock and price come from the element,
 * because `freshness.ts` updates them there.
 */
export function addShown(element: HTMLElement): void {
  const { product, available } = element.dataset;
  const texts = addTextsOfPage();
  const { cart, outcome } = addUnit(readCart(), {
    id: Number(product),
    price: toEuro(shownPrice(element)),
    available: Number(available),
  });
  element.dataset.touched = '';
  const name = shownName(element);
  const said = fill(texts[outcome], { name: outcome === 'max_units' ? withOthersAtLimit(name) : name });
  if (outcome === 'added') {
    writeCart(cart);
    // By then `show` has marked a product that has reached its maximum.
    announce(element.hasAttribute('data-full') ? `${said} ${fill(texts.max_units, { name })}` : said);
  } else showAlert(said);
}

/** The name, and the names of other products that had reached their maximum when the server last priced the cart. */
const withOthersAtLimit = (name: string): string =>
  [...new Set((name + (readStored(AT_LIMIT_KEY) ?? '')).split('\n'))].join(', ');

/** Handles all add controls of the page until an island takes over, and shows each product's units in the cart. */
export function answerTaps(): void {
  document.addEventListener('click', ({ target }) => {
    const less = (target as Element).closest<HTMLButtonElement>('.less');
    if (less) less.value += '-'; // one "−" for each tap, which less.ts handles, even if it loads later
    const element = (target as Element)
      .closest('.product-action:not([data-island]) .add')
      ?.closest<HTMLElement>('[data-product]');
    if (element) addShown(element);
  });
  const show = () => {
    const [cart, texts] = [readCart(), addTextsOfPage()];
    for (const element of document.querySelectorAll<HTMLElement>('[data-product]')) {
      const { product, available } = element.dataset;
      const count = quantityOf(cart, Number(product));
      element.toggleAttribute('data-sold-out', Number(available) <= count);
      element.toggleAttribute('data-full', count >= MAX_UNITS);
      const add = element.querySelector('.product-action:not([data-island]) .add');
      if (!add) continue;
      const less = add.previousElementSibling as HTMLElement;
      const said = addLabel(texts, shownName(element), count);
      add.setAttribute('aria-label', said.label);
      add.lastChild!.textContent = said.text;
      less.setAttribute('aria-label', said.less);
      less.hidden = !count;
    }
  };
  addEventListener('DOMContentLoaded', show);
  onCartChange(show);
}
