import type { Page, Route } from 'playwright/test';
import { pages } from '#src/shared/paths.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { logIn } from '../../support/browser/account-browser.ts';
import { cartLine, storedCart } from '../../support/browser/cart-browser.ts';
import { changeAddress, expectPlaced, openCart, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { enterAs, newCustomer } from '../../support/people/sign-in.ts';
import { expect, MATRIX, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';
import { test } from './checkout-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
// The API's refusals (401, 404, 409, 422) show in the console as failed requests.
test.use({ viewport: PHONE.viewport, hasTouch: true, isRefused: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`an order with blocked popups (${locale})`, () => {
    const decision = (page: Page, decided: 'approve' | 'decline' | 'cancel') =>
      page.getByRole('button', { name: t(`emulator:${decided}`), exact: true });
    const problem = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
    const mainLink = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

    test.beforeEach(async ({ context }) => {
      await context.addInitScript(() => (window.open = () => null));
    });

    test('is paid at PayPal in the page itself, and neither a reload nor Back orders again', async ({
      page,
      orders,
    }) => {
      await goToPaypal(page, prefix, t);
      const back = page.waitForRequest(
        (request) => new URL(request.url()).pathname === prefix + pages.checkoutReturn(),
      );
      await decision(page, 'approve').click();
      await expectPlaced(page, t);
      expect(await storedCart(page)).toEqual([]);
      await page.reload();
      await expectPlaced(page, t);
      // Not inside the call, because its page would be closed before it responds.
      await page.evaluate(() => void setTimeout(() => history.go(-2)));
      await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
      await page.goto((await back).url());
      await expectPlaced(page, t);
      expect(await orders()).toBe(1);
    });

    test('is paid in the page itself whatever recoverable error PayPal reports', MATRIX, async ({ page, orders }) => {
      await page.route('**/web-sdk/v6/core*', async (route) => {
        const script = await (await route.fetch()).text();
        await route.fulfill({
          contentType: 'text/javascript',
          body: script.replaceAll('ERR_DEV_UNABLE_TO_OPEN_POPUP', 'ERR_WINDOW_LOST'),
        });
      });
      await goToPaypal(page, prefix, t);
      await decision(page, 'approve').click();
      await expectPlaced(page, t);
      expect(await orders()).toBe(1);
    });

    test('returns to the unchanged cart after a cancellation, and can be placed then', async ({
      page,
      paypal,
      orders,
    }) => {
      await goToPaypal(page, prefix, t);
      await decision(page, 'cancel').click();
      await expect(page).toHaveURL(`${prefix}${pages.cart()}#checkout`);
      await expect(problem(page, t('checkout:cancelled'))).toBeInViewport({ ratio: 1 });
      expect(await storedCart(page)).toHaveLength(1);
      await orderButton(page, t).click();
      await decision(page, 'approve').click();
      await expectPlaced(page, t);
      expect((await paypal.orders()).map(({ status }) => status).toSorted()).toEqual([
        'COMPLETED',
        'PAYER_ACTION_REQUIRED',
      ]);
      expect(await orders()).toBe(1);
    });

    test('returns to the typed address until it is placed', MATRIX, async ({ page, context, shop, orders }) => {
      const street = () => page.getByRole('main').getByRole('textbox', { name: t('checkout:page.fields.address') });
      const away = async () => {
        await orderButton(page, t).click();
        await expect(decision(page, 'approve')).toBeVisible();
      };
      await openCart(page, prefix, t);
      const known = 'Rosenweg 7a';
      const summary = () => page.getByRole('region', { name: t('checkout:page.addressTitle') });
      await expect(summary()).toContainText(known);
      await changeAddress(page, t);
      await street().fill('Ferienweg');
      await away();
      await decision(page, 'cancel').click();
      await expect(summary()).toContainText('Ferienweg 7a');
      await away();
      await decision(page, 'decline').click();
      await mainLink(page, t('checkout:returnPage.backToCart')).click();
      await expect(summary()).toContainText('Ferienweg 7a');
      await away();
      await decision(page, 'approve').click();
      await expectPlaced(page, t);
      expect(await orders()).toBe(1);
      const again = [cartLine(shop.idOf(DEMO.can.slug))];
      await page.evaluate((stored) => localStorage.setItem('cart', stored), JSON.stringify(again));
      await openCart(page, prefix, t);
      await expect(summary()).toContainText(known);

      // Another client at the same browser, after a session that was not ended.
      await changeAddress(page, t);
      await street().fill('Ferienweg');
      await away();
      await enterAs(context, shop, await newCustomer(shop));
      await openCart(page, prefix, t);
      await expect(summary()).toContainText(known);
    });

    test(
      'returns to the cart after a refusal, and from there to another funding source',
      MATRIX,
      async ({ page, paypal, orders }) => {
        await goToPaypal(page, prefix, t);
        await decision(page, 'decline').click();
        await expect(problem(page, t('errors:payment_declined'))).toBeVisible();
        await mainLink(page, t('checkout:returnPage.backToCart')).click();
        await expect(page).toHaveURL(`${prefix}${pages.cart()}#checkout`);
        await orderButton(page, t).click();
        await decision(page, 'approve').click();
        await expectPlaced(page, t);
        expect(await paypal.orders()).toMatchObject([{ declines: 1, captures: [{ status: 'COMPLETED' }] }]);
        expect(await orders()).toBe(1);
      },
    );

    test('can be completed in another tab', MATRIX, async ({ page, context, paypal }) => {
      await goToPaypal(page, prefix, t);
      const address = page.url();
      const other = await context.newPage();
      await page.close();
      await other.goto(address);
      await decision(other, 'approve').click();
      await expectPlaced(other, t);
      expect(await storedCart(other)).toEqual([]);
      expect(await paypal.orders()).toMatchObject([{ captures: [{ status: 'COMPLETED' }] }]);
    });

    test('leaves the cart unchanged in a browser that does not know it', MATRIX, async ({ page, shop, orders }) => {
      await goToPaypal(page, prefix, t);
      const cart = [cartLine(shop.idOf(DEMO.can.slug), 3, 1.79)];
      await page.evaluate((stored) => {
        localStorage.removeItem('checkout');
        localStorage.setItem('cart', stored);
      }, JSON.stringify(cart));
      await decision(page, 'approve').click();
      await expectPlaced(page, t);
      expect(await storedCart(page)).toEqual(cart);
      expect(await orders()).toBe(1);
    });

    test(
      'is completed after a login when the session has ended',
      MATRIX,
      async ({ page, context, customer, orders }) => {
        await goToPaypal(page, prefix, t);
        await context.clearCookies({ name: 'session' });
        await decision(page, 'approve').click();
        await expect(problem(page, t('errors:not_signed_in'))).toBeVisible();
        await mainLink(page, t('checkout:page.login')).click();
        await logIn(page, t, customer.email);
        await expectPlaced(page, t);
        expect(await storedCart(page)).toEqual([]);
        expect(await orders()).toBe(1);
      },
    );

    test('can be placed again when Back restores the cart', MATRIX, async ({ page, orders }) => {
      await openCart(page, prefix, t);
      // Under a test's control the browser has no back-forward cache. What happens in it: the page stays as it is, then
      // it is shown.
      const left = new Promise<void>((resolve) => {
        const stay = (route: Route) => route.fulfill({ status: 204 }).then(resolve);
        void page.route(/\/checkoutnow\?/, stay, { times: 1 });
      });
      await orderButton(page, t).click();
      await left;
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await expect(problem(page, t('checkout:page.closed'))).toBeVisible();
      await orderButton(page, t).click();
      await decision(page, 'approve').click();
      await expectPlaced(page, t);
      expect(await orders()).toBe(1);
    });

    test('is shown as paid when it was paid before the cancellation', MATRIX, async ({ page, paypal, orders }) => {
      await goToPaypal(page, prefix, t);
      const { id, checkoutId } = (await paypal.orders())[0]!;
      await paypal.approve(id);
      await page.goto(`${prefix}${pages.checkoutReturn()}?checkout=${checkoutId}`);
      await expectPlaced(page, t);
      await page.goto(`${prefix}${pages.checkoutReturn()}?checkout=${checkoutId}&cancelled=1`);
      await expectPlaced(page, t);
      expect(await orders()).toBe(1);
    });

    test('is shown as unknown to another client, with a link to the purchases', MATRIX, async ({ page }) => {
      await page.goto(`${prefix}${pages.checkoutReturn()}?checkout=none`);
      await expect(problem(page, t('checkout:returnPage.unknownCheckout'))).toBeVisible();
      await expect(mainLink(page, t('checkout:returnPage.backToCart'))).toHaveAttribute(
        'href',
        `${prefix}${pages.cart()}#checkout`,
      );
      await mainLink(page, t('checkout:purchases.title')).click();
      await expect(page).toHaveURL(prefix + pages.previousPurchases());
    });
  });

async function goToPaypal(page: Page, prefix: string, t: Translate): Promise<void> {
  await openCart(page, prefix, t);
  await orderButton(page, t).click();
  await expect(page.getByRole('button', { name: t('emulator:approve'), exact: true })).toBeVisible();
}
