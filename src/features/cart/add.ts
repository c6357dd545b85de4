import { fill } from '#src/i18n/fill.ts';
import { toEuro } from '#src/shared/money.ts';
import { readStored } from '#src/shared/safe-storage.ts';
import { announce, showAlert } from '#src/ui/alert.ts';
import { addUnit, MAX_UNITS, quantityOf, removeUnit, totalQuantity } from './cart.ts';
import { addTextsOfPage, type AddTexts } from './cart-texts.ts';
import { onCartChange } from './cart-change.ts';
import { shownName, shownPrice } from './shown-product.ts';
import { AT_LIMIT_KEY, readCart, writeCart } from './stored-cart.ts';

/**
 * Adds one unit of the product that an element shows, and announces the result. Stock and price come from the element,
 * because `freshness.ts` updates them there.
 */
function addShown(element: HTMLElement, texts: AddTexts): void {
  const { product, available } = element.dataset;
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

/** Removes one unit of the product that an element shows, and announces how many are left in the cart. */
function removeShown(element: HTMLElement, texts: AddTexts): void {
  const id = Number(element.dataset.product);
  const cart = removeUnit(readCart(), id);
  const count = quantityOf(cart, id);
  writeCart(cart);
  // With the last unit the tapped button has disappeared.
  if (!count) element.querySelector<HTMLElement>('.add')!.focus();
  announce(`${shownName(element)}: ${fill(texts.inCart, { count })}`);
}

/** Handles all add controls of the page. Shows each product's units in the cart, and the number of all units. */
export function answerTaps(): void {
  const texts = addTextsOfPage();
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('.add,.less');
    const element = button?.closest<HTMLElement>('[data-product]');
    if (element) (button!.className === 'add' ? addShown : removeShown)(element, texts);
  });
  const show = () => {
    const cart = readCart();
    const badge = document.querySelector('.badge')!;
    const all = totalQuantity(cart);
    badge.setAttribute('aria-label', all ? fill(texts.badge.count, { count: all }) : texts.badge.empty);
    badge.firstElementChild!.textContent = `${all || ''}`;
    for (const element of document.querySelectorAll<HTMLElement>('[data-product]')) {
      const { product, available } = element.dataset;
      const count = quantityOf(cart, Number(product));
      element.toggleAttribute('data-sold-out', Number(available) <= count);
      element.toggleAttribute('data-full', count >= MAX_UNITS);
      const add = element.querySelector('.add');
      if (!add) continue;
      const less = add.previousElementSibling as HTMLElement;
      const name = shownName(element);
      // It contains the visible text, so that people can say it to the device (WCAG 2.5.3).
      add.setAttribute(
        'aria-label',
        fill(count ? `${texts.inCart}. ${texts.addName}` : texts.addName, { name, count }),
      );
      add.lastChild!.textContent = `${count || texts.add}`;
      less.setAttribute('aria-label', fill(texts.less, { name }));
      less.hidden = !count;
    }
  };
  show(); // the badge; the products follow in the page
  addEventListener('DOMContentLoaded', show);
  onCartChange(show);
}
