import type { Page } from 'playwright/test';
import { translator } from '#src/i18n/translate.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, fillAsGuest, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { overflow } from '../../support/browser/layout.ts';
import { expectToFitLarge } from '../../support/browser/large-text.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { newVoucher, type TestVoucher } from '../../support/people/vouchers.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { expect, test as base } from '../fixtures.ts';

interface OwnShop {
  own: StockedShop;
  productId: number;
  /** For a cart of 4,99 € and 5,00 € of shipping. */
  vouchers: { part: TestVoucher; whole: TestVoucher };
}

// Its own shop: in every other one the cart would ask for codes, too.
const test = base.extend<OwnShop>({
  own: async ({}, use) => {
    const own = await stockedShop([{ cod_catalog: 'AGUA', real_price: '4.99', quantity_available: 100 }]);
    await use(own);
    await own.dispose();
  },
  productId: async ({ own }, use) => use((await idsOf(own.ctx)).AGUA!),
  vouchers: async ({ own }, use) =>
    use({ part: await newVoucher(own.ctx, 600), whole: await newVoucher(own.ctx, 5000) }),
  baseURL: async ({ own, vouchers: _ }, use) => use((await own.serve()).url),
});

test.use({ viewport: { width: 360, height: 780 }, locale: 'de-DE' });

const t = translator('de-DE');

/** Enters a voucher in the cart, as people type it. */
async function enter(page: Page, { code }: TestVoucher): Promise<void> {
  await page.getByRole('button', { name: t('codes:entry.ask') }).click();
  const field = page.getByLabel(t('codes:entry.label'), { exact: true });
  await field.fill(` ${code.toLowerCase().replaceAll('-', ' ')}`);
  await field.press('Enter');
}

const row = (page: Page, name: string) => page.getByRole('row', { name });
const codesIn = async (page: Page) =>
  (await page.context().cookies()).flatMap(({ name, value }) => (name === 'code' ? [decodeURIComponent(value)] : []));

test('a voucher pays a part of an order, and PayPal the rest', async ({ page, productId, vouchers: { part } }) => {
  await startWithCart(page, [cartLine(productId, 1, 4.99)]);
  await page.goto('/de/cart');
  const express = page.getByRole('button', { name: /PayPal/ });
  await expect(express).toBeVisible();
  await enter(page, part);
  await expect(row(page, `Geschenkgutschein (${part.short}) -6,00 €`)).toBeVisible();
  await expect(row(page, 'Zu zahlen 3,99 €')).toBeVisible();
  await expect(page.locator('.checkout-bar')).toContainText('Zu zahlen 3,99 €');
  await expect(page.getByText(t('codes:entry.expressVoucher'))).toBeVisible();
  await expect(express).toBeHidden();
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await expectToFitLarge(page, 'cart with a voucher');
  await expectNoViolations(page);
  await page.getByRole('button', { name: t('codes:entry.removeVoucher') }).click();
  await expect(row(page, 'Zu zahlen')).toBeHidden();
  expect(await codesIn(page)).toEqual([]);

  await enter(page, part);
  await page.goto('/de/cart#checkout');
  await fillAsGuest(page, t);
  await expect(row(page, 'Zu zahlen 3,99 €')).toBeVisible();
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await expectNoViolations(page);
  await orderButton(page, t).focus();
  await page.waitForFunction(() => 'paypal' in window);
  await decideInWindow(await order(page, t), t('emulator:approve'));
  await expectPlaced(page, t);
  await expect(row(page, `Geschenkgutschein (${part.short}) -6,00 €`)).toBeVisible();
  await expect(row(page, 'Übriger Betrag 3,99 €')).toBeVisible();
  await expect(page.getByText(`PayPal, Geschenkgutschein (${part.short}), bezahlt`)).toBeVisible();
  expect(await codesIn(page)).toEqual([]);
});

test('a voucher pays a whole order without PayPal, and the browser keeps it for the next', async ({
  page,
  productId,
  vouchers: { whole },
}) => {
  await startWithCart(page, [cartLine(productId, 1, 4.99)]);
  await page.goto('/de/cart');
  await enter(page, whole);
  await expect(page.getByText('Auf dem Gutschein bleiben danach 40,01 €.')).toBeVisible();
  await page.goto('/de/cart#checkout');
  await fillAsGuest(page, t);
  await expect(row(page, 'Zu zahlen 0,00 €')).toBeVisible();
  await expect(page.getByText(t('codes:voucher.all'))).toBeVisible();
  await expectNoViolations(page);
  await orderButton(page, t).click();
  await expectPlaced(page, t);
  await expect(page.getByText(`Geschenkgutschein (${whole.short}), bezahlt`)).toBeVisible();
  expect(await codesIn(page)).toEqual([whole.code.replaceAll('-', '')]);
});
