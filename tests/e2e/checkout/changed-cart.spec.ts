import type { Page } from 'playwright/test';
import { newBuyer } from '../../support/people/buyer.ts';
import { closeAllCheckouts } from '../../support/people/order-rows.ts';
import { addButton, badge, checkoutLink, hold, storedCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, openCart, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { withDatabase } from '../../support/people/sign-in.ts';
import { expect, MATRIX, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';
import { test } from './checkout-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
// The API's refusals (409) show in the console as failed requests.
test.use({ viewport: PHONE.viewport, hasTouch: true, isRefused: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`a cart that changes before it is ordered (${locale})`, () => {
    const problem = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
    const overview = (page: Page) => page.getByRole('region', { name: t('checkout:page.overviewTitle') });
    const quantity = (page: Page) =>
      page.getByRole('combobox', { name: t('cart:quantity', { name: DEMO.beans.name }) });

    /** The cart in another tab of the same browser. */
    async function otherTab(page: Page): Promise<Page> {
      const other = await page.context().newPage();
      await other.goto(`${prefix}/cart`);
      await expect(quantity(other)).toBeVisible();
      return other;
    }

    test('is ordered as another tab changed it', MATRIX, async ({ page, paypal, orders }) => {
      await openCart(page, prefix, t);
      const other = await otherTab(page);
      await quantity(other).selectOption('1');
      await expect(overview(page)).toContainText('9,49 €');
      const popup = await order(page, t);
      await expect(popup.getByText('9,49')).toBeVisible();
      await decideInWindow(popup, t('emulator:approve'));
      await expectPlaced(page, t);
      await expect(badge(other, t, 0)).toBeVisible();
      await expect(other.getByText(t('errors:cart_empty'))).toBeVisible();
      expect(await paypal.orders()).toMatchObject([{ captures: [{ cents: 949 }] }]);
      expect(await orders()).toBe(1);
    });

    test('is not ordered before its new total was shown', async ({ page, paypal }) => {
      await openCart(page, prefix, t);
      const other = await otherTab(page);
      const prices = await hold(page, /\/api\/cart\//);
      await quantity(other).selectOption('1');
      await prices.held();
      await orderButton(page, t).click();
      await expect(problem(page, t('errors:price_changed'))).toBeInViewport({ ratio: 1 });
      await prices.release();
      await expect(overview(page)).toContainText('9,49 €');
      expect(await paypal.orders()).toEqual([]);
      const popup = await order(page, t);
      await expect(popup.getByText('9,49')).toBeVisible();
      await decideInWindow(popup, t('emulator:approve'));
      await expectPlaced(page, t);
    });

    test(
      'explains the limit when its network holds too much unpaid stock, and can be ordered afterwards',
      MATRIX,
      async ({ page, shop, orders }) => {
        shop.change(DEMO.beans.slug, { quantity_available: 11 });
        const { neighbour, checkoutId } = await withDatabase(shop, async (ctx) => {
          // What earlier tests left unpaid in this shop came from the same network and would count too.
          await closeAllCheckouts(ctx);
          await ctx.db.read.updateTable('checkouts').set({ network: null }).execute();
          const neighbour = await newBuyer(ctx, shop.url);
          return { neighbour, ...(await neighbour.begin([{ productId: shop.idOf(DEMO.beans.slug), quantity: 9 }])) };
        });
        await openCart(page, prefix, t);
        const popup = await order(page, t);
        const [text = ''] = t('errors:too_many_unpaid', { wait: '|' }).split('|');
        await expect(problem(page, text)).toBeInViewport({ ratio: 1 });
        await expect.poll(() => popup.isClosed()).toBe(true);
        await neighbour.cancel(checkoutId);
        await decideInWindow(await order(page, t), t('emulator:approve'));
        await expectPlaced(page, t);
        expect(await orders()).toBe(1);
      },
    );

    for (const [what, change, left] of [
      ['grows', (other: Page) => quantity(other).selectOption('3'), [1]],
      ['shrinks', (other: Page) => quantity(other).selectOption('1'), []],
      [
        'is emptied',
        (other: Page) => other.getByRole('button', { name: t('cart:removeName', { name: DEMO.beans.name }) }).click(),
        [],
      ],
    ] as const)
      test(
        `keeps the order unchanged when it ${what} while PayPal’s window is open`,
        what === 'grows' ? {} : MATRIX,
        async ({ page, paypal, orders }) => {
          await openCart(page, prefix, t);
          const other = await otherTab(page);
          const popup = await order(page, t);
          await expect(popup.getByText('13,98')).toBeVisible();
          await change(other);
          await decideInWindow(popup, t('emulator:approve'));
          await expectPlaced(page, t);
          await expect(page.getByRole('main')).toContainText(`2 × ${DEMO.beans.name}`);
          await expect(page.getByRole('main')).toContainText('13,98 €');
          expect((await storedCart(page)).map(({ quantityInCart }) => quantityInCart)).toEqual(left);
          expect(await paypal.orders()).toMatchObject([{ captures: [{ cents: 1398 }] }]);
          expect(await orders()).toBe(1);
        },
      );

    test(
      'ends the older order when it is ordered in two tabs, with a message',
      MATRIX,
      async ({ page, paypal, orders }) => {
        await openCart(page, prefix, t);
        const older = await order(page, t);
        await expect(older.getByText('13,98')).toBeVisible();
        const other = await page.context().newPage();
        await other.goto(`${prefix}/cart`);
        await quantity(other).selectOption('1');
        await checkoutLink(other, t).click();
        await other.waitForFunction(() => 'paypal' in window);
        await expect(overview(other)).toContainText('9,49 €');
        const newer = await order(other, t);
        await expect(newer.getByText('9,49')).toBeVisible();
        await decideInWindow(older, t('emulator:approve'));
        await expect(problem(page, t('errors:checkout_closed'))).toBeInViewport({ ratio: 1 });
        await decideInWindow(newer, t('emulator:approve'));
        await expectPlaced(other, t);
        expect((await paypal.orders()).flatMap(({ captures }) => captures)).toMatchObject([{ cents: 949 }]);
        expect(await orders()).toBe(1);
      },
    );

    test(
      'shows the new total after a price change, and can be ordered at that',
      MATRIX,
      async ({ page, shop, paypal, orders }) => {
        await openCart(page, prefix, t);
        shop.change(DEMO.beans.slug, { price_cents: 525, real_price_cents: 525 });
        const popup = await order(page, t);
        await expect(problem(page, t('errors:price_changed'))).toBeInViewport({ ratio: 1 });
        await expect.poll(() => popup.isClosed()).toBe(true);
        await expect(
          problem(page, t('cart:problems.price_changed', { before: '4,49 €', now: '5,25 €' })),
        ).toBeVisible();
        await expect(overview(page)).toContainText('15,50 €');
        await decideInWindow(await order(page, t), t('emulator:approve'));
        await expectPlaced(page, t);
        expect(await paypal.orders()).toMatchObject([{ captures: [{ cents: 1550 }] }]);
        expect(await orders()).toBe(1);
      },
    );

    test('names the sold-out product, and can be ordered without it', async ({ page, shop, paypal, orders }) => {
      await page.goto(`${prefix}/product/${DEMO.can.slug}`);
      await addButton(page, t, DEMO.can.name).click();
      await openCart(page, prefix, t);
      shop.change(DEMO.beans.slug, { quantity_available: 0 });
      const popup = await order(page, t);
      await expect(problem(page, t('errors:sold_out'))).toBeInViewport({ ratio: 1 });
      await expect.poll(() => popup.isClosed()).toBe(true);
      await expect(page.getByRole('link', { name: DEMO.beans.name })).toHaveAttribute(
        'href',
        `#line-${shop.idOf(DEMO.beans.slug)}`,
      );
      await expect(overview(page).getByRole('listitem')).toHaveText(new RegExp(`^1 × ${DEMO.can.name}`));
      await orderButton(page, t).click();
      await expect(problem(page, t('checkout:page.blocked'))).toBeInViewport({ ratio: 1 });
      const remove = page.getByRole('button', { name: t('cart:removeUndeliverable') });
      await expect(remove).toBeInViewport({ ratio: 1 });
      await remove.click();
      await expect(overview(page)).toContainText('7,04 €');
      await expect(overview(page).locator('[data-pending]')).toHaveCount(0);
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectPlaced(page, t);
      expect(await paypal.orders()).toMatchObject([{ captures: [{ cents: 704 }] }]);
      expect(await orders()).toBe(1);
    });
  });
