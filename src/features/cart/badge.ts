import { totalQuantity } from './cart.ts';
import { addTextsOfPage, badgeLabel } from './cart-texts.ts';
import { onCartChange } from './cart-change.ts';
import { readCart } from './stored-cart.ts';

/** Shows the number of stored units in the header until the badge’s island takes over. */
export function keepBadge(): void {
  const paint = () => {
    const badge = document.querySelector('.header-cart:not([data-island]) .badge');
    if (!badge) return;
    const count = totalQuantity(readCart());
    badge.setAttribute('aria-label', badgeLabel(addTextsOfPage().badge, count));
    badge.firstElementChild!.textContent = String(count || '');
  };
  paint();
  onCartChange(paint);
}
