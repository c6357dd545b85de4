/**
 * Code that a page needs once it is used. Loaded at the first touch, focus or turn of the mouse's wheel, and on the
 * second page of a visit.
 */
import followCart from '#src/features/account-cart/follow-cart.ts?chunk-url';
import afterAdd from '#src/features/cart/after-add.ts?chunk-url';
import cartPage from '#src/features/checkout/CheckoutCart.tsx?shared-chunk-url';
import { showDates } from '#src/features/catalogue/delivery-dates.ts';
import { isSlow, savesData } from '#src/shared/connection.ts';
import { showFiltersAsSheet } from '#src/features/search/filter-sheet.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import contrast from '#src/ui/contrast.scss?inline';
import print from '#src/ui/print.scss?inline';
import { followScroll } from './follow-scroll.ts';
import { keepPlaceInOtherLanguage } from './languages.ts';
import { closeMenus } from './navigation.ts';
import { registerServiceWorker } from './offline/register.ts';
import returningHeader from './returning-header.scss?inline';
import { suggestOnFocus } from './search-box.ts';
import toTop from './to-top.scss?inline';

closeMenus();
adoptStyles(contrast + print + returningHeader + toTop);
followScroll();
showDates();
showFiltersAsSheet();
keepPlaceInOtherLanguage();
suggestOnFocus();
registerServiceWorker();
// The page may have been built in an earlier year.
document.getElementById('year')!.textContent = `${new Date().getFullYear()}`;
/** Loading React may block the page, so it waits for this long without a tap. */
const QUIET_MS = 3000;
let quiet: ReturnType<typeof setTimeout> | undefined;

/** A script that does not load is not needed here: the inline script handles the taps. */
const load = (url: string) => void import(/* @vite-ignore */ url).catch(() => {});

function prepareCart(): void {
  load(afterAdd);
  clearTimeout(quiet);
  if (!savesData() && !isSlow()) quiet = setTimeout(() => load(cartPage), QUIET_MS);
}
if (document.querySelector('[data-signed-in]')) load(followCart);
if (document.querySelector('[data-touched]')) prepareCart();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add')) prepareCart();
});
