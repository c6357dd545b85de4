import { EMULATOR_PATH, pages } from '#src/shared/paths.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
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
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { newEmail, PASSWORD } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { expect, MATRIX, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ ...PHONE, losesApi: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`a guest (${locale})`, () => {
    test.beforeEach(({ page, shop }) => startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]));

    test('orders to a Packstation, and gets an account with the order in the purchases by filling in one field', async ({
      page,
      shop,
    }) => {
      const email = newEmail();
      const paypal = emulatorControl(shop.url + EMULATOR_PATH);
      await paypal.reset();
      await openCart(page, prefix, t);
      await fillAsGuest(page, t, email);
      const place = page.getByRole('combobox', { name: t('checkout:page.fields.place') });
      await place.selectOption(t('checkout:page.places.packstation'));
      await expect(guestField(page, t, 'address')).toBeHidden();
      await orderButton(page, t).tap();
      await expect(page.getByText(t('checkout:page.pointProblems.post_number'))).toBeVisible();
      await expectNoViolations(page);
      const box = (name: string) => page.getByRole('textbox', { name, exact: true });
      await box(t('checkout:page.fields.post_number')).fill('12345678');
      await box(t('checkout:page.stations.packstation')).fill('123');
      await page.reload();
      await expect(place).toHaveValue('packstation');
      await expect(box(t('checkout:page.stations.packstation'))).toHaveValue('123');
      await orderButton(page, t).focus();
      await page.waitForFunction(() => 'paypal' in window);
      await decideInWindow(await order(page, t), t('emulator:approve'));
      await expectPlaced(page, t);
      await expect(page.getByRole('main')).toContainText(/Postnummer 12345678\s*Packstation 123\s*04109 Leipzig/);
      expect(JSON.stringify(await paypal.orders())).toContain(
        '"address_line_1":"Packstation 123","address_line_2":"12345678"',
      );

      await expect.poll(async () => (await mailsTo(shop, email)).length).toBe(1);
      await page.goto(/https?:\S+\/order\/\S+key=\S+/.exec((await mailsTo(shop, email))[0]?.text ?? '')![0]);
      const account = page.getByRole('region', { name: t('checkout:account.title') });
      await account.scrollIntoViewIfNeeded();
      await account.getByLabel(t('account:fields.password'), { exact: true }).fill(PASSWORD);
      await expectNoViolations(page);
      await account.getByRole('button', { name: t('checkout:account.submit') }).tap();
      await expect(account).toContainText(t('checkout:account.created'));
      await account.getByRole('link', { name: t('checkout:purchases.title') }).tap();
      await expect(page).toHaveURL(prefix + pages.previousPurchases());
      await expect(page.getByRole('main')).toContainText(DEMO.beans.name);
      await expectNoViolations(page);
      await page.getByRole('button', { name: t('checkout:takeover.send') }).tap();
      await expect(page.getByText(t('checkout:takeover.mailed', { email }))).toBeVisible();
      await paypal.reset();
    });

    test(
      'reads after losing the cookie at PayPal that a mail will come and nothing is paid twice, and gets the order',
      MATRIX,
      async ({ page, shop, context }) => {
        const email = newEmail();
        const paypal = emulatorControl(shop.url + EMULATOR_PATH);
        await paypal.reset();
        await openCart(page, prefix, t);
        await fillAsGuest(page, t, email);
        const popup = await order(page, t);
        const approve = popup.getByRole('button', { name: t('emulator:approve') });
        await expect(approve).toBeVisible();
        await context.clearCookies({ name: 'guest' });
        await decideInWindow(popup, t('emulator:approve'));
        await expect(page.getByRole('alert').filter({ hasText: t('checkout:page.unsettled') })).toBeVisible();
        const [atPaypal, ...others] = await paypal.orders();
        expect(others).toEqual([]);
        await paypal.deliver({ order: atPaypal!.id, event: 'CHECKOUT.ORDER.APPROVED' });
        await expect.poll(async () => (await mailsTo(shop, email)).length).toBe(1);
        expect((await paypal.orders()).length).toBe(1);
        await paypal.reset();
      },
    );
  });
