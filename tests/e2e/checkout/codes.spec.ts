import { translator } from '#src/i18n/translate.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, fillAsGuest, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { overflow } from '../../support/browser/layout.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { expect, test as base } from '../fixtures.ts';

interface OwnShop {
  own: StockedShop;
  productId: number;
}

// Its own shop: in every other one the cart would ask for codes, too.
const test = base.extend<OwnShop>({
  own: async ({}, use) => {
    const own = await stockedShop([{ cod_catalog: 'AGUA', real_price: '4.99', quantity_available: 100 }]);
    await use(own);
    await own.dispose();
  },
  productId: async ({ own }, use) => use((await idsOf(own.ctx)).AGUA!),
  baseURL: async ({ own }, use) => use((await own.serve()).url),
});

// The test site's pages name pictures that this shop does not have.
test.use({ viewport: { width: 360, height: 780 }, locale: 'de-DE', pictures: false });

const t = translator('de-DE');

test('a code is entered behind a quiet link or carried by a link, and shown in cart and checkout until it is used', async ({
  page,
  context,
  own,
  productId,
}) => {
  for (const code of ['SOMMER', 'WINTER'])
    await shopHere(['codes', 'add', code, '--amount', '1', '--minimum', '4'], own.env);
  await startWithCart(page, [cartLine(productId, 1, 4.99)]);
  const codes = async () => (await context.cookies()).flatMap(({ name, value }) => (name === 'code' ? [value] : []));
  const discount = (code: string) => page.getByRole('row', { name: `Rabatt (${code}) -1,00 €` });

  await page.goto('/de/cart');
  const express = page.getByRole('button', { name: /PayPal/ });
  await expect(express).toBeVisible();
  await page.getByRole('button', { name: t('codes:entry.ask') }).click();
  const field = page.getByLabel(t('codes:entry.label'), { exact: true });
  await expect(field).toBeFocused();
  await field.fill('nein');
  await field.press('Enter');
  await expect(page.getByText(t('codes:problems.code_unknown'))).toBeVisible();
  await expectNoViolations(page);
  await field.fill(' sommer');
  await page.getByRole('button', { name: t('codes:entry.apply') }).click();
  await expect(discount('SOMMER')).toBeVisible();
  await expect(page.getByText(t('codes:entry.express'))).toBeVisible();
  await expect(express).toBeHidden();
  await expect(page.getByText(t('checkout:express.hint'))).toBeHidden();
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await expectNoViolations(page);
  await page.getByRole('button', { name: t('codes:entry.remove') }).click();
  await expect(discount('SOMMER')).toBeHidden();
  expect(await codes()).toEqual([]);

  await page.goto('/de/?code=winter');
  expect(await codes()).toEqual(['WINTER']);
  await page.goto('/de/cart#checkout');
  await fillAsGuest(page, t);
  await expect(discount('WINTER')).toBeVisible();
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await expectNoViolations(page);
  await orderButton(page, t).focus();
  await page.waitForFunction(() => 'paypal' in window);
  await decideInWindow(await order(page, t), t('emulator:approve'));
  await expectPlaced(page, t);
  await expect(page.getByRole('row', { name: 'Rabatt (WINTER) -1,00 €' })).toBeVisible();
  expect(await codes()).toEqual([]);
});
