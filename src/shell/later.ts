/** What every page does besides, once it stands: one small file that the browser keeps. */
import { askConsent } from '#src/features/consent/ask.ts';
import { keepFresh } from '#src/features/cart/freshness.ts';
import takeOver from '#src/features/cart/take-over.ts?chunk-url';
import { fetchFace } from './display-face.ts';
import { fetchLanguagesAhead } from './languages.ts';
import { closeMenus } from './navigation.ts';
import { registerServiceWorker } from './offline/register.ts';
import { suggestOnFocus } from './search-box.ts';

askConsent().catch(() => {}); // nothing that wants consent loads without an answer either
keepFresh();
fetchFace().catch(() => {}); // then headings stay as they are
closeMenus();
suggestOnFocus();
fetchLanguagesAhead();
registerServiceWorker();
// The page may have been built last year.
document.getElementById('year')!.textContent = String(new Date().getFullYear());
document.addEventListener('click', ({ target }) => {
  // Without it the page goes on answering by itself.
  if ((target as Element).closest('.add')) import(/* @vite-ignore */ takeOver).catch(() => {});
});
