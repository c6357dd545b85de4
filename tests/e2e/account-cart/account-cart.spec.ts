import type { Browser, BrowserContext, Page } from 'playwright/test';
import { loadAccountCart, mergeAccountCart } from '#src/features/account-cart/server/account-cart.service.ts';
import { MAX_LINES } from '#src/features/cart/cart.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { logIn, ready } from '../../support/browser/account-browser.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import {
  addButton,
  alertArea,
  badge,
  cartLine,
  checkoutLink,
  startWithCart,
  storedCart,
} from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { enterAs, newCustomer, withDatabase, type Customer } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
const viewport = { width: 360, height: 740 };
test.use({ viewport });

const { beans, can } = DEMO;
const CALL = '/api/account_cart/';

const openDevice = (browser: Browser, baseURL: string | undefined): Promise<BrowserContext> =>
  browser.newContext({ baseURL: baseURL!, viewport });

/** All calls of a browser about the account's cart. */
function countCalls(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => (count += Number(request.url().endsWith(CALL))));
  return () => count;
}

async function add(page: Page, t: Translate, name: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith(CALL));
  await addButton(page, t, name).click();
  expect((await answered).status()).toBe(200);
}

/** What the shop has stored. */
const accountCart = (shop: { dataDir: string }, { client }: Customer) =>
  withDatabase(shop, async ({ db }) => (await loadAccountCart(db.read, client.clientId))?.lines);

const lineOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a customer’s cart follows to another device, and a removed product stays removed on both (${locale})`, async ({
    page,
    context,
    shop,
    customer,
    browser,
    baseURL,
  }) => {
    const calls = countCalls(context);
    await page.goto(`${prefix}/product/${beans.slug}`);
    await add(page, t, beans.name);
    expect(calls()).toBe(1);

    const other = await openDevice(browser, baseURL);
    await enterAs(other, shop, customer);
    const laptop = await other.newPage();
    await laptop.goto(`${prefix}/cart`);
    await expect(lineOf(laptop, beans.name)).toBeVisible();
    const said = alertArea(laptop);
    await expect(said).toContainText(t('account:cart.added', { names: `1 × ${beans.name}` }));
    await expectNoViolations(laptop);
    // Axe does not see text in the colour of its background.
    const close = said.getByRole('button', { name: t('account:cart.close') });
    await expect(close).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await checkoutLink(laptop, t).click({ trial: true }); // nothing is above it
    await close.click();
    await expect(said).toBeEmpty();

    await laptop.goto(`${prefix}/product/${can.slug}`);
    await add(laptop, t, can.name);
    await laptop.goto(`${prefix}/cart`);
    await laptop.getByRole('button', { name: t('cart:removeName', { name: beans.name }) }).click();
    const stored = { productId: shop.idOf(can.slug), quantity: 1, price: 1.79 };
    await expect.poll(() => accountCart(shop, customer)).toEqual([stored]);
    await other.close();

    await page.goto(`${prefix}/cart`);
    await expect(lineOf(page, can.name)).toBeVisible();
    await expect(lineOf(page, beans.name)).toHaveCount(0);
    await expect(alertArea(page)).toContainText(t('account:cart.removed', { names: `1 × ${beans.name}` }));
    expect(await storedCart(page)).toEqual([cartLine(shop.idOf(can.slug), 1, 1.79)]);
  });

  test(`signing in merges the browser’s cart with the account’s, and signing out leaves it there (${locale})`, async ({
    page,
    shop,
    browser,
    baseURL,
  }) => {
    const customer = await newCustomer(shop);
    const first = await openDevice(browser, baseURL);
    await enterAs(first, shop, customer);
    const phone = await first.newPage();
    await phone.goto(`${prefix}/product/${beans.slug}`);
    await add(phone, t, beans.name);
    await first.close();

    await startWithCart(page, [cartLine(shop.idOf(can.slug), 2, 1.79)]);
    await page.goto(`${prefix}/login`);
    await ready(page);
    await logIn(page, t, customer.email);
    await expect(badge(page, t, 3)).toBeVisible();
    await expect(alertArea(page)).toContainText(t('account:cart.added', { names: `1 × ${beans.name}` }));

    await page.goto(`${prefix}/logout`);
    await expect(badge(page, t, 0)).toBeVisible();
    await page.evaluate(() => localStorage.setItem('cart', '[]'));
    await page.goto(`${prefix}/login`);
    await ready(page);
    await logIn(page, t, customer.email);
    await expect(badge(page, t, 3)).toBeVisible();
  });
}

const { prefix, t } = JOURNEY_LOCALES[0]!;

test('a guest’s cart stays in the browser', async ({ page, context }) => {
  const calls = countCalls(context);
  await page.goto(`${prefix}/product/${beans.slug}`);
  await addButton(page, t, beans.name).click();
  await page.goto(`${prefix}/cart`);
  await expect(lineOf(page, beans.name)).toBeVisible();
  await page.goto(`${prefix}/product/${can.slug}`);
  await addButton(page, t, can.name).click();
  await expect(badge(page, t, 2)).toBeVisible();
  await page.goto(`${prefix}/cart`);
  await expect(lineOf(page, can.name)).toBeVisible();
  expect(calls()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('cartSync'))).toBeNull();
});

test(
  'a product that is added just before the page is left reaches the other device',
  MATRIX,
  async ({ page, shop, customer, browser, baseURL }) => {
    await page.goto(`${prefix}/product/${beans.slug}`);
    await add(page, t, beans.name);
    await addButton(page, t, beans.name).click();
    await expect(badge(page, t, 2)).toBeVisible();
    await page.goto('about:blank');
    await expect
      .poll(() => accountCart(shop, customer))
      .toMatchObject([{ productId: shop.idOf(beans.slug), quantity: 2 }]);

    const other = await openDevice(browser, baseURL);
    await enterAs(other, shop, customer);
    const laptop = await other.newPage();
    await laptop.goto(`${prefix}/cart`);
    await expect(lineOf(laptop, beans.name).getByRole('combobox')).toHaveValue('2');
    await other.close();
  },
);

test(
  'what has no room in the merged cart is named and kept on a shopping list of this device',
  MATRIX,
  async ({ page, shop, customer }) => {
    const sold = await withDatabase(shop, ({ db }) =>
      db.read
        .selectFrom('products')
        .select(['id', 'product_name as name'])
        .where('quantity_available', '>', 5)
        .where('age_limit', '=', 0)
        .orderBy('id')
        .limit(MAX_LINES + 2)
        .execute(),
    );
    expect(sold).toHaveLength(MAX_LINES + 2);
    const [one, two, ...mine] = sold;
    await withDatabase(shop, (ctx) =>
      mergeAccountCart(ctx, customer.client.clientId, {
        id: 'other-device',
        lines: [one!, two!].map(({ id }) => ({ productId: id, quantity: 2 })),
      }),
    );
    await startWithCart(
      page,
      mine.map(({ id }) => cartLine(id, 1)),
    );
    await page.goto(`${prefix}/cart`);
    const list = t('account:cart.leftOutList');
    const alert = alertArea(page).filter({ hasText: t('account:cart.leftOutKept', { list }) });
    for (const { name } of [one!, two!]) await expect(alert).toContainText(`2 × ${name}`);
    expect(await storedCart(page)).toHaveLength(MAX_LINES);
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('lists')!) as object[])).toMatchObject([
      { name: list, lines: [one!, two!].map(({ id }) => ({ productId: id, quantity: 2 })) },
    ]);
  },
);
