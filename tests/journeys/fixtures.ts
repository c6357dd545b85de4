import { test as base } from 'playwright/test';
import { ENGINES, type EngineName } from '../support/engines/engines.ts';
import { Shopper } from '../support/engines/shopper.ts';
import { copyShop } from '../support/shops/shop-copy.ts';

export { expect } from 'playwright/test';
export { translator } from '#src/i18n/translate.ts';

export interface Engine {
  engine: EngineName;
}

/** A journey begins with a new browser, on a shop with its own database and PayPal. */
export const test = base.extend<{ shopper: Shopper }, Engine>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  shopper: [
    async ({ engine }, use) => {
      const shop = await copyShop();
      let isStopped = false;
      const stop = async () => {
        if (!isStopped) await shop.stop();
        isStopped = true;
      };
      const driver = await ENGINES[engine].start();
      try {
        await use(new Shopper(driver, shop.url, stop));
        // Without the shop, requests fail.
        if (!isStopped) base.expect(driver.problems(), 'errors in the browser’s console').toEqual([]);
      } finally {
        await driver.end();
        await stop();
      }
    },
    { timeout: 90_000 },
  ],
});
