import { readStored, writeStored } from '#src/shared/safe-storage.ts';

/** Storage key: the language that the visitor chose with a flag, or by closing the offer. */
const LANGUAGE_KEY = 'language';

/**
 * Shows the offer of the page in the language that the visitor chose before, else in the browser's language. Runs
 * before the page's content is parsed, so that nothing moves. Only pages in the default language have offers.
 */
export function offerLanguage(): void {
  const header = document.querySelector('.header')!;
  const flagOf = (language: string) =>
    header.querySelector<HTMLElement>(`.header-flags [lang^="${language.slice(0, 2)}"]`);
  const chosen = readStored(LANGUAGE_KEY);
  const flag = (chosen ? [chosen] : navigator.languages).map(flagOf).find(Boolean);
  const offer = flag && header.querySelector<HTMLElement>(`.offer[lang="${flag.lang}"]`);
  if (offer) offer.hidden = false;
  header.addEventListener('click', ({ target }) => {
    const pressed = target as Element;
    // A flag or an offer
    const choice = pressed.closest<HTMLElement>('.header [lang]');
    if (!choice) return;
    // Only an offer has a button. Closing the offer chooses the page's language.
    choice.hidden = pressed.matches('button');
    writeStored(LANGUAGE_KEY, choice.hidden ? document.documentElement.lang : choice.lang);
  });
}
