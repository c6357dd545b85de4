import { test as base } from 'playwright/test';
import { ENGINES, type EngineName } from '../support/engines/engines.ts';
import { Person } from '../support/engines/person.ts';
import { copyShop } from '../support/shops/shop-copy.ts';

export { expect } from 'playwright/test';
export { translator } from '#src/i18n/translate.ts';

export interface Engine {
  engine: EngineName;
}

interface Shop {
  url: string;
  stop: () => Promise<unknown>;
}

/** A journey through a shop begins with a new browser. An error in the browser’s console fails it. */
export async function journey(engine: EngineName, shop: Shop, use: (person: Person) => Promise<void>): Promise<void> {
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await shop.stop();
    isStopped = true;
  };
  const driver = await ENGINES[engine].start();
  try {
    await use(new Person(driver, shop.url, stop));
    // Without the shop, requests fail.
    if (!isStopped) base.expect(driver.problems(), 'errors in the browser’s console').toEqual([]);
  } finally {
    await driver.end();
    await stop();
  }
}

export const test = base.extend<{ shopper: Person }, Engine>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  /** In a copy of the demo shop, with its own database and PayPal. */
  shopper: [async ({ engine }, use) => journey(engine, await copyShop(), use), { timeout: 240_000 }],
});
