import { shownTag, type ShownProduct } from '#src/features/catalogue/shown-stock.ts';
import { AVAILABILITY_PATH } from '#src/shared/paths.ts';
import { shownPrice } from './shown-product.ts';
import showFreshUrl from './show-fresh.ts?chunk-url';

async function refresh(): Promise<void> {
  // A page shows fewer products than the API’s limit of 100.
  const elements = [...document.querySelectorAll<HTMLElement>('[data-product]')];
  if (elements.length === 0) return;
  const shown = new Map(
    elements.map((element): [string, ShownProduct] => {
      const { product, available } = element.dataset;
      return [product!, [product!, available!, shownPrice(element)]];
    }),
  );
  const headers = { 'if-none-match': shownTag([...shown.values()]) };
  const response = await fetch(`${AVAILABILITY_PATH}?ids=${[...shown.keys()].join()}`, { headers });
  if (!response.ok) return; // 304: the page is up to date
  const { default: showFresh } = (await import(/* @vite-ignore */ showFreshUrl)) as typeof import('./show-fresh.ts');
  showFresh(elements, ((await response.json()) as { products: Parameters<typeof showFresh>[1] }).products);
}

/** Updates stock and prices of a prerendered page by one small request, without layout shift. */
export function keepFresh(): void {
  // Without a response the page keeps the figures of its build; the server checks them again in the cart.
  const start = () => void refresh().catch(() => {});
  start();
  // The page was restored from the back-forward cache. (Usually this script starts after the first `pageshow`.)
  addEventListener('pageshow', start);
}
