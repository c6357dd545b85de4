/** What a page needs once somebody uses it: one small file, fetched at the first touch or focus, or by the second page of a visit. */
import takeOver from '#src/features/cart/take-over.ts?chunk-url';
import { closeMenus } from './navigation.ts';
import { keepReadPages } from './offline/register.ts';
import { suggestOnFocus } from './search-box.ts';

closeMenus();
suggestOnFocus();
keepReadPages();
// Without it the page goes on answering by itself.
const handOver = () => void import(/* @vite-ignore */ takeOver).catch(() => {});
if (document.querySelector('[data-touched]')) handOver();
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('.add')) handOver();
});
