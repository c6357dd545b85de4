/** Loaded only by a page that shows something older than the shop's present figures. */
import { shownStock } from '#src/features/catalogue/shown-stock.ts';
import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import { toCents } from '#src/shared/money.ts';
import { announceChange } from './cart-change.ts';
import { shownPrice } from './shown-product.ts';

/** As the API answers it; prices in EUR. */
interface FreshProduct {
  id: number;
  quantity_available: number;
  price: number;
  base_price?: { amount: number };
}

/** Brings stock and prices of elements up to date, without moving anything. What is not among the `products` has left the shop. */
export default function showFresh(elements: readonly HTMLElement[], products: readonly FreshProduct[]): void {
  for (const element of elements) {
    const fresh = products.find(({ id }) => String(id) === element.dataset.product);
    // A product that has left the shop can't be bought either.
    const available = String(shownStock(fresh?.quantity_available ?? 0));
    if ((available === '0') !== (element.dataset.available === '0')) changeTerm(element);
    element.dataset.available = available;
    const shown = shownPrice(element);
    if (fresh && shown && toCents(fresh.price) !== shown) showPrice(element, fresh);
  }
  announceChange();
}

/** Shows the delivery term of what is in stock in place of that of what is not, or the other way round. */
function changeTerm(element: HTMLElement): void {
  const place = element.querySelector<HTMLElement>('[data-else]');
  const shown = place?.firstElementChild;
  if (!place || !shown) return; // a card tells none
  [shown.textContent, place.dataset.else] = [place.dataset.else ?? '', shown.textContent];
}

/** Shows another price with its base price on an element that was built with an older one. */
function showPrice(element: HTMLElement, fresh: FreshProduct): void {
  const now = element.querySelector('[data-now]')!;
  now.textContent = formatEuro(fresh.price);
  now.classList.remove('price-reduced');
  // The lowest price of 30 days is not known here: better none than a wrong one.
  element.querySelectorAll('[data-reduction]').forEach((part) => part.remove());
  const base = element.querySelector<HTMLElement>('[data-base]');
  const amount = fresh.base_price && formatEuro(fresh.base_price.amount);
  if (base) base.textContent = amount ? fill(base.dataset.base ?? '', { amount }) : '';
}
