import type { ShopCopy } from '../../support/shops/shop-copy.ts';
import { test as base } from '../fixtures.ts';

/** Browser tests on a demo shop whose products they may change; each begins with the shop as it was built. */
export const test = base.extend<{ shop: ShopCopy }>({
  shop: async ({ copy }, use) => {
    await use(copy);
    copy.reset();
  },
  baseURL: async ({ copy }, use) => use(copy.url),
});
