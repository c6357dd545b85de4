import { shownTag, type ShownProduct } from '#src/features/catalogue/shown-stock.ts';
import { AVAILABILITY_PATH } from '#src/shared/paths.ts';
import { shownPrice } from './shown-product.ts';
import showFreshUrl from './show-fresh.ts?chunk-url';

async function refresh(): Promise<void> {
  // A page shows far fewer than the API takes at once.
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
  if (!response.ok) return; // 304: the page shows the truth
  const { default: showFresh } = (await import(/* @vite-ignore */ showFreshUrl)) as typeof import('./show-fresh.ts');
  showFresh(elements, ((await response.json()) as { products: Parameters<typeof showFresh>[1] }).products);
}

/** Brings what a prerendered page shows of stock and prices up to date, by one small request, without moving anything. */
export function keepFresh(): void {
  // Without an answer the page still works with what it was built with: nothing is said, nothing tried again.
  const start = () => void refresh().catch(() => {});
  start();
  // Out of the back-forward cache. A page's first has passed by then, unless an early tap brought this script.
  addEventListener('pageshow', start);
}
