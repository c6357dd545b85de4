import { savesData } from '#src/shared/connection.ts';
import { isFirstPage } from './first-page.ts';

/**
 * Prefetches the page in the browser's preferred language into the cache, when that is another language than the page's. Only the
 * first page of a visit does so, because a visitor who reads on has found the right language.
 */
export function prefetchPreferredLanguage(): void {
  if (!isFirstPage() || savesData()) return;
  const offered = (language: string) =>
    document.querySelector<HTMLAnchorElement>(`.header-flags:not([data-personal]) a[hreflang^="${language.slice(0, 2)}"]`);
  const preferred = navigator.languages.map(offered).find((link) => link);
  if (preferred && !preferred.hasAttribute('aria-current')) fetch(preferred.href).catch(() => {});
}
