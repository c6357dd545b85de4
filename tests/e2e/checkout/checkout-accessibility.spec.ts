import { EMULATOR_PATH, pages } from '#src/shared/paths.ts';
import { expectNoViolations, expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { changeAddress, expectPlaced, openCart, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { emulatorControl } from '../../support/outside/emulator.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { test } from '../account/account-fixture.ts';
import { JOURNEY_LOCALES, expect, MATRIX, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
// The API's refusals (422) show in the console as failed requests.
test.use({ losesApi: true });

for (const [device, use, expectAccessible] of [
  ['desktop', {}, expectNoViolations],
  ['phone, in light and dark colours', PHONE, expectNoViolationsInBothSchemes],
] as const)
  test.describe(`axe on a ${device}`, device === 'desktop' ? MATRIX : {}, () => {
    test.use(use);

    for (const { locale, prefix, t } of JOURNEY_LOCALES)
      test(`finds nothing from the order form, refused and declined, to the order and the purchases (${locale})`, async ({
        page,
        shop,
        customer,
      }) => {
        expect(customer.token).not.toBe('');
        await startWithCart(page, [
          cartLine(shop.idOf(DEMO.beans.slug), 2),
          cartLine(shop.idOf(DEMO.can.slug), 1, 1.5),
        ]);

        await openCart(page, prefix, t);
        await expectAccessible(page);

        await changeAddress(page, t);
        await expectAccessible(page);
        const postalCode = page.getByRole('textbox', { name: t('checkout:page.fields.postal_code') });
        const right = await postalCode.inputValue();
        await postalCode.fill('123');
        await orderButton(page, t).click();
        await expect(page.getByText(t('errors:field.postal_code'))).toBeVisible();
        await expectAccessible(page);

        await postalCode.fill(right);
        await decideInWindow(await order(page, t), t('emulator:decline'));
        await expect(page.getByRole('alert').filter({ hasText: t('errors:payment_declined') })).toBeVisible();
        await expectAccessible(page);

        await decideInWindow(await order(page, t), t('emulator:approve'));
        await expectPlaced(page, t);
        await expectAccessible(page);

        await page.goto(prefix + pages.previousPurchases());
        await expect(page.getByRole('row').filter({ hasText: DEMO.beans.name })).toBeVisible();
        await expectAccessible(page);
        await emulatorControl(shop.url + EMULATOR_PATH).reset();
      });
  });
