/** What every page does besides, once it stands: one small file that the browser keeps. */
import { askConsent } from '#src/features/consent/ask.ts';
import { keepFresh } from '#src/features/cart/freshness.ts';
import takeOver from '#src/features/cart/take-over.ts?chunk-url';
import { fetchFace } from './display-face.ts';
import { onFirstGesture } from './gesture.ts';
import { fetchPreferredLanguage } from './languages.ts';
import { closeMenus } from './navigation.ts';
import { registerServiceWorker } from './offline/register.ts';
import { suggestOnFocus } from './search-box.ts';

askConsent().catch(() => {}); // nothing that wants consent loads without an answer either
keepFresh();
fetchFace().catch(() => {}); // then headings stay as they are
closeMenus();
suggestOnFocus();
onFirstGesture(() => {
  registerServiceWorker();
  fetchPreferredLanguage();
});
// The page may have been built last year.
document.getElementById('year')!.textContent = String(new Date().getFullYear());
// Without it the page goes on answering by itself.
const handOver = () => void import(/* @vite-ignore */ takeOver).catch(() => {});
if (document.querySelector('[data-touched]')) handOver();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add')) handOver();
});
