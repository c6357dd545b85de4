import { toEuro } from '#src/shared/money.ts';
import { AVAILABILITY_PATH } from '#src/shared/paths.ts';
import { announceChange } from './cart-change.ts';
import showPriceUrl from './show-price.ts?chunk-url';

interface Availability {
  products: { id: number; quantity_available: number; price: number }[];
}

/** The API takes so many ids at once. */
const MAX_IDS = 100;

async function refresh(): Promise<void> {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-product]')].map(({ dataset }) => dataset.product);
  const ids = [...new Set(shown)].slice(0, MAX_IDS);
  if (ids.length === 0) return;
  const response = await fetch(`${AVAILABILITY_PATH}?ids=${ids.join()}`);
  const { products } = (await response.json()) as Availability;
  for (const id of ids) {
    const fresh = products.find((product) => String(product.id) === id);
    for (const element of document.querySelectorAll<HTMLElement>(`[data-product="${id}"]`)) {
      // A product that has left the shop can't be bought either.
      element.dataset.available = String(fresh?.quantity_available ?? 0);
      if (fresh && fresh.price !== toEuro(Number(element.dataset.price))) {
        const { showPrice } = (await import(/* @vite-ignore */ showPriceUrl)) as typeof import('./show-price.ts');
        showPrice(element, fresh.price);
      }
    }
  }
  announceChange();
}

/** Brings what a prerendered page shows of stock and prices up to date, by one small request, without moving anything. */
export function keepFresh(): void {
  // Without an answer the page still works with what it was built with: nothing is said, nothing tried again.
  const start = () => void refresh().catch(() => {});
  start();
  // Out of the back-forward cache. A page's first has passed by then, unless an early tap brought this script.
  addEventListener('pageshow', start);
}
