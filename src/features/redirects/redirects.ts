/** Rules of `redirects.csv`: addresses that another shop had here, and the pages that replace them. */
import { withoutPrefix } from '#src/i18n/locales.ts';
import { LEGAL_PAGES, pages } from '#src/shared/paths.ts';

export const MOST_REDIRECTS = 50_000;
export const LONGEST_PATH = 500;

/** The keys of `converting:redirects.mistakes`. */
export type RedirectMistake =
  | 'from'
  | 'fromQuery'
  | 'fromOwn'
  | 'to'
  | 'same'
  | 'chain'
  | 'twice'
  | 'gone'
  | 'noPage'
  | 'tooMany'
  | 'file';

export interface Redirect {
  from: string;
  to: string;
}

/** Pages, calls and files at addresses that never become free. A product or category may have left the shop. */
const OWN = new Set([
  ...Object.entries(pages)
    .filter(([name]) => name !== 'product' && name !== 'category' && name !== 'legal')
    .map(([, path]) => (path as (part: string) => string)('x').split(/[/?#]/)[1]),
  ...LEGAL_PAGES,
  ...['desk', 'api', 'media', 'notice', '_astro', 'paypal-emulator', 'dhl-emulator', 'favicon.svg', 'robots.txt'],
  ...['sitemap.xml', 'feed.xml', 'sw.js', 'apple-touch-icon.png', 'manifest.webmanifest'],
]);

/** Pages that a person may open without a mailed link, an order or a form before. */
const OPEN_PAGES = new Set<string>([
  ...['', pages.inStock(), pages.offers(), pages.saved(), pages.cart(), pages.lists(), pages.login(), pages.register()],
  ...[pages.updateClient(), pages.previousPurchases(), pages.passwordForgot(), pages.recipes(), pages.about()],
  ...[pages.contact(), pages.guarantee(), pages.recalls(), pages.withdrawal(), pages.cookiesConsent(), pages.search()],
  ...LEGAL_PAGES.map(pages.legal),
]);
/** A search for any term. */
const SEARCH = /^\/search\/[^/]+$/;
const PAGED = /^\/(?:instock|offers|save-me)\/[1-9]\d*$/;

/** Whether each shop has a page there, whatever it sells and writes. `path`: without its language. */
export const isOpenPage = (path: string): boolean => {
  const page = path.replace(/\/$/, '');
  return OPEN_PAGES.has(page) || SEARCH.test(page) || PAGED.test(page);
};

/** Addresses as the texts give them for example. */
export const EXAMPLES = { old: '/products/cafe', page: '/de/product/cafe' };

/** Compared without case and without a slash at the end. `path`: decoded, as a request's path. */
export const keyOf = (path: string): string => path.toLowerCase().replace(/\/+$/, '') || '/';

/** Only letters, digits and simple characters: browsers read a second slash, a backslash or a colon as another shop. */
const TARGET = /^(?:\/[A-Za-z0-9._~-]+)*\/?$/;
const STEP = /\/\.{1,2}(?:\/|$)/;

/** Why no row may have this target; undefined for a path of this shop. */
export const targetMistake = (to: string): RedirectMistake | undefined =>
  !to.startsWith('/') || to.length > LONGEST_PATH || !TARGET.test(to) || STEP.test(to) ? 'to' : undefined;

/** Why this address cannot be redirected; undefined for one that the shop may once have had. */
export function sourceMistake(from: string): RedirectMistake | undefined {
  if (/[?#]/.test(from)) return 'fromQuery';
  if (!/^\/(?![/\\])/.test(from) || from.length > LONGEST_PATH || /[\p{Cc}\\]|\/\//u.test(from) || STEP.test(from))
    return 'from';
  const [first = '', ...rest] = withoutPrefix(keyOf(from)).split('/').filter(Boolean);
  return first === '' || (OWN.has(first) && (rest.length === 0 || !OPEN.has(first))) ? 'fromOwn' : undefined;
}

/** Own addresses below which another shop may have had pages. */
const OPEN = new Set(['about', 'contact', 'recipes']);

/**
 * The mistakes of rows that are right by themselves, by their places: an address twice, or a target that is itself
 * redirected.
 */
export function mistakesTogether(rows: readonly Redirect[]): Map<number, RedirectMistake> {
  const sources = new Map<string, number>();
  const mistakes = new Map<number, RedirectMistake>();
  rows.forEach(({ from }, place) => {
    if (sources.has(keyOf(from))) mistakes.set(place, 'twice');
    else sources.set(keyOf(from), place);
  });
  rows.forEach(({ from, to }, place) => {
    if (mistakes.has(place)) return;
    if (keyOf(from) === keyOf(to)) mistakes.set(place, 'same');
    else if (sources.has(keyOf(to))) mistakes.set(place, 'chain');
  });
  return mistakes;
}
