import { expectNoViolations } from '../../support/browser/axe.ts';
import { expectFits } from '../../support/browser/desk-page.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { busyDesk, type BusyDesk } from '../../support/shops/busy-desk.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<object, { own: BusyDesk; session: Map<string, string> }>({
  own: [
    async ({}, use) => {
      const own = await busyDesk();
      await use(own);
      await own.dispose();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  session: [
    async ({ own }, use) => {
      const { cookies } = await newStaff(own.ctx, own.server.url, 'lea@example.org', 'owner', 'de-DE');
      await use(cookies);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.server.url),
});

// In one worker, which makes one busy desk for both tests.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ context, own, session }) =>
  context.addCookies([...session].map(([name, value]) => ({ name, value, url: own.server.url }))),
);

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
  '/desk/texts/words/notSold',
  '/desk/shop',
  '/desk/mails',
  '/desk/people',
  '/desk/people/audit',
  '/desk/account',
  '/desk/account/second-factor',
];

test('the pages of a busy desk fit a phone, also with text at 200 %', async ({ page, own }) => {
  for (const path of pagesOf(own.orders)) {
    await page.goto(path);
    await expectFits(page);
  }
});

test('what is typed for search engines is shown as their result, with what they cut off', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const pages = ['products/AGUA', 'products/categories/bebidas', 'texts/stories/new', 'texts/recipes/new'];
  for (const path of pages) {
    await page.goto(`/desk/${path}`);
    const folded = page.locator('details', { has: page.locator(':scope > summary', { hasText: 'Für Suchmaschinen' }) });
    for (const part of await folded.all()) await part.locator(':scope > summary').click();
    await expectFits(page);
    await expectNoViolations(page);
    const german = page.locator('fieldset, .desk-stack', { has: page.locator('[name="seo_title_de"]') });
    const result = german.locator('[data-result]');
    const title = german.locator('[name="seo_title_de"]');
    await title.fill('ä'.repeat(80));
    await expect(title).toHaveValue('ä'.repeat(70));
    await expect(result.getByText('wird abgeschnitten').filter({ visible: true })).toHaveCount(1);
    await title.fill('Kaffee & mehr');
    await expect(result.locator('[data-part="title"]')).toHaveText('Kaffee & mehr');
    await expect(result.locator('[data-part="title-length"]')).toHaveText('13');
    await expect(result.getByText('wird abgeschnitten').filter({ visible: true })).toHaveCount(0);
    await title.fill('');
    await expect(result.locator('[data-part="title"]')).toHaveText(/Vitrine$/);
  }
});
