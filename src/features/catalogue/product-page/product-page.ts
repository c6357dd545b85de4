import { noteExpressTap } from '#src/shared/express-tap.ts';
import { isFirstPage } from '#src/shared/first-page.ts';
import dialog from '../pictures/picture-dialog.ts?chunk-url';

/** The script of a product page: PayPal's link, the way back, and the enlarged picture. */
export function startProductPage(): void {
  document.querySelector('.product-express')?.addEventListener('click', noteExpressTap);
  // Back to where the shopper was, filters and scroll position included; without a script the link leads to the
  // category.
  document.querySelector('[data-back]')!.addEventListener('click', (event) => {
    // A jump inside the page is a history entry of its own: Back would lead to this page.
    // In Firefox, pages that pass the service worker have no referrer; so the history of the browser decides.
    const cameFromShop = !isFirstPage() || self.navigation?.canGoBack;
    if (!cameFromShop || history.length < 2 || location.hash) return;
    event.preventDefault();
    history.back();
  });
  // Until the dialog's code is there, and where it does not load, the link leads to the picture's file.
  document.querySelector<HTMLElement>('.product-picture')!.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[href^="/"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    (import(/* @vite-ignore */ dialog) as Promise<typeof import('../pictures/picture-dialog.ts')>).then(
      (code) => code.default(link),
      () => location.assign(link.href),
    );
  });
}
