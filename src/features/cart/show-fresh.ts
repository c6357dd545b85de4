/** Loaded only when a page shows outdated stock or prices. */
import { shownStock } from '#src/features/catalogue/shown-stock.ts';
import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import { toCents } from '#src/shared/money.ts';
import { STOCK_PATH } from '#src/shared/paths.ts';
import { announceChange } from './cart-change.ts';
import { shownPrice } from './shown-product.ts';

/** A product in the API’s answer; prices in EUR. */
interface FreshProduct {
  id: number;
  quantity_available: number;
  price: number;
  base_price?: { amount: number };
}

/**
 * Updates stock and prices of elements without moving anything. A product that is missing in `products` has left the
 * shop.
 */
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
  const count = document.querySelector<HTMLElement>('[data-stock-count]');
  if (count) void showCount(count).catch(() => {}); // without a response the build's number stays
}

/** Updates the total number of products in stock, because the page shows only some of the list. */
async function showCount(element: HTMLElement): Promise<void> {
  const { count } = (await (await fetch(`${STOCK_PATH}?limit=1`)).json()) as { count: number };
  const forms = element.dataset.stockCount!.split('|');
  element.textContent = fill(forms[Math.min(count, 2)]!, { count });
}

/** Swaps the delivery terms for "in stock" and "not in stock". */
function changeTerm(element: HTMLElement): void {
  const place = element.querySelector<HTMLElement>('[data-else]');
  const shown = place?.firstElementChild;
  if (!place || !shown) return; // a card shows no delivery term
  [shown.textContent, place.dataset.else] = [place.dataset.else ?? '', shown.textContent];
}

/** Replaces an outdated price and base price. */
function showPrice(element: HTMLElement, fresh: FreshProduct): void {
  const now = element.querySelector('[data-now]')!;
  now.textContent = formatEuro(fresh.price);
  now.classList.remove('price-reduced');
  // The lowest price of 30 days is unknown here, and a wrong one would break the law (PAngV §11). Its space stays, so
  // that nothing moves if it has its own line.
  element.querySelectorAll<HTMLElement>('[data-reduction]').forEach((part) => (part.style.visibility = 'hidden'));
  const base = element.querySelector<HTMLElement>('[data-base]');
  const amount = fresh.base_price && formatEuro(fresh.base_price.amount);
  if (base) base.textContent = amount ? fill(base.dataset.base ?? '', { amount }) : '';
}
