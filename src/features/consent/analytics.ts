/**
 * Google Analytics: only in shops with an ANALYTICS_ID, and only after consent to statistics. The tag reports the
 * address of every page, so personal pages and pages whose address contains a secret (a password, a payment) do not
 * load it.
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

/** Google's script reads the `arguments` object of this function; it ignores an array. */
function gtag(..._command: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

/** Query parameters that are not reported: the page after a login, the number of a withdrawn order. */
const PRIVATE_PARAMETERS = ['next', 'order'];

/** The page's address with its query, without fragment and private parameters. */
function reportedAddress(): URL {
  const address = new URL(location.href);
  address.hash = '';
  for (const name of PRIVATE_PARAMETERS) if (address.searchParams.has(name)) address.searchParams.delete(name);
  return address;
}

function countPageView(): void {
  const { pathname, search, href } = reportedAddress();
  gtag('event', 'page_view', { page_path: pathname + search, page_location: href, page_title: document.title });
}

function applyChoice(choice: ConsentChoice | undefined): void {
  const allowed = allowsStatistics(choice);
  window[`ga-disable-${id}`] = !allowed;
  if (allowed && !loaded) load();
  else if (!allowed && loaded) removeCookies();
}

function load(): void {
  loaded = true;
  gtag('js', new Date());
  // Applies to all events. The address of a personal page must not be reported as the referrer.
  const page_referrer = document.referrer.startsWith(location.origin) ? location.origin : document.referrer;
  gtag('config', id, { send_page_view: false, page_location: reportedAddress().href, page_referrer });
  countPageView();
  document.head.append(
    Object.assign(document.createElement('script'), { src: `https://www.googletagmanager.com/gtag/js?id=${id}` }),
  );
  const measure = async () => {
    const { reportVitals } = (await import(/* @vite-ignore */ vitals)) as typeof import('./web-vitals.ts');
    reportVitals((name, value) => gtag('event', name, { value }));
  };
  const measureLater = () => setTimeout(measure, VITALS_AFTER_MS);
  if (document.readyState === 'complete') measureLater();
  else addEventListener('load', measureLater, { once: true });
}

/** Deletes the tag's cookies, which belong to this host or to a domain above it. */
function removeCookies(): void {
  loaded = false;
  const domains = [
    '',
    ...location.hostname.split('.').map((_, index, labels) => `;domain=${labels.slice(index).join('.')}`),
  ];
  for (const [name = ''] of document.cookie.split('; ').map((cookie) => cookie.split('=')))
    if (/^_ga(_|$)/.test(name)) for (const domain of domains) document.cookie = `${name}=;max-age=0;path=/${domain}`;
}

whenShown(() => {
  applyChoice(readConsent());
  onConsent(applyChoice);
  // A page that returns from the back-forward cache counts as a view, too.
  addEventListener('pageshow', (event) => {
    if (event.persisted && loaded) countPageView();
  });
});
