/** Code that a page needs once it is used. Loaded at the first touch or focus, and on the second page of a visit. */
import takeOver from '#src/features/cart/take-over.ts?chunk-url';
import { answerLess } from '#src/features/cart/less.ts';
import { followScroll } from './follow-scroll.ts';
import { keepPlaceInOtherLanguage } from './languages.ts';
import { closeMenus } from './navigation.ts';
import { registerServiceWorker } from './offline/register.ts';
import { suggestOnFocus } from './search-box.ts';

closeMenus();
followScroll();
keepPlaceInOtherLanguage();
suggestOnFocus();
registerServiceWorker();
answerLess();
// After an error the inline script keeps handling taps.
const loadTakeOver = () => void import(/* @vite-ignore */ takeOver).catch(() => {});
if (document.querySelector('[data-touched]')) loadTakeOver();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add')) loadTakeOver();
});
