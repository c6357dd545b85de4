/** The work of every page after the first paint: one small file, which the browser caches. */
import { fetchMenu } from '#src/features/account/fetch-menu.ts';
import { askConsent } from '#src/features/consent/ask.ts';
import { keepFresh } from '#src/features/cart/freshness.ts';
import { loadDisplayFont } from './display-font.ts';
import prefetchLanguage from './prefetch-language.ts?chunk-url';

/** Set by the build: whether anything configured requires consent. */
declare const ASKS_CONSENT: boolean;

/** A visitor who does not read the page's language looks for the flags about now. */
const LANGUAGE_MS = 3_000;

if (ASKS_CONSENT) askConsent();
keepFresh();
fetchMenu();
loadDisplayFont().catch(() => {}); // after an error headings keep the system's font
// Only visitors who may prefer another language load the code for it.
if (navigator.language.slice(0, 2) !== document.documentElement.lang.slice(0, 2))
  setTimeout(() => import(/* @vite-ignore */ prefetchLanguage).catch(() => {}), LANGUAGE_MS);
