import { EMULATOR_PATH, pages } from '#src/shared/paths.ts';
import { logIn } from '../../support/browser/account-browser.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart, storedCart } from '../../support/browser/cart-browser.ts';
import {
  expectPlaced,
  fillAsGuest,
  guestField,
  openCart,
  order,
  orderButton,
} from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { emulatorControl } from '../../support/outside/emulator.ts';
import { mailsTo } from '../../support/outside/mail-files.ts';
import { expectToFitLarge } from '../../support/browser/large-text.ts';
import { overflow } from '../../support/browser/layout.ts';
import { textFaults } from '../../support/browser/text-faults.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { newCustomer, newEmail } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { expect, MATRIX, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ ...PHONE, losesApi: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`a guest (${locale})`, () => {
    test.beforeEach(({ page, shop }) => startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]));

    test('orders with an email address, and opens the order and a prefilled withdrawal anywhere by the mail’s link', async ({
      page,
      shop,
      browser,
    }) => {
      const email = newEmail();
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await page.goto(`${prefix}${pages.cart()}#checkout`);
      await expect(orderButton(page, t)).toBeVisible();
      await expectNoViolations(page);
      await expectToFitLarge(page, 'order form');
      expect(await page.evaluate(() => 'paypal' in window), 'PayPal hears of nobody who only looks').toBe(false);
      await orderButton(page, t).focus();
      await page.waitForFunction(() => 'paypal' in window);
      await orderButton(page, t).tap();
      await expect(page.getByText(t('errors:field.email'))).toBeVisible();
      await expect(guestField(page, t, 'email')).toBeFocused();
      await expectNoViolations(page);
      await fillAsGuest(page, t, email);
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectPlaced(page, t);
      const others = /PaymentChoice|CardFields|google|apple|order-by-transfer|eligibility/i;
      expect(
        loaded.filter((url) => others.test(url)),
        'other ways to pay cost nothing here',
      ).toEqual([]);
      // Shoppers copy the number, and the display font's zero looks like an "o".
      await expect(page.locator('h1 .order-number')).toHaveCSS('font-family', /^system-ui/);
      await expect(page.getByText(t('checkout:order.placedText', { email }))).toBeVisible();
      await expectNoViolations(page);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await textFaults(page)).toEqual([]);
      await expectToFitLarge(page, 'order');
      const edges = await page
        .locator('main :is(.order-new, .order-side)')
        .evaluateAll((all) => all.map((box) => box.getBoundingClientRect().right));
      expect(edges, 'no part is wider than the column').toEqual([edges[0], edges[0]]);
      expect(await storedCart(page)).toEqual([]);

      await expect.poll(async () => (await mailsTo(shop, email)).length).toBe(1);
      const [mail] = await mailsTo(shop, email);
      const link = /https?:\S+\/order\/\S+key=\S+/.exec(mail?.text ?? '')![0];
      const elsewhere = await browser.newPage({ viewport: { width: 320, height: 640 } });
      await elsewhere.setContent(mail?.html ?? '');
      expect(await overflow(elsewhere), 'the mail on a phone').toEqual({ by: 0, body: 0 });
      await elsewhere.goto(link);
      await expect(elsewhere.getByRole('main')).toContainText(DEMO.beans.name);
      await elsewhere
        .getByRole('main')
        .getByRole('link', { name: t('legal:footer.withdrawal') })
        .click();
      await expect(elsewhere.getByRole('textbox', { name: t('withdrawal:fields.email') })).toHaveValue(email);
      await expect(elsewhere.getByRole('textbox', { name: t('withdrawal:fields.name') })).toHaveValue('Ana Müller');
      await elsewhere.goto(link.replace(/\?.*/, ''));
      await expect(elsewhere).toHaveURL(/\/login\?/);
      await elsewhere.context().close();
    });

    test('finds the order again after a reload while the payment window is open', MATRIX, async ({ page, shop }) => {
      const paypal = emulatorControl(shop.url + EMULATOR_PATH);
      await paypal.reset();
      await openCart(page, prefix, t);
      await fillAsGuest(page, t);
      const popup = await order(page, t);
      await expect(popup.getByRole('button', { name: t('emulator:approve') })).toBeVisible();
      await paypal.approve((await paypal.orders())[0]!.id);
      await popup.close();
      await expectPlaced(page, t);
      await paypal.reset();
    });

    test('keeps the cart and the typed address when signing in instead', async ({ page, shop }) => {
      const { email } = await newCustomer(shop);
      await openCart(page, prefix, t);
      await fillAsGuest(page, t);
      await guestField(page, t, 'city').fill('Bremen');
      await page.reload();
      await expect(guestField(page, t, 'city')).toHaveValue('Bremen');
      await page
        .getByRole('main')
        .getByRole('link', { name: t('checkout:page.login'), exact: true })
        .tap();
      await logIn(page, t, email);
      await expect(page).toHaveURL(`${prefix}${pages.cart()}#checkout`);
      await expect(page.getByRole('region', { name: t('checkout:page.addressTitle') })).toContainText('Bremen');
      await expect(guestField(page, t, 'email')).toHaveCount(0);
      expect(await storedCart(page)).toHaveLength(1);
    });
  });
