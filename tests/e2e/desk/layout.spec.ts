import { expectFits } from '../../support/browser/desk-page.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { busyDesk, type BusyDesk } from '../../support/shops/busy-desk.ts';
import { test as base } from '../fixtures.ts';

const test = base.extend<{ own: BusyDesk }>({
  own: async ({}, use) => {
    const own = await busyDesk();
    await use(own);
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.server.url),
});

test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });

/** In German, which has the longest words. The busy desk has something to show on each of them. */
const pagesOf = ({ paid, packed, sent, ready }: BusyDesk['orders']) => [
  '/desk',
  '/desk/search?q=ana',
  '/desk/orders',
  `/desk/orders/${paid}`,
  `/desk/orders/${sent}`,
  `/desk/orders/${paid}/refund`,
  `/desk/orders/bulk?act=handOver&order=${packed}`,
  `/desk/orders/carrier-file?orders=${packed},${paid},${sent}`,
  '/desk/orders/tracking-list',
  '/desk/orders/collections',
  `/desk/orders/${ready}`,
  '/desk/packing',
  `/desk/packing/${paid}`,
  '/desk/withdrawals',
  '/desk/reviews?list=approved',
  '/desk/products',
  '/desk/products/AGUA',
  '/desk/products/new?kind=food',
  '/desk/products/new?variant=AGUA',
  '/desk/products/prices',
  '/desk/products/price-list',
  '/desk/products/categories',
  '/desk/products/recalls',
  '/desk/products/recalls/AGUA?lot=L2207',
  '/desk/stock',
  '/desk/stock/MATE',
  '/desk/stock/count',
  '/desk/stock/deliveries',
  '/desk/stock/deliveries/new',
  '/desk/publish',
  '/desk/customers',
  '/desk/messages',
  '/desk/money',
  '/desk/money/paypal',
  '/desk/money/transfers',
  '/desk/money/transfers/statement',
  '/desk/money/vouchers',
  '/desk/money/vouchers/new',
  '/desk/texts',
  '/desk/shop',
  '/desk/mails',
  '/desk/people',
  '/desk/people/audit',
  '/desk/account',
  '/desk/account/second-factor',
];

test('the pages of a busy desk fit a phone, also with text at 200 %', async ({ page, context, own }) => {
  const { cookies } = await newStaff(own.ctx, own.server.url, 'lea@example.org', 'owner', 'de-DE');
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: own.server.url })));
  for (const path of pagesOf(own.orders)) {
    await page.goto(path);
    await expectFits(page);
  }
});
