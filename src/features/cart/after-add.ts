/**
 * Loaded at the first tap on an add button, after the page responded. Warns when the browser cannot store the cart, and
 * fetches the products for the cart page.
 */
import { shownLocale } from '#src/i18n/locales.ts';
import { showAlert } from '#src/ui/alert.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import barStyles from './cart-bar.scss?inline';
import { rememberedProducts, rememberProducts } from './cart-view.ts';
import { fetchPricedCart } from './priced-cart.ts';
import { isCartStored, readCart } from './stored-cart.ts';

/** Wait after the last of several taps. */
const ASK_MS = 300;

const inShownLocale = (texts: Record<string, string>): string => texts[`/locales/${shownLocale()}/cart.json`]!;
const NOT_KEPT = import.meta.glob<string>('/locales/*/cart.json', { import: 'notKept', eager: true });
const BAR = import.meta.glob<string>('/locales/*/cart.json', { import: 'bar', eager: true });
const TO_CART = import.meta.glob<string>('/locales/*/cart.json', { import: 'toCart', eager: true });

let warned = false;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Warns once on a page. */
function warnIfNotStored(): void {
  if (warned || isCartStored()) return;
  warned = true;
  showAlert(inShownLocale(NOT_KEPT));
}

async function fetchUnknownProducts(): Promise<void> {
  const cart = readCart();
  const known = rememberedProducts();
  if (cart.every(({ productId }) => known.some(({ id }) => id === productId))) return;
  const answer = await fetchPricedCart(cart, shownLocale());
  // Without a response the cart page shows placeholders and retries.
  if (answer.ok) rememberProducts(answer.value);
}

/** Shows a bar that links to the cart while the cart is not empty. */
function showBar(): void {
  let bar = document.getElementById('cart-bar');
  if (!bar) {
    adoptStyles(barStyles);
    const link = Object.assign(document.createElement('a'), {
      href: document.querySelector<HTMLAnchorElement>('.badge')!.pathname,
      textContent: inShownLocale(TO_CART),
    });
    bar = Object.assign(document.createElement('p'), { id: 'cart-bar' });
    bar.append(`✓ ${inShownLocale(BAR)} `, link);
    // On a product page the next Tab leads to it.
    const control = document.querySelector('.product-next');
    if (control) control.after(bar);
    else document.querySelector('main')!.append(bar);
  }
  bar.hidden = readCart().length === 0;
}

function answerTap(): void {
  showBar();
  warnIfNotStored();
  clearTimeout(asking);
  asking = setTimeout(() => void fetchUnknownProducts(), ASK_MS);
}

answerTap();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add,.less')) answerTap();
});
