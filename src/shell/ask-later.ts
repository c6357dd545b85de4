import type { Locale } from '#src/i18n/locales.ts';
import de from './later-de-DE.ts?chunk-url';
import en from './later-en-US.ts?chunk-url';
import pt from './later-pt-BR.ts?chunk-url';

const LATER: Record<Locale, string> = { 'pt-BR': pt, 'de-DE': de, 'en-US': en };
// Read at once: a browser that translates pages writes the language of its translation there.
const later = LATER[document.documentElement.lang as Locale];

/** Without it the page goes on answering by itself; the next gesture asks again. */
const ask = () => void import(/* @vite-ignore */ later).catch(() => {});

/** Behind everything that the first picture of the page needs, and only of a page that is seen. */
const whenDrawn = () => requestAnimationFrame(() => setTimeout(ask, 200));

addEventListener('pointerdown', ask);
addEventListener('keydown', ask);
addEventListener('load', whenDrawn); // a module that stands in the page runs before it
