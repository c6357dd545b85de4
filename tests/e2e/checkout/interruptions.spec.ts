import type { Page } from 'playwright/test';
import { button, logIn } from '../../support/browser/account-browser.ts';
import { checkoutLink, storedCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, openCart, order, orderButton } from '../../support/browser/checkout-browser.ts';
import type { EmulatorControl } from '../../support/outside/emulator.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { expect, MATRIX, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';
import { test } from './checkout-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
// The API is out of reach, or refuses with PayPal's trouble as its reason.
test.use({ viewport: PHONE.viewport, hasTouch: true, losesApi: true });

/** The tries of the gateway and the browser for one order or capture before the buyer sees an error. */
const TRIES = { create: 3 * 2, capture: 3 * 5 };

const CAPTURE = /\/api\/checkout\/[^/]+\/capture\/$/;

/** The browser's tries follow each other at once. */
const withoutPauses = (page: Page) =>
  page.addInitScript(() => {
    const wait = window.setTimeout;
    window.setTimeout = ((act: () => void, ms = 0, ...args: never[]) =>
      wait(act, Math.min(ms, 20), ...args)) as typeof setTimeout;
  });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`an order (${locale})`, () => {
    // A browser of another language would fetch the page in that one, and fail without a network.
    test.use({ locale });

    const problem = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

    async function expectUnsettled(page: Page, reason: string) {
      await expect(problem(page, `${reason} ${t('checkout:page.unsettled')}`)).toBeInViewport({ ratio: 1 });
      expect(await storedCart(page)).toHaveLength(1);
    }

    async function approveWhilePaypalIsDown(page: Page, paypal: EmulatorControl) {
      await withoutPauses(page);
      await openCart(page, prefix, t);
      await paypal.next({ call: 'capture', fault: '500', times: TRIES.capture });
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectUnsettled(page, t('errors:paypal_err'));
    }

    async function approveAndLoseTheNetwork(page: Page) {
      await withoutPauses(page);
      await openCart(page, prefix, t);
      const loseIt = () => page.context().setOffline(true);
      await page.route(CAPTURE, (route) => loseIt().then(() => route.abort('internetdisconnected')), { times: 1 });
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectUnsettled(page, t('errors:network_error'));
    }

    test(
      'reports that PayPal is down, keeps the cart, and can be placed once PayPal answers',
      MATRIX,
      async ({ page, paypal, orders }) => {
        await openCart(page, prefix, t);
        await paypal.next({ call: 'create', fault: '500', times: TRIES.create });
        const popup = await order(page, t);
        await expect(problem(page, t('errors:paypal_err'))).toBeInViewport({ ratio: 1 });
        await expect.poll(() => popup.isClosed()).toBe(true);
        expect(await storedCart(page)).toHaveLength(1);
        await decideInWindow(await order(page, t), t('emulator:approve'));
        await expectPlaced(page, t);
        expect(await orders()).toBe(1);
      },
    );

    test('succeeds silently after a short PayPal failure', MATRIX, async ({ page, paypal, orders }) => {
      await openCart(page, prefix, t);
      await paypal.next({ call: 'create', fault: '500', times: TRIES.create - 1 });
      await paypal.next({ call: 'capture', fault: '500-after', times: 4 });
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectPlaced(page, t);
      expect(await paypal.orders()).toMatchObject([{ captures: [{ status: 'COMPLETED' }] }]);
      expect(await orders()).toBe(1);
    });

    test('reports an unknown result when PayPal goes down after the approval, and completes without a second approval', async ({
      page,
      paypal,
      orders,
    }) => {
      await approveWhilePaypalIsDown(page, paypal);
      await orderButton(page, t).click();
      await expectPlaced(page, t);
      expect(page.context().pages()).toHaveLength(1);
      expect(await storedCart(page)).toEqual([]);
      expect(await paypal.orders()).toMatchObject([{ captures: [{ status: 'COMPLETED' }] }]);
      expect(await orders()).toBe(1);
    });

    test(
      'is checked after its window was closed while PayPal was down, before PayPal opens again',
      MATRIX,
      async ({ page, paypal, orders }) => {
        await withoutPauses(page);
        await openCart(page, prefix, t);
        await paypal.next({ call: 'capture', fault: '500', times: TRIES.capture });
        const popup = await order(page, t);
        await expect(popup.getByRole('button', { name: t('emulator:approve'), exact: true })).toBeVisible();
        await paypal.approve((await paypal.orders())[0]!.id);
        await popup.close();
        await expectUnsettled(page, t('errors:paypal_err'));
        await orderButton(page, t).click();
        await expectPlaced(page, t);
        expect(page.context().pages()).toHaveLength(1);
        expect(await orders()).toBe(1);
      },
    );

    test(
      'is asked for before a changed cart is paid, and its units are removed from that cart',
      MATRIX,
      async ({ page, paypal, orders }) => {
        await approveWhilePaypalIsDown(page, paypal);
        await page.getByRole('link', { name: t('checkout:page.backToCart') }).click();
        await page.getByRole('combobox').first().selectOption('3');
        await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('18,47 €');
        await checkoutLink(page, t).click();
        await expect(page.getByRole('region', { name: t('checkout:page.overviewTitle') })).toContainText('18,47 €');
        await orderButton(page, t).click();
        await expectPlaced(page, t);
        expect(page.context().pages()).toHaveLength(1);
        expect(await storedCart(page)).toMatchObject([{ quantityInCart: 1 }]);
        expect(await paypal.orders()).toMatchObject([{ captures: [{ cents: 1398 }] }]);
        expect(await orders()).toBe(1);
      },
    );

    test(
      'reports the missing network, and can be placed once there is one',
      MATRIX,
      async ({ page, context, orders }) => {
        await openCart(page, prefix, t);
        await context.setOffline(true);
        const popup = await order(page, t);
        const failed = t('errors:checkout_error', { message: t('errors:network_error') });
        await expect(problem(page, failed)).toBeInViewport({ ratio: 1 });
        await expect.poll(() => popup.isClosed()).toBe(true);
        expect(await storedCart(page)).toHaveLength(1);
        await context.setOffline(false);
        await decideInWindow(await order(page, t), t('emulator:approve'));
        await expectPlaced(page, t);
        expect(await orders()).toBe(1);
      },
    );

    test(
      'reports an unknown result when the network fails after the approval, and completes once it is back',
      MATRIX,
      async ({ page, context, paypal, orders }) => {
        await approveAndLoseTheNetwork(page);
        expect((await paypal.orders()).flatMap(({ captures }) => captures)).toEqual([]);
        await context.setOffline(false);
        await orderButton(page, t).click();
        await expectPlaced(page, t);
        expect(page.context().pages()).toHaveLength(1);
        expect(await orders()).toBe(1);
      },
    );

    test('is approved again after its approval was revoked', MATRIX, async ({ page, context, paypal, orders }) => {
      await approveAndLoseTheNetwork(page);
      await paypal.cancel((await paypal.orders())[0]!.id);
      await context.setOffline(false);
      await orderButton(page, t).click();
      await expect(problem(page, t('checkout:page.closed'))).toBeInViewport({ ratio: 1 });
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectPlaced(page, t);
      expect(await orders()).toBe(1);
    });

    test('asks for the login when the session has ended, and can be placed afterwards', async ({
      page,
      context,
      customer,
      orders,
    }) => {
      await openCart(page, prefix, t);
      await context.clearCookies({ name: 'session' });
      const popup = await order(page, t);
      await expect(problem(page, t('errors:not_signed_in'))).toBeInViewport({ ratio: 1 });
      await expect.poll(() => popup.isClosed()).toBe(true);
      const main = page.getByRole('main');
      await main.getByRole('link', { name: t('checkout:page.login'), exact: true }).click();
      await expect(button(page, t('account:login.submit'))).toBeVisible();
      const script = page.waitForResponse(/web-sdk\/v6\/core/);
      await logIn(page, t, customer.email);
      await script;
      await page.waitForFunction(() => 'paypal' in window);
      expect(await storedCart(page)).toHaveLength(1);
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectPlaced(page, t);
      expect(await orders()).toBe(1);
    });
  });
