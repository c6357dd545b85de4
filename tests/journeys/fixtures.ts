import { test as base } from 'playwright/test';
import type { Driver } from '../support/engines/driver.ts';
import { ENGINES, type EngineName } from '../support/engines/engines.ts';
import { Person } from '../support/engines/person.ts';
import { copyShop } from '../support/shops/shop-copy.ts';

export { expect } from 'playwright/test';
export { translator } from '#src/i18n/translate.ts';

export interface Engine {
  engine: EngineName;
}

interface Started {
  /** Starting a browser takes as long as a journey, so one serves all journeys of a worker. */
  driver: Driver;
}

interface Shop {
  url: string;
  stop: () => Promise<unknown>;
}

/** A journey through a shop begins as a stranger. An error in the browser’s console fails it. */
export async function journey(driver: Driver, shop: Shop, use: (person: Person) => Promise<void>): Promise<void> {
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await shop.stop();
    isStopped = true;
  };
  try {
    await use(new Person(driver, shop.url, stop));
    // Without the shop, requests fail.
    if (!isStopped) base.expect(driver.problems(), 'errors in the browser’s console').toEqual([]);
    // After a failed test Playwright ends the worker and, with it, the browser.
    await driver.forget();
  } finally {
    await stop();
  }
}

export const test = base.extend<{ shopper: Person }, Engine & Started>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine }, use) => {
      const driver = await ENGINES[engine].start();
      await use(driver);
      await driver.end();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  /** In a copy of the demo shop, with its own database and PayPal. */
  shopper: [async ({ driver }, use) => journey(driver, await copyShop(), use), { timeout: 240_000 }],
});
