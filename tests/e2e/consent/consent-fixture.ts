import { productRow } from '../../support/catalogue/catalogue.ts';
import { buildShop, type BuiltShop } from '../../support/shops/built-shop.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { LARGE_AS_BUILT } from '../catalogue/large-catalogue.ts';
import { test as base } from '../fixtures.ts';

export const ANALYTICS_ID = 'G-TEST123456';
const BEANS = productRow({ cod_catalog: DEMO.beans.code, product_name: DEMO.beans.name });

/**
 * A shop that needs consents, for statistics and for marketing. A stub replaces Google's script; `asked` lists its
 * requests.
 */
export const test = base.extend<{ asked: string[] }, { shop: BuiltShop }>({
  consent: null,
  allowedHost: /^www\.googletagmanager\.com$/,
  shop: [
    async ({}, use) => {
      // The tests of a large shop share its build.
      const shop = await buildShop([BEANS, ...LARGE_AS_BUILT], { ANALYTICS_ID, MARKETING_CONSENT: 'on' });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  asked: [
    async ({ context }, use) => {
      const asked: string[] = [];
      await context.route('https://www.googletagmanager.com/**', async (route) => {
        asked.push(route.request().url());
        await route.fulfill({
          contentType: 'text/javascript',
          body: 'document.cookie = "_ga=1;path=/"; document.cookie = "_ga_TEST=1;path=/"',
        });
      });
      await use(asked);
    },
    { auto: true },
  ],
});
