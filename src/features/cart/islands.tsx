import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import AddToCart from './AddToCart.tsx';
import { $cart } from './cart.store.ts';
import { addTextsOfPage } from './cart-texts.ts';
import CartBadge from './CartBadge.tsx';
import { shownName } from './shown-product.ts';

/** Hands an element over to React: from then on the page's own script leaves it alone. */
function hydrate(container: HTMLElement | null, island: ReactNode): void {
  if (!container || container.dataset.island !== undefined) return;
  container.dataset.island = '';
  hydrateRoot(container, island);
}

/** The badge and the add buttons that a shopper has used become islands; they find on the page what it was rendered from. */
export function hydrateTouched(): void {
  const texts = addTextsOfPage();
  const shown = $cart.get();
  const badge = document.querySelector<HTMLAnchorElement>('.header-cart .badge');
  if (badge) hydrate(badge.parentElement, <CartBadge href={badge.pathname} texts={texts.badge} shown={shown} />);
  for (const element of document.querySelectorAll<HTMLElement>('[data-touched]')) {
    const product = { id: Number(element.dataset.product), name: shownName(element) };
    hydrate(element.querySelector('.product-action'), <AddToCart {...product} texts={texts} shown={shown} />);
  }
}
