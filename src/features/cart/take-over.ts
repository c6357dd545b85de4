/**
 * Loaded at the first tap on an add button, which the page has answered by then: warns who will find the cart empty, asks what
 * the cart page will show, and lets React take over when it disturbs nobody.
 */
import { shownLocale } from '#src/i18n/locales.ts';
import { isSlow, savesData } from '#src/shared/connection.ts';
import { showAlert } from '#src/ui/alert.ts';
import { estimateCart, rememberedProducts, rememberProducts } from './cart-view.ts';
import { fetchPricedCart } from './priced-cart.ts';
import { isCartKept, readCart } from './stored-cart.ts';
import islandsUrl from './islands.tsx?shared-chunk-url';

/** After the last tap of several in a row. */
const ASK_MS = 300;
/** Without a tap for so long, the shopper reads or looks elsewhere. */
const QUIET_MS = 3000;

const NOT_KEPT = import.meta.glob<string>('/locales/*/cart.json', { import: 'notKept', eager: true });

let warned = false;
let asking: ReturnType<typeof setTimeout> | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Once on a page: whoever goes on all the same has read it. */
function warn(): void {
  if (warned || isCartKept()) return;
  warned = true;
  showAlert(NOT_KEPT[`/locales/${shownLocale()}/cart.json`]!);
}

async function ask(): Promise<void> {
  const cart = readCart();
  if (!estimateCart(cart, rememberedProducts()).partial) return;
  const answer = await fetchPricedCart(cart, shownLocale());
  // Without it the cart page shows a placeholder, and asks by itself.
  if (answer.ok) rememberProducts(answer.value);
}

async function takeOver(): Promise<void> {
  // The page answers by itself as well, and better where a translator has rewritten what React would look for.
  if (savesData() || isSlow() || document.documentElement.lang !== shownLocale()) return;
  // The next tap tries again, should the code not arrive.
  const islands = await (import(/* @vite-ignore */ islandsUrl) as Promise<typeof import('./islands.tsx')>).catch(() => undefined);
  islands?.hydrateTouched();
}

function answerTap(): void {
  warn();
  clearTimeout(asking);
  clearTimeout(waiting);
  asking = setTimeout(() => void ask(), ASK_MS);
  waiting = setTimeout(() => void takeOver(), QUIET_MS);
}

answerTap();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add')) answerTap();
});
