import type { Page } from 'playwright/test';
import { getDocumentProxy } from 'unpdf';
import { DEMO_FACTS } from '../../support/shops/demo-facts.ts';
import { pages } from '#src/shared/paths.ts';
import { badge, storedCart } from '../../support/browser/cart-browser.ts';
import { changeAddress, expectPlaced, openCart, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { mailsTo } from '../../support/outside/mail-files.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { expect, MATRIX, inLanguage, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';
import { test } from './checkout-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
// The API's refusals (409, 422) show in the console as failed requests.
test.use({ viewport: PHONE.viewport, hasTouch: true, losesApi: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`a purchase (${locale})`, () => {
    test('leads from the cart through PayPal to one order, a mail and an empty cart', async ({
      page,
      shop,
      customer,
      paypal,
    }) => {
      await openCart(page, prefix, t);
      await expect(page.getByRole('region', { name: t('checkout:page.addressTitle') })).toContainText('Leipzig');
      const popup = await order(page, t);
      await expect(popup.getByText('13,98')).toBeVisible();
      await decideInWindow(popup, t('emulator:approve'));
      await expectPlaced(page, t);
      await expect(page).toHaveURL(new RegExp(`${prefix}/order/[0-9A-Z]{4}-[0-9A-Z]{4}\\?placed$`));
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByText(DEMO.beans.name)).toBeVisible();
      await expect(page.getByText(DEMO_FACTS.company.vatId!)).toBeVisible();
      await expect(
        page
          .getByRole('banner')
          .or(page.getByRole('contentinfo'))
          .or(page.getByRole('main').locator('.button:visible')),
      ).toHaveCount(0);
      for (const part of ['html', 'body'])
        await expect(page.locator(part)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await test.step('an order of four lines takes one page', async () => {
        await page.evaluate(() => {
          const line = document.querySelector('.order-lines > *')!;
          for (let more = 0; more < 3; more++) line.after(line.cloneNode(true));
        });
        const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
        const printed = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4', margin })));
        expect(printed.numPages).toBe(1);
      });
      await page.emulateMedia({ media: null });
      expect(await storedCart(page)).toEqual([]);
      await expect(badge(page, t, 0)).toBeVisible();
      const number = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await expect
        .poll(async () => (await mailsTo(shop, customer.email)).map(({ subject }) => subject))
        .toEqual([t('mail:order.subject', { number })]);
      await page.goto(inLanguage(prefix, pages.previousPurchases()));
      await expect(page.getByRole('row').filter({ hasText: number })).toContainText(DEMO.beans.name);
      expect((await paypal.orders()).filter(({ captures }) => captures.length > 0)).toHaveLength(1);
    });

    test('opens one window and creates one order when it is tapped twice', async ({ page, paypal }) => {
      await openCart(page, prefix, t);
      const popups: Page[] = [];
      page.on('popup', (popup) => popups.push(popup));
      await orderButton(page, t).dblclick();
      await expect.poll(() => popups.length).toBe(1);
      await decideInWindow(popups[0]!, t('emulator:approve'));
      await expectPlaced(page, t);
      expect(popups).toHaveLength(1);
      expect(await paypal.orders()).toHaveLength(1);
    });

    test(
      'can be approved again with another funding source after PayPal declined it',
      MATRIX,
      async ({ page, paypal }) => {
        await openCart(page, prefix, t);
        await decideInWindow(await order(page, t), t('emulator:decline'));
        await expect(page.getByRole('alert').filter({ hasText: t('errors:payment_declined') })).toBeVisible();
        expect(await storedCart(page)).toHaveLength(1);
        await decideInWindow(await order(page, t), t('emulator:approve'));
        await expectPlaced(page, t);
        expect(await paypal.orders()).toHaveLength(1);
      },
    );

    test('charges nothing when it is cancelled or its window is closed, and can be repeated', async ({
      page,
      paypal,
    }) => {
      await openCart(page, prefix, t);
      await decideInWindow(await order(page, t), t('emulator:cancel'));
      await expect(page.getByRole('alert').filter({ hasText: t('checkout:cancelled') })).toBeVisible();
      const popup = await order(page, t);
      await expect(popup.getByRole('button', { name: t('emulator:approve') })).toBeVisible();
      await popup.close();
      await expect(page.getByRole('alert').filter({ hasText: t('checkout:page.closed') })).toBeVisible();
      expect(await storedCart(page)).toHaveLength(1);
      await page.reload();
      await page.waitForFunction(() => 'paypal' in window);
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectPlaced(page, t);
      expect((await paypal.orders()).filter(({ captures }) => captures.length > 0)).toHaveLength(1);
    });

    test(
      'is found again after a reload with an open window, and Back leads to an empty cart',
      MATRIX,
      async ({ page, paypal }) => {
        await openCart(page, prefix, t);
        const popup = await order(page, t);
        await expect(popup.getByRole('button', { name: t('emulator:approve') })).toBeVisible();
        const id = (await paypal.orders())[0]!.id;
        await paypal.approve(id);
        await popup.close();
        await expectPlaced(page, t);
        await page.reload();
        await expectPlaced(page, t);
        await page.goBack();
        await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
      },
    );

    test('leaves an empty cart even on a page restored from the back-forward cache', MATRIX, async ({ page }) => {
      await openCart(page, prefix, t);
      // A response without content leaves the page as it is, like the back-forward cache, which is off under a test's
      // control.
      await page.route(/\/order\/[^?]+\?placed$/, (route) => route.fulfill({ status: 204 }));
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expect(page.getByRole('status').filter({ hasText: t('checkout:page.placed') })).toBeVisible();
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
      await expect(page.getByText(t('checkout:page.placed'))).toHaveCount(0);
    });

    test(
      'is completed when the cart is reopened after the tab was closed at the approval',
      MATRIX,
      async ({ page, context, paypal }) => {
        await openCart(page, prefix, t);
        const popup = await order(page, t);
        await expect(popup.getByRole('button', { name: t('emulator:approve') })).toBeVisible();
        const id = (await paypal.orders())[0]!.id;
        await page.close();
        await paypal.approve(id);
        const again = await context.newPage();
        await again.goto(inLanguage(prefix, pages.cart()));
        await expectPlaced(again, t);
        expect(await storedCart(again)).toEqual([]);
      },
    );

    test('names the invalid field of an address and opens no window', async ({ page }) => {
      await openCart(page, prefix, t);
      await changeAddress(page, t);
      await page.getByRole('textbox', { name: t('checkout:page.fields.postal_code') }).fill('123');
      await orderButton(page, t).click();
      await expect(page.getByRole('textbox', { name: t('checkout:page.fields.postal_code') })).toBeFocused();
      await expect(page.getByText(t('errors:field.postal_code'))).toBeVisible();
      expect(page.context().pages()).toHaveLength(1);
    });
  });
