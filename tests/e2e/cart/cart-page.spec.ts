import { formatPercent } from '#src/i18n/format.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { badge, CART_SCRIPT, cartLine, hold, startWithCart, storedCart } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

const BEANS = DEMO.beans.name;
const CAN = DEMO.can.name;

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const row = (label: string) => ({ name: new RegExp(`^${label}`) });

  test(`the cart shows lines, subtotal, shipping, deposit, total and included tax (${locale})`, async ({
    page,
    shop,
  }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2), cartLine(shop.idOf(DEMO.can.slug), 3, 1.79)]);
    await page.goto(`${prefix}/cart`);
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.nth(0)).toContainText(BEANS);
    await expect(lines.nth(0)).toContainText(t('cart:each', { price: '4,49 €' }));
    await expect(lines.nth(0)).toContainText('8,98 €');
    await expect(lines.nth(1)).toContainText('5,37 €');
    const summary = page.getByRole('region', { name: t('cart:summary') });
    await expect(summary.getByRole('row', row(t('cart:subtotal')))).toContainText('14,35 €');
    await expect(summary.getByRole('row', row(t('cart:shipping')))).toContainText('5,00 €');
    await expect(summary.getByRole('row', { name: t('cart:deposit') })).toContainText('0,75 €');
    await expect(summary.getByRole('row', { name: /^Total|^Gesamtsumme/ })).toContainText('20,10 €');
    // Shipping by the goods, 8.98 : 5.37 → 3.13 and 1.87. 7 %: 12.11 → 0.79; 19 %: 5.37 + 0.75 + 1.87 = 7.99 → 1.28.
    await expect(summary.getByRole('row', { name: t('cart:vat', { rate: formatPercent(7, locale) }) })).toContainText(
      '0,79 €',
    );
    await expect(summary.getByRole('row', { name: t('cart:vat', { rate: formatPercent(19, locale) }) })).toContainText(
      '1,28 €',
    );
  });

  test(`the printed cart contains only its lines and costs (${locale})`, async ({ page, shop }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('button', { name: t('cart:remove') }).first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('main').getByText(BEANS)).toBeVisible();
    await expect(page.getByRole('region', { name: t('cart:summary') })).toBeVisible();
    for (const role of ['banner', 'contentinfo', 'complementary', 'button'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
  });

  test(`a cart without a deposit does not mention one (${locale})`, MATRIX, async ({ page, shop }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 1)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('region', { name: t('cart:summary') })).toBeVisible();
    await expect(page.getByRole('row', { name: t('cart:deposit') })).toHaveCount(0);
  });

  test(`a quantity from 1 to 10 can be chosen, is priced again, counted and kept (${locale})`, async ({
    page,
    shop,
  }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
    await page.goto(`${prefix}/cart`);
    const quantity = page.getByRole('combobox', { name: t('cart:quantity', { name: BEANS }) });
    await expect(quantity.getByRole('option')).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    for (const [units, total] of [
      ['10', '49,90 €'],
      ['1', '9,49 €'],
    ] as const) {
      await quantity.selectOption(units);
      await expect(page.getByRole('row', { name: new RegExp(`${total.replace(' ', '\\s')}$`) })).toBeVisible();
      await expect(badge(page, t, Number(units))).toBeVisible();
    }
    await page.reload();
    await expect(quantity).toHaveValue('1');
  });

  test(`undo restores a removed line with its quantity in its place (${locale})`, async ({ page, shop }) => {
    const cart = [
      cartLine(shop.idOf(DEMO.beans.slug), 2),
      cartLine(shop.idOf(DEMO.can.slug), 3, 1.79),
      cartLine(shop.idOf(DEMO.perishable.slug), 1, 14.9),
    ];
    await startWithCart(page, cart);
    await page.goto(`${prefix}/cart`);
    const lines = page.getByRole('main').getByRole('listitem');
    await page.getByRole('button', { name: t('cart:removeName', { name: CAN }) }).click();
    await expect(lines).toHaveCount(2);
    await expect(badge(page, t, 3)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: t('cart:removed', { name: CAN }) })).toBeVisible();
    await expect(page.getByRole('row', { name: t('cart:deposit') })).toHaveCount(0);
    await page.getByRole('button', { name: t('cart:undo') }).click();
    await expect(lines.nth(1)).toContainText(CAN);
    await expect(badge(page, t, 6)).toBeVisible();
    expect(await storedCart(page)).toEqual(cart);
    await expect(page.getByRole('button', { name: t('cart:undo') })).toHaveCount(0);
  });

  test(`removing the last line leaves an empty cart, and can be undone too (${locale})`, async ({ page, shop }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
    await page.goto(`${prefix}/cart`);
    await page.getByRole('button', { name: t('cart:removeName', { name: BEANS }) }).click();
    await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
    await expect(badge(page, t, 0)).toBeVisible();
    await expect(page.getByRole('region', { name: t('cart:summary') })).toHaveCount(0);
    await page.getByRole('button', { name: t('cart:undo') }).click();
    await expect(page.getByRole('main').getByRole('link', { name: BEANS })).toBeVisible();
    await expect(badge(page, t, 2)).toBeVisible();
  });

  test(`keyboard focus moves from a removal to undo and back to the line (${locale})`, async ({ page, shop }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2), cartLine(shop.idOf(DEMO.can.slug), 1, 1.79)]);
    await page.goto(`${prefix}/cart`);
    for (const name of [BEANS, CAN]) {
      await page.getByRole('button', { name: t('cart:removeName', { name }) }).press('Enter');
      await expect(page.getByRole('button', { name: t('cart:undo') })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByRole('link', { name: CAN })).toBeVisible();
    await expect(page.getByRole('button', { name: t('cart:removeName', { name: CAN }) })).toBeFocused();
  });

  test(`two consecutive removals are undone one after the other (${locale})`, MATRIX, async ({ page, shop }) => {
    const cart = [cartLine(shop.idOf(DEMO.beans.slug), 2), cartLine(shop.idOf(DEMO.can.slug), 1, 1.79)];
    await startWithCart(page, cart);
    await page.goto(`${prefix}/cart`);
    const main = page.getByRole('main');
    for (const name of [BEANS, CAN]) await page.getByRole('button', { name: t('cart:removeName', { name }) }).click();
    await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
    for (const name of [CAN, BEANS]) {
      await expect(main.getByRole('status').filter({ hasText: t('cart:removed', { name }) })).toBeVisible();
      await page.getByRole('button', { name: t('cart:undo') }).click();
      await expect(page.getByRole('button', { name: t('cart:removeName', { name }) })).toBeFocused();
    }
    await expect(page.getByRole('button', { name: t('cart:undo') })).toHaveCount(0);
    expect(await storedCart(page)).toEqual(cart);
  });

  test(
    `a removal far down does not scroll the page, and undo stays visible (${locale})`,
    MATRIX,
    async ({ page, request }) => {
      const { products } = (await (await request.get('/api/stock/')).json()) as {
        products: { id: number; price: number }[];
      };
      await startWithCart(
        page,
        products.slice(0, 12).map(({ id, price }) => cartLine(id, 1, price)),
      );
      await page.goto(`${prefix}/cart`);
      const tenth = page.getByRole('main').getByRole('listitem').nth(9).getByRole('button');
      await expect(tenth).toBeEnabled(); // React's own rows stand there
      await tenth.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      expect(before).toBeGreaterThan(0);
      await tenth.click();
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(11);
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(before / 2);
      await expect(page.getByRole('button', { name: t('cart:undo') })).toBeInViewport();
    },
  );

  test(`an empty cart says so and links to products in stock, without an API call (${locale})`, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
    await page.goto(`${prefix}/cart`, { waitUntil: 'load' });
    await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('cart:browse') })
      .click();
    await expect(page).toHaveURL(`${prefix}/instock`);
    expect(calls.filter((url) => url.endsWith('/api/cart/'))).toEqual([]);
  });

  test(`a filled cart is never shown as empty while its code loads (${locale})`, async ({ page, shop }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
    const code = await hold(page, CART_SCRIPT);
    await page.goto(`${prefix}/cart`, { waitUntil: 'commit' });
    await expect(page.getByText(t('cart:loading'))).toBeVisible();
    await expect(page.getByText(t('errors:cart_empty'))).toHaveCount(0);
    await code.release();
    await expect(page.getByRole('main').getByRole('link', { name: BEANS })).toBeVisible();
  });

  test(`a change in another tab appears on the cart page (${locale})`, MATRIX, async ({ page, context, shop }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
    await page.goto(`${prefix}/cart`);
    const quantity = page.getByRole('combobox', { name: t('cart:quantity', { name: BEANS }) });
    await expect(quantity).toHaveValue('2');
    const other = await context.newPage();
    await other.goto(`${prefix}/cart`);
    await other.getByRole('combobox', { name: t('cart:quantity', { name: BEANS }) }).selectOption('5');
    await expect(quantity).toHaveValue('5');
    await other.getByRole('button', { name: t('cart:removeName', { name: BEANS }) }).click();
    await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
  });
}

test.describe('the cart page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { locale, prefix, t } of JOURNEY_LOCALES)
    test(`says that it needs JavaScript, and shows nothing misleading (${locale})`, async ({ page }) => {
      await page.goto(`${prefix}/cart`);
      await expect(page.locator('noscript p', { hasText: t('noScript') })).toBeVisible();
      await expect(page.getByText(t('errors:cart_empty')).filter({ visible: true })).toHaveCount(0);
      await expect(page.getByText(t('cart:loading')).filter({ visible: true })).toHaveCount(0);
    });
});
