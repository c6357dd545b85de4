/** What every page does besides, once it stands: one small file that the browser keeps. */
import { fetchMenu } from '#src/features/account/fetch-menu.ts';
import { askConsent } from '#src/features/consent/ask.ts';
import { keepFresh } from '#src/features/cart/freshness.ts';
import { fetchFace } from './display-face.ts';
import { fetchPreferredLanguage } from './languages.ts';

/** Who reads the page's language is at its pictures by then; who doesn't looks for the flags. */
const LANGUAGE_MS = 3_000;

askConsent();
keepFresh();
fetchMenu();
fetchFace().catch(() => {}); // then headings stay as they are
setTimeout(fetchPreferredLanguage, LANGUAGE_MS);
// The page may have been built last year.
document.getElementById('year')!.textContent = `${new Date().getFullYear()}`;
