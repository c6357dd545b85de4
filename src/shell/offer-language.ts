import { readStored, writeStored } from '#src/shared/safe-storage.ts';

/** Storage key: the language that the visitor chose with a flag, or by closing the offer. */
const LANGUAGE_KEY = 'language';

/**
 * Offers the page in the language that the visitor chose before, else in the browser's language. Runs before the page's content is
 * parsed, so that nothing moves. Only pages in the default language have flags with the texts of the offer.
 */
export function offerLanguage(): void {
  const flags = document.querySelector<HTMLElement>('.header-flags')!;
  const flagOf = (language: string) => flags.querySelector<HTMLAnchorElement>(`[hreflang^="${language.slice(0, 2)}"]`);
  flags.addEventListener('click', ({ target }) => {
    const flag = (target as Element).closest('a');
    if (flag) writeStored(LANGUAGE_KEY, flag.hreflang);
  });
  const chosen = readStored(LANGUAGE_KEY);
  const flag = (chosen ? [chosen] : navigator.languages).map(flagOf).find(Boolean);
  const text = flag?.dataset.offer;
  if (!text) return;
  const offer = document.createElement('p');
  offer.className = 'offer';
  offer.lang = flag.hreflang;
  const link = document.createElement('a');
  link.href = flag.href;
  link.textContent = text;
  link.onclick = () => writeStored(LANGUAGE_KEY, flag.hreflang);
  const close = document.createElement('button');
  close.textContent = '✕';
  close.ariaLabel = flag.dataset.close!;
  close.onclick = () => {
    writeStored(LANGUAGE_KEY, document.querySelector<HTMLAnchorElement>('.header-flags [aria-current]')!.hreflang);
    offer.remove();
  };
  offer.append(link, close);
  document.querySelector('.header')!.append(offer);
}
