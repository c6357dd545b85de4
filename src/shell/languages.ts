import { isFirstPage } from './first-page.ts';

const languageOf = (tag: string) => tag.slice(0, 2);

/**
 * Fetches the first page of a visit ahead, into the browser's cache, in the language that the visitor prefers where that is
 * another one. Who goes on from it stays in its language.
 */
export function fetchPreferredLanguage(): void {
  if (!isFirstPage()) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.header-flags:not([data-personal]) a')];
  const offered = (language: string) => links.find(({ hreflang }) => languageOf(hreflang) === languageOf(language));
  const preferred = navigator.languages.map(offered).find(Boolean);
  if (preferred && !preferred.ariaCurrent) fetch(preferred.href, { priority: 'low' }).catch(() => {});
}
