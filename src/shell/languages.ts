import { savesData } from '#src/shared/connection.ts';
import { isFirstPage } from './first-page.ts';

/**
 * Fetches the first page of a visit ahead, into the browser's cache, in the language that the visitor prefers where that is
 * another one. Who goes on from it stays in its language.
 */
export function fetchPreferredLanguage(): void {
  if (!isFirstPage() || savesData()) return;
  const offered = (language: string) =>
    document.querySelector<HTMLAnchorElement>(`.header-flags:not([data-personal]) a[hreflang^="${language.slice(0, 2)}"]`);
  const preferred = navigator.languages.map(offered).find((link) => link);
  if (preferred && !preferred.hasAttribute('aria-current')) fetch(preferred.href).catch(() => {});
}
