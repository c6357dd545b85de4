/** What every page does besides, once it stands: one small file that the browser keeps. */
import { askConsent } from '#src/features/consent/ask.ts';
import { keepFresh } from '#src/features/cart/freshness.ts';
import takeOver from '#src/features/cart/take-over.ts?chunk-url';
import { fetchFace } from './display-face.ts';
import { fetchPreferredLanguage } from './languages.ts';
import { closeMenus } from './navigation.ts';
import { keepReadPages } from './offline/register.ts';
import { suggestOnFocus } from './search-box.ts';

/** Who reads the page's language is at its pictures by then; who doesn't looks for the flags. */
const LANGUAGE_MS = 3_000;

askConsent();
keepFresh();
fetchFace().catch(() => {}); // then headings stay as they are
closeMenus();
suggestOnFocus();
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
if (!connection?.saveData) {
  keepReadPages();
  setTimeout(fetchPreferredLanguage, LANGUAGE_MS);
}
// The page may have been built last year.
document.getElementById('year')!.textContent = String(new Date().getFullYear());
// Without it the page goes on answering by itself.
const handOver = () => void import(/* @vite-ignore */ takeOver).catch(() => {});
if (document.querySelector('[data-touched]')) handOver();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add')) handOver();
});
