import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import AddToCart from './AddToCart.tsx';
import { $cart } from './cart.store.ts';
import { addTextsOfPage } from './cart-texts.ts';
import CartBadge from './CartBadge.tsx';
import { shownName } from './shown-product.ts';

/** Hydrates an element. `data-island` tells the page’s own script to leave it alone. */
function hydrate(container: HTMLElement | null, island: ReactNode): void {
  if (!container || container.dataset.island !== undefined) return;
  container.dataset.island = '';
  hydrateRoot(container, island);
}

/** Hydrates the badge and the add controls that the shopper used, with the data that the page shows. */
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
