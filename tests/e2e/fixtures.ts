import { test as base, expect } from 'playwright/test';
import { translator } from '#src/i18n/translate.ts';
import { isWholeMatrix } from '../run/matrix.ts';
import { bundleModule } from '../support/browser/browser-module.ts';
import { serveEmpty, type EmptyShop } from '../support/shops/empty-shop.ts';
import { copyShop, type ShopCopy } from '../support/shops/shop-copy.ts';

interface Options {
  /** Set for journeys that open addresses which do not exist: the browser reports their status as an error. */
  opensMissingPages: boolean;
  /** Set for journeys on which the API cannot be reached. */
  losesApi: boolean;
  /** Set for journeys on which script files do not arrive. */
  losesScripts: boolean;
  /** Set for journeys on which the API or the desk refuses something: the browser reports the status as an error. */
  isRefused: boolean;
  /** Another host that a journey may call. */
  allowedHost: RegExp | undefined;
  /** The visitor's earlier choice; null for none, so that the banner is shown. */
  consent: 'all' | 'essential' | 'statistics' | 'marketing' | null;
}

/** Playwright's own settings for a mouse are merged into one flag with ours, because the last flag wins. */
const NO_PICTURES =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,imagesEnabled=false';

/**
 * Made once in a worker, when its first test asks for them. All stand here, because a worker and its browser end before
 * a test that has others.
 */
interface Shared {
  pictures: boolean;
  /** For `cart/shop-fixture.ts`. */
  copy: ShopCopy;
  /** For `shell/own-server.ts`. */
  emptyShop: EmptyShop;
  /** The code that opens PayPal's window. */
  paymentStore: string;
}

/** Browser tests start here: an unexpected console error, failed request or call to another host fails the test. */
export const test = base.extend<Options & { watched: void }, Shared>({
  copy: [
    async ({}, use) => {
      const copy = await copyShop();
      await use(copy);
      await copy.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  emptyShop: [
    async ({}, use) => {
      const shop = await serveEmpty();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
  paymentStore: [
    async ({}, use) => use(await bundleModule('src/features/checkout/payment/payment.store.ts')),
    { scope: 'worker' },
  ],
  // Whether pictures load and are drawn, which takes a fifth of the time; set by the tests that look at them.
  pictures: [isWholeMatrix, { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, pictures }, use) =>
      use(pictures ? launchOptions : { ...launchOptions, args: [...launchOptions.args!, NO_PICTURES] }),
    { scope: 'worker' },
  ],
  opensMissingPages: [false, { option: true }],
  losesApi: [false, { option: true }],
  losesScripts: [false, { option: true }],
  isRefused: [false, { option: true }],
  allowedHost: [undefined, { option: true }],
  consent: ['essential', { option: true }],
  baseURL: async ({}, use) => use(process.env.SHOP_URL),
  watched: [
    async ({ page, baseURL, opensMissingPages, losesApi, losesScripts, isRefused, allowedHost, consent }, use) => {
      const problems: string[] = [];
      if (consent)
        await page.context().addInitScript((choice) => {
          try {
            if (localStorage.getItem('cookieConsent') !== null) return;
            localStorage.setItem('cookieConsent', choice);
            localStorage.setItem('cookieConsentReceipt', `${choice} 5d2b6f0e-8a53-4c57-9d38-0f6c1f8f7a11`);
          } catch {
            // a journey on which storage is blocked
          }
        }, consent);
      const origin = new URL(baseURL ?? '').origin;
      const isMissingPage = (text: string, url: string) =>
        opensMissingPages && text.includes('status of 404') && missingPages.has(url.split('#')[0] ?? '');
      const isRefusal = (text: string, url: string) =>
        isRefused && /status of 4\d\d/.test(text) && /^\/(api|desk)\//.test(URL.parse(url)?.pathname ?? '');
      const missingPages = new Set<string>();
      const isLost = (url: string) => {
        const path = URL.parse(url)?.pathname ?? '';
        return (losesApi && path.startsWith('/api/')) || (losesScripts && path.startsWith('/_astro/'));
      };
      const isLostIsland = (text: string) => losesScripts && text.startsWith('[astro-island] Error hydrating /_astro/');
      page.on('response', (response) => {
        if (response.status() === 404 && response.request().isNavigationRequest()) missingPages.add(response.url());
      });
      page.on('console', (message) => {
        const { url } = message.location();
        const text = message.text();
        if (
          message.type() !== 'error' ||
          isMissingPage(text, url) ||
          isRefusal(text, url) ||
          isLost(url) ||
          isLostIsland(text)
        )
          return;
        problems.push(`console: ${text}`);
      });
      page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
      page.on('requestfailed', (request) => {
        // A navigation cancels the pending requests of the page.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !isLost(request.url()))
          problems.push(`failed: ${request.url()}`);
      });
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && url.origin !== origin && !allowedHost?.test(url.host))
          problems.push(`another host: ${request.url()}`);
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** For tests of formats or routes by language. `t` returns the texts to look for, so that editors may change them. */
export const ALL_LOCALES = [
  { locale: 'pt-BR', prefix: '', t: translator('pt-BR') },
  { locale: 'de-DE', prefix: '/de', t: translator('de-DE') },
  { locale: 'en-US', prefix: '/en', t: translator('en-US') },
] as const;

/** For everything else: `npm test` takes German, which has a prefix and the longest words. */
export const JOURNEY_LOCALES = isWholeMatrix ? ALL_LOCALES : [ALL_LOCALES[1]];

/** Marks what `npm test` leaves to `npm run test:all`; docs/testing.md gives the reasons. */
export const MATRIX = { tag: '@matrix' };

/** A page's address in a language; the home page has no slash after its prefix. */
export const inLanguage = (prefix: string, path: string) => (path === '/' ? prefix || '/' : prefix + path);

/** A phone that is held upright. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
