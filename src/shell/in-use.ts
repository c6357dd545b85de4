/** What a page needs once somebody uses it: one small file, fetched at the first gesture. */
import takeOver from '#src/features/cart/take-over.ts?chunk-url';
import { closeMenus } from './navigation.ts';
import { keepReadPages } from './offline/register.ts';
import { suggestOnFocus } from './search-box.ts';

closeMenus();
suggestOnFocus();
keepReadPages();
// The page may have been built last year; its end is seen by a gesture.
document.getElementById('year')!.textContent = String(new Date().getFullYear());
// Without it the page goes on answering by itself.
const handOver = () => void import(/* @vite-ignore */ takeOver).catch(() => {});
if (document.querySelector('[data-touched]')) handOver();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add')) handOver();
});
