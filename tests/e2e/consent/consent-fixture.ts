import { productRow } from '../../support/catalogue.ts';
import { buildShop } from '../../support/built-shop.ts';
import { DEMO } from '../../support/demo-products.ts';
import type { RunningShop } from '../../support/server.ts';
import { test as base } from '../fixtures.ts';

export const ANALYTICS_ID = 'G-TEST123456';

/** A shop that needs consents, for statistics and for marketing. A stub replaces Google's script; `asked` lists its requests. */
export const test = base.extend<{ asked: string[] }, { shop: RunningShop }>({
  consent: null,
  allowedHost: /^www\.googletagmanager\.com$/,
  shop: [
    async ({}, use) => {
      const rows = [
        { cod_catalog: 'BEB-001', product_name: 'Mate' },
        { cod_catalog: DEMO.beans.code, product_name: DEMO.beans.name },
      ];
      const shop = await buildShop(rows.map(productRow), { ANALYTICS_ID, MARKETING_CONSENT: 'on' });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 180_000 },
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
