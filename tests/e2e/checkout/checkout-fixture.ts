import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { emulatorControl, type EmulatorControl } from '../../support/outside/emulator.ts';
import { test as base } from '../account/account-fixture.ts';

interface Checkout {
  /** PayPal as the shop has it; it forgets each test. */
  paypal: EmulatorControl;
  /** How many orders the customer has. */
  orders: () => Promise<number>;
  /** A signed-in client with two bags of beans in the cart: 13.98 € with shipping. */
  beansInCart: void;
}

/** Browser tests of a buyer with a filled cart. */
export const test = base.extend<Checkout>({
  paypal: [
    async ({ shop }, use) => {
      const paypal = emulatorControl(shop.url + EMULATOR_PATH);
      // Tests with other fixtures leave orders there.
      await paypal.reset();
      await use(paypal);
      await paypal.reset();
    },
    { auto: true },
  ],
  orders: async ({ page, customer }, use) => {
    await use(async () => {
      const answer = await page.request.get(`/api/previous-purchases/${customer.client.clientId}/`);
      return ((await answer.json()) as unknown[]).length;
    });
  },
  beansInCart: [
    async ({ page, shop, customer }, use) => {
      if (customer.token) await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
      await use();
    },
    { auto: true },
  ],
});
