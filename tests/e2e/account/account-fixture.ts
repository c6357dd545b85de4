import { enterAs, newCustomer, type Customer } from '../../support/people/sign-in.ts';
import { test as base } from '../cart/shop-fixture.ts';

/** Browser tests with an account; `customer` is signed in from the beginning. */
export const test = base.extend<{ customer: Customer }>({
  customer: async ({ shop, context }, use) => {
    const customer = await newCustomer(shop);
    await enterAs(context, shop, customer);
    await use(customer);
  },
});
