/**
 * Google Analytics, on pages of shops that have an ANALYTICS_ID, and there only after consent to statistics. Pages that
 * belong to one person or whose address opens something (a password, a payment) do not have it: the tag tells every address.
 */
import vitals from './web-vitals.ts?chunk-url';
import { allowsStatistics, onConsent, readConsent, whenShown, type ConsentChoice } from './consent.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
    [disabled: `ga-disable-${string}`]: boolean;
  }
}

const VITALS_AFTER_MS = 2000;

const id = document.querySelector<HTMLMetaElement>('meta[name=analytics-id]')?.content ?? '';
let loaded = false;

/** Its argument list is what Google's script reads: an array in its place would be ignored. */
function gtag(..._command: unknown[]): void {
  // eslint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

/** In queries: the page that a login leads to, the order that is withdrawn. */
const UNTOLD = ['next', 'order'];

/** The address with its query, without a fragment. */
function toldAddress(): URL {
  const address = new URL(location.href);
  address.hash = '';
  for (const name of UNTOLD) if (address.searchParams.has(name)) address.searchParams.delete(name);
  return address;
}

function countPageView(): void {
  const { pathname, search, href } = toldAddress();
  gtag('event', 'page_view', { page_path: pathname + search, page_location: href, page_title: document.title });
}

function follow(choice: ConsentChoice | undefined): void {
  const allowed = allowsStatistics(choice);
  window[`ga-disable-${id}`] = !allowed;
  if (allowed && !loaded) load();
  else if (!allowed && loaded) forget();
}

function load(): void {
  loaded = true;
  gtag('js', new Date());
  // For all events; the page before may be a personal one.
  const page_referrer = document.referrer.startsWith(location.origin) ? location.origin : document.referrer;
  gtag('config', id, { send_page_view: false, page_location: toldAddress().href, page_referrer });
  countPageView();
  document.head.append(Object.assign(document.createElement('script'), { src: `https://www.googletagmanager.com/gtag/js?id=${id}` }));
  const measure = async () => {
    const { reportVitals } = (await import(/* @vite-ignore */ vitals)) as typeof import('./web-vitals.ts');
    reportVitals((name, value) => gtag('event', name, { value }));
  };
  const wait = () => setTimeout(measure, VITALS_AFTER_MS);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

/** Its cookies stand on this host or on the domain above it. */
function forget(): void {
  loaded = false;
  const domains = ['', ...location.hostname.split('.').map((_, index, labels) => `;domain=${labels.slice(index).join('.')}`)];
  for (const [name = ''] of document.cookie.split('; ').map((cookie) => cookie.split('=')))
    if (/^_ga(_|$)/.test(name)) for (const domain of domains) document.cookie = `${name}=;max-age=0;path=/${domain}`;
}

whenShown(() => {
  follow(readConsent());
  onConsent(follow);
  // Back to a page that the browser kept is a view, too.
  addEventListener('pageshow', (event) => {
    if (event.persisted && loaded) countPageView();
  });
});
