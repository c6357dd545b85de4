import type { Page } from 'playwright/test';
import { EMULATOR_PATH, pages } from '#src/shared/paths.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart, storedCart } from '../../support/browser/cart-browser.ts';
import { changeAddress, expectPlaced, guestField, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { emulatorControl, type EmulatorControl } from '../../support/outside/emulator.ts';
import { mailsTo } from '../../support/outside/mail-files.ts';
import { newEmail } from '../../support/people/sign-in.ts';
import { test as base } from '../account/account-fixture.ts';
import { expect, MATRIX, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';

/** PayPal as the shop has it, reset for each test. The visitor is signed in only in tests that use `customer`. */
const test = base.extend<{ paypal: EmulatorControl }>({
  paypal: [
    async ({ shop }, use) => {
      const paypal = emulatorControl(shop.url + EMULATOR_PATH);
      await use(paypal);
      await paypal.reset();
    },
    { auto: true },
  ],
});

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ ...PHONE, losesApi: true, isRefused: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`a purchase with PayPal’s address (${locale})`, () => {
    const decision = (page: Page, decided: 'approve' | 'decline' | 'cancel') =>
      page.getByRole('button', { name: t(`emulator:${decided}`), exact: true });
    const expressButton = (page: Page) =>
      page.getByRole('main').getByRole('button', { name: t('checkout:express.button'), exact: true });
    const problem = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
    const reviewPath = prefix + pages.checkoutReview();
    const goToPaypal = (page: Page) =>
      page
        .getByRole('main')
        .getByRole('link', { name: t('checkout:express.button'), exact: true })
        .tap();

    /** From the product page to PayPal, which is the page then. */
    async function buyOne(page: Page): Promise<void> {
      await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
      await goToPaypal(page);
      await expect(decision(page, 'approve')).toBeVisible();
    }

    async function fillCart(page: Page, productId: number): Promise<void> {
      await startWithCart(page, [cartLine(productId, 2)]);
      await page.goto(prefix + pages.cart());
      await expect(expressButton(page)).toBeVisible();
    }

    /** From the cart, or from the review after a refusal, to PayPal, which is the page then. */
    async function payInPage(page: Page, decided: 'approve' | 'cancel'): Promise<void> {
      await expressButton(page).tap();
      await decision(page, decided).tap();
    }

    test('needs 3 taps and no field from the product page to the order page', async ({ page }) => {
      let taps = 0;
      let fields = 0;
      await page.exposeFunction('counted', (what: string) => void (what === 'click' ? taps++ : fields++));
      await page.addInitScript(() => {
        const tell = ({ type }: Event) => (window as unknown as { counted: (what: string) => void }).counted(type);
        addEventListener('click', tell, { capture: true });
        addEventListener('change', tell, { capture: true });
      });
      await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
      expect(await page.evaluate(() => 'paypal' in window)).toBe(false);
      await goToPaypal(page);
      await decision(page, 'approve').tap();
      await expect(orderButton(page, t)).toBeVisible();
      await expect(page.getByRole('region', { name: t('checkout:page.addressTitle') })).toContainText('Rosenweg 7a');
      await expect(guestField(page, t, 'email')).toHaveValue('buyer@example.com');
      await expectNoViolations(page);
      await orderButton(page, t).tap();
      await expectPlaced(page, t);
      expect([taps, fields]).toEqual([3, 0]);
    });

    test('leads from the cart to PayPal without a window, which Safari would block, and to the order; the email can be changed, and the cart is emptied', async ({
      page,
      shop,
    }) => {
      const email = newEmail();
      const windows: Page[] = [];
      page.on('popup', (popup) => windows.push(popup));
      await fillCart(page, shop.idOf(DEMO.beans.slug));
      expect(await page.evaluate(() => 'paypal' in window)).toBe(false);
      await payInPage(page, 'approve');
      await expect(page).toHaveURL((url) => url.pathname === reviewPath);
      expect(windows).toEqual([]);
      const overview = page.getByRole('region', { name: t('checkout:page.overviewTitle') });
      await expect(overview.getByRole('listitem')).toContainText(DEMO.beans.name);
      await expect(overview.getByText(t('checkout:deliveryTerm'))).toBeVisible();
      await guestField(page, t, 'email').fill(email);
      await page.reload();
      await expect(guestField(page, t, 'email')).toHaveValue(email);
      await orderButton(page, t).dblclick();
      await expectPlaced(page, t);
      expect(await storedCart(page)).toEqual([]);
      await expect.poll(async () => (await mailsTo(shop, email)).length).toBe(1);
    });

    test('refuses a foreign address, accepts a German one, and charges nothing before', async ({ page, paypal }) => {
      await buyOne(page);
      await page.getByRole('combobox').selectOption('elsewhere');
      await decision(page, 'approve').tap();
      await expect(problem(page, t('checkout:addressProblems.country_not_served'))).toBeVisible();
      await expect(guestField(page, t, 'address')).toHaveValue('Mariahilfer Straße');
      await expectNoViolations(page);
      expect((await paypal.orders())[0]?.captures).toEqual([]);
      await guestField(page, t, 'postal_code').fill('10119');
      await guestField(page, t, 'city').fill('Berlin');
      await orderButton(page, t).tap();
      await expectPlaced(page, t);
      await expect(page.getByRole('main')).toContainText('10119 Berlin');
      expect((await paypal.orders())[0]?.shipping?.address).toMatchObject({ postal_code: '10119', country_code: 'DE' });
    });

    test('asks for a missing house number, and reports empty fields', MATRIX, async ({ page }) => {
      await buyOne(page);
      await page.getByRole('combobox').selectOption('incomplete');
      await decision(page, 'approve').tap();
      await expect(problem(page, t('checkout:addressProblems.address_incomplete'))).toBeVisible();
      await orderButton(page, t).tap();
      await expect(guestField(page, t, 'number')).toBeFocused();
      await guestField(page, t, 'number').fill('7a');
      await orderButton(page, t).tap();
      await expectPlaced(page, t);
    });

    test(
      'is found after Back from an approved payment, and Back does not order again',
      MATRIX,
      async ({ page, shop, paypal }) => {
        await fillCart(page, shop.idOf(DEMO.beans.slug));
        await expressButton(page).tap();
        await expect(decision(page, 'approve')).toBeVisible();
        await paypal.approve((await paypal.orders())[0]!.id);
        await page.goBack();
        await expect(page).toHaveURL((url) => url.pathname === reviewPath);
        await expect(orderButton(page, t)).toBeVisible();
        await page.goBack();
        await expect(expressButton(page)).toBeVisible();
        // Approved already: PayPal is not asked again.
        await expressButton(page).tap();
        await expect(orderButton(page, t)).toBeVisible();
        await orderButton(page, t).tap();
        await expectPlaced(page, t);
        await page.goBack();
        await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
        expect((await paypal.orders()).map(({ status }) => status)).toEqual(['COMPLETED']);
      },
    );

    test('keeps the cart after Back from PayPal and after a cancelled payment, says that nothing was charged, and can be repeated', async ({
      page,
      shop,
    }) => {
      await fillCart(page, shop.idOf(DEMO.beans.slug));
      await expressButton(page).tap();
      await expect(decision(page, 'approve')).toBeVisible();
      await page.goBack();
      await payInPage(page, 'cancel');
      await expect(problem(page, t('checkout:cancelled'))).toBeVisible();
      expect(await storedCart(page)).toHaveLength(1);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('checkout:express.toCart') })
        .tap();
      await payInPage(page, 'approve');
      await expect(orderButton(page, t)).toBeVisible();
    });

    test(
      'is left by Back for the cart or the product, not for PayPal, and waits there approved',
      MATRIX,
      async ({ page, shop }) => {
        await fillCart(page, shop.idOf(DEMO.beans.slug));
        await payInPage(page, 'approve');
        await expect(orderButton(page, t)).toBeVisible();
        await page.goBack();
        await expect(expressButton(page)).toBeVisible();
        await buyOne(page);
        await decision(page, 'approve').tap();
        await expect(orderButton(page, t)).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(new RegExp(`${prefix}/product/${DEMO.beans.slug}$`));
        await goToPaypal(page);
        await expect(orderButton(page, t)).toBeVisible();
        await page
          .getByRole('main')
          .getByRole('button', { name: t('back') })
          .tap();
        await expect(page).toHaveURL(new RegExp(`${prefix}/product/${DEMO.beans.slug}$`));
      },
    );

    test('can be approved again with another funding source after PayPal declined it', MATRIX, async ({ page }) => {
      await buyOne(page);
      await decision(page, 'decline').tap();
      await orderButton(page, t).tap();
      await expect(problem(page, t('errors:payment_declined'))).toBeVisible();
      await payInPage(page, 'approve');
      await orderButton(page, t).tap();
      await expectPlaced(page, t);
    });

    test(
      'creates one order from two tabs, and reports a lost cookie as not charged',
      MATRIX,
      async ({ page, context, paypal }) => {
        await buyOne(page);
        await decision(page, 'approve').tap();
        await expect(orderButton(page, t)).toBeVisible();
        const other = await context.newPage();
        await other.goto(page.url());
        await expect(orderButton(other, t)).toBeVisible();
        await orderButton(other, t).tap();
        await expectPlaced(other, t);
        await orderButton(page, t).tap();
        await expectPlaced(page, t);
        expect((await paypal.orders()).map(({ status }) => status)).toEqual(['COMPLETED']);

        await buyOne(page);
        await decision(page, 'approve').tap();
        await expect(orderButton(page, t)).toBeVisible();
        await context.clearCookies({ name: 'guest' });
        await orderButton(page, t).tap();
        await expect(problem(page, t('checkout:express.lost'))).toBeVisible();
        expect((await paypal.orders()).at(-1)?.captures).toEqual([]);
      },
    );

    test('does not start from a link on another site', async ({ page, shop, paypal }) => {
      await page.goto(`${reviewPath}?product=${shop.idOf(DEMO.beans.slug)}`);
      await expect(problem(page, t('checkout:express.lost'))).toBeVisible();
      expect(await paypal.orders()).toEqual([]);
    });

    test('is offered in the cart beside the two other ways to order, and not above the guest’s form', async ({
      page,
      shop,
    }) => {
      await fillCart(page, shop.idOf(DEMO.beans.slug));
      const main = page.getByRole('main');
      const login = main.getByRole('link', { name: t('checkout:page.login'), exact: true });
      const heading = main.getByRole('heading', { name: t('checkout:page.loginTitle') });
      for (const way of [heading, login, expressButton(page)]) await expect(way).toBeVisible();
      await main.getByRole('link', { name: t('checkout:express.guestWay') }).tap();
      for (const way of [guestField(page, t, 'email'), login]) await expect(way).toBeVisible();
      for (const way of [heading, expressButton(page)]) await expect(way).toHaveCount(0);
    });

    test(
      'needs no email from a customer, and ships to PayPal’s address',
      MATRIX,
      async ({ page, shop, customer, paypal }) => {
        expect(customer.token).not.toBe('');
        await fillCart(page, shop.idOf(DEMO.beans.slug));
        await payInPage(page, 'approve');
        await expect(orderButton(page, t)).toBeVisible();
        await expect(page.getByRole('main')).toContainText(customer.email);
        await changeAddress(page, t);
        await orderButton(page, t).tap();
        await expectPlaced(page, t);
        expect((await paypal.orders()).map(({ status }) => status)).toEqual(['COMPLETED']);
      },
    );
  });
