/** Brings what a prerendered page shows of stock and prices up to date, by one small request, without moving anything. */
import { basePriceOf } from '#src/features/catalogue/price.ts';
import { fill } from '#src/i18n/fill.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { getJson } from '#src/shared/fetch-json.ts';
import { toCents } from '#src/shared/money.ts';
import { api } from '#src/shared/paths.ts';
import { parseCart, quantityOf } from './cart.ts';
import { CART_KEY, onCartChange } from './cart-events.ts';

interface Availability {
  products: { id: number; quantity_available: number; price: number }[];
}

/** The API takes so many ids at once. */
const MAX_IDS = 100;

/** An element that shows a product, and what the page knows of it: `data-product`, `data-available`, `data-price` (cents), `data-thousandths`. */
const shown = () => [...document.querySelectorAll<HTMLElement>('[data-product]')];

function storedCart() {
  try {
    return parseCart(localStorage.getItem(CART_KEY) ?? '[]');
  } catch {
    return []; // storage is blocked
  }
}

/** Sold out to this shopper: nothing is left beside what the cart holds. */
function showSoldOut(): void {
  const cart = storedCart();
  for (const element of shown()) {
    const left = Number(element.dataset.available) - quantityOf(cart, Number(element.dataset.product));
    element.toggleAttribute('data-sold-out', left <= 0);
  }
}

function showPrice(element: HTMLElement, price: number): void {
  if (String(price) === element.dataset.price) return;
  element.dataset.price = String(price);
  const now = element.querySelector('[data-now]');
  if (now) now.textContent = formatPrice(price);
  now?.classList.remove('price-reduced');
  // The lowest price of 30 days is not known here: better none than a wrong one.
  element.querySelectorAll('[data-reduction]').forEach((part) => part.remove());
  const base = element.querySelector<HTMLElement>('[data-base]');
  const amount = basePriceOf(price, Number(element.dataset.thousandths));
  if (base) base.textContent = amount === undefined ? '' : fill(base.dataset.base ?? '', { amount: formatPrice(amount) });
}

async function refresh(): Promise<void> {
  const elements = Map.groupBy(shown(), (element) => Number(element.dataset.product));
  const ids = [...elements.keys()].slice(0, MAX_IDS);
  if (ids.length === 0) return;
  const answer = await getJson<Availability>(`${api.availability()}?ids=${ids.join(',')}`);
  if (!answer.ok) return; // the page still works with what it was built with
  const fresh = new Map(answer.value.products.map((product) => [product.id, product]));
  for (const [id, same] of elements) {
    const product = fresh.get(id);
    for (const element of same) {
      // A product that has left the shop can't be bought either.
      element.dataset.available = String(product?.quantity_available ?? 0);
      if (product) showPrice(element, toCents(product.price));
    }
  }
  showSoldOut();
}

showSoldOut();
onCartChange(showSoldOut);
// Without a limit Chromium calls back never on some pages that lie still.
if ('requestIdleCallback' in window) requestIdleCallback(() => void refresh(), { timeout: 500 });
else setTimeout(() => void refresh());
addEventListener('pageshow', (event) => {
  if (event.persisted) void refresh();
});
