import { savesData } from '#src/shared/connection.ts';
import { isFirstPage } from '#src/shared/first-page.ts';

/** The tab's storage for the typed search, which the page in the other language shows again. */
const TYPED_KEY = 'typedSearch';

/** A flag leads to the same step of the page, such as the checkout, and keeps a typed search. */
export function keepPlaceInOtherLanguage(): void {
  const box = document.getElementById('q') as HTMLInputElement;
  try {
    const typed = sessionStorage.getItem(TYPED_KEY);
    sessionStorage.removeItem(TYPED_KEY);
    if (typed && box.value === box.defaultValue) box.value = typed;
  } catch {
    // Storage is blocked.
  }
  document.querySelector('.header')!.addEventListener('click', ({ target }) => {
    const flag = (target as Element).closest<HTMLAnchorElement>('.header-flags a, .offer a');
    if (!flag) return;
    flag.hash = location.hash;
    try {
      if (box.value !== box.defaultValue) sessionStorage.setItem(TYPED_KEY, box.value);
    } catch {
      // Storage is blocked.
    }
  });
}

/**
 * Prefetches the page in the browser's preferred language into the cache, if it differs from the page's language. Only
 * on the first page of a visit, because a visitor who reads on has found the right language.
 */
export function prefetchPreferredLanguage(): void {
  if (!isFirstPage() || savesData()) return;
  const offered = (language: string) =>
    document.querySelector<HTMLAnchorElement>(
      `.header-flags:not([data-personal]) a[hreflang^="${language.slice(0, 2)}"]`,
    );
  const preferred = navigator.languages.map(offered).find((link) => link);
  if (preferred && !preferred.hasAttribute('aria-current')) fetch(preferred.href).catch(() => {});
}
