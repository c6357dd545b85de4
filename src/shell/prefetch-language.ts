import { savesData } from '#src/shared/connection.ts';
import { isFirstPage } from '#src/shared/first-page.ts';

/**
 * Prefetches the page in the browser's preferred language into the cache, if it differs from the page's language. Only
 * on the first page of a visit, because a visitor who reads on has found the right language.
 */
function prefetchPreferredLanguage(): void {
  if (!isFirstPage() || savesData()) return;
  const offered = (language: string) =>
    document.querySelector<HTMLAnchorElement>(
      `.header-flags:not([data-personal]) a[hreflang^="${language.slice(0, 2)}"]`,
    );
  const preferred = navigator.languages.map(offered).find((link) => link);
  if (preferred && !preferred.hasAttribute('aria-current')) fetch(preferred.href).catch(() => {});
}

prefetchPreferredLanguage();
