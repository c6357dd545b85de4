import type { Page } from 'playwright/test';
import { EMULATOR_PATH, pages } from '#src/shared/paths.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import {
  changeAddress,
  expectPlaced,
  fillAsGuest,
  guestField,
  openCart,
  order,
  orderButton,
} from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { emulatorControl } from '../../support/outside/emulator.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { enterAs, newCustomer } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ ...PHONE, losesApi: true, isRefused: true });

const refusedFields = (page: Page) =>
  page
    .getByRole('main')
    .locator('[aria-invalid]')
    .evaluateAll((all) => (all as HTMLInputElement[]).map(({ name }) => name));

/** The fields inside of `shipping` that the API's contract names, for both kinds of addresses. */
async function shippingFields(page: Page, schema: 'ShippingAddress' | 'ParcelPoint'): Promise<string[]> {
  const contract = (await (await page.request.get('/api/openapi.json')).json()) as {
    components: { schemas: Record<string, { properties: object }> };
  };
  return Object.keys(contract.components.schemas[schema]!.properties).filter((name) => name !== 'kind');
}

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`a refused delivery address (${locale})`, () => {
    const place = (page: Page) => page.getByRole('combobox', { name: t('checkout:page.fields.place') });

    test('shows the reason at the field when the form refuses it, keeps the typed text, and opens no window', async ({
      page,
      shop,
    }) => {
      await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
      await openCart(page, prefix, t);
      await fillAsGuest(page, t);
      const pasted = '12a Hinterhaus, 3. Etage links';
      await guestField(page, t, 'number').fill('');
      await guestField(page, t, 'number').focus();
      await page.keyboard.insertText(pasted);
      await expect(guestField(page, t, 'number')).toHaveValue(pasted);
      await guestField(page, t, 'city').fill('.');
      await guestField(page, t, 'postal_code').fill('99999');
      await guestField(page, t, 'name').fill('()');
      await orderButton(page, t).tap();
      await expect(guestField(page, t, 'name')).toBeFocused();
      for (const name of ['number', 'postal_code', 'city'] as const)
        await expect(guestField(page, t, name)).toHaveAccessibleDescription(t(`errors:field.${name}`));
      await fillAsGuest(page, t);
      for (const [address, problem] of [
        ['Postfach 10 12 34', 'post_box'],
        ['DHL Packstation Nr. 123', 'parcel_point'],
      ] as const) {
        await guestField(page, t, 'address').fill(address);
        await orderButton(page, t).tap();
        await expect(guestField(page, t, 'address')).toBeFocused();
        await expect(guestField(page, t, 'address')).toHaveAccessibleDescription(
          t(`checkout:page.streetProblems.${problem}`),
        );
      }
      const problem = page.getByRole('alert').filter({ hasText: t('errors:invalid_input') });
      await expect(problem).toBeVisible();
      await place(page).selectOption('packstation'); // its fields are not refused
      await expect(problem).toHaveCount(0);
      await expectNoViolations(page);
      expect(page.context().pages()).toHaveLength(1);
    });

    test('shows the message at a visible field when only the server refuses it, opens the summary and moves the focus', async ({
      page,
      shop,
      context,
    }) => {
      await enterAs(context, shop, await newCustomer(shop, { name: 'Ana 123', lastname: 'Haus 456' }));
      await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
      await openCart(page, prefix, t);
      await expect(guestField(page, t, 'name')).toBeHidden();
      await order(page, t);
      await expect(guestField(page, t, 'name')).toBeFocused();
      await expect(guestField(page, t, 'name')).toHaveAccessibleDescription(t('checkout:page.nameProblem'));
      // Sums are pale while they load.
      await expect(page.locator('[data-pending]')).toHaveCount(0);
      await expectNoViolations(page);
      await guestField(page, t, 'name').fill('A');
      await expect(guestField(page, t, 'name')).toBeFocused();

      for (const [schema, kind] of [
        ['ShippingAddress', 'home'],
        ['ParcelPoint', 'packstation'],
      ] as const)
        await test.step(`the server’s message appears at every field of ${schema}`, async () => {
          const fields = await shippingFields(page, schema);
          await place(page).selectOption(kind);
          if (kind === 'packstation') {
            const box = (name: string) => page.getByRole('textbox', { name, exact: true });
            await box(t('checkout:page.fields.post_number')).fill(' 123 456 78 ');
            await box(t('checkout:page.stations.packstation')).fill(' 123 ');
          }
          const refusal = Object.fromEntries(fields.map((name) => [`shipping.${name}`, [`no ${name}`]]));
          await page.route('**/api/checkout/', (route) =>
            route.fulfill({ status: 400, json: { code: 'invalid_input', detail: 'no', shipping: ['no'], ...refusal } }),
          );
          await order(page, t);
          for (const name of fields) await expect(page.getByText(`no ${name}`, { exact: true })).toBeVisible();
          expect((await refusedFields(page)).sort()).toEqual(fields.sort());
          await page.unroute('**/api/checkout/');
        });
    });

    test('is named below the button when the field is not in the form', MATRIX, async ({ page, shop }) => {
      await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
      await openCart(page, prefix, t);
      await fillAsGuest(page, t);
      await page.route('**/api/checkout/', (route) =>
        route.fulfill({
          status: 400,
          json: { code: 'invalid_input', detail: 'Some values', shipping: ['Look at it'] },
        }),
      );
      await order(page, t);
      await expect(page.getByRole('alert').filter({ hasText: 'Look at it' })).toBeVisible();
      await page.unroute('**/api/checkout/');
    });

    test(
      'is marked at once on the page to which PayPal returns, and can be corrected',
      MATRIX,
      async ({ page, shop }) => {
        const paypal = emulatorControl(shop.url + EMULATOR_PATH);
        await paypal.reset();
        await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
        await page
          .getByRole('main')
          .getByRole('link', { name: t('checkout:express.button'), exact: true })
          .tap();
        await expect(page.getByRole('button', { name: t('emulator:approve') })).toBeVisible();
        const { id, checkoutId } = (await paypal.orders())[0]!;
        const address = {
          address_line_1: `${'Lange '.repeat(30)}Straße 5`,
          admin_area_2: 'Leipzig',
          postal_code: '04109',
          country_code: 'DE',
        };
        await paypal.approve(id, 'good', { address: { name: 'Meier24-shop.de', ...address } });
        await page.goto(`${prefix}${pages.checkoutReview()}?checkout=${checkoutId}`);
        await expect(
          page.getByRole('alert').filter({ hasText: t('checkout:addressProblems.address_incomplete') }),
        ).toBeVisible();
        await expect(guestField(page, t, 'name')).toHaveAccessibleDescription(t('checkout:page.nameProblem'));
        await expect(guestField(page, t, 'address')).toHaveAccessibleDescription(t('errors:field.address'));
        await expectNoViolations(page);
        await guestField(page, t, 'name').fill('Meier');
        await guestField(page, t, 'address').fill('Lange Straße 5');
        await orderButton(page, t).tap();
        await expectPlaced(page, t);
        await expect(page.getByRole('main')).toContainText(/Meier\s*Lange Straße 5/);
        await paypal.reset();
      },
    );

    test(
      'is no longer caused by blanks in a postal code or a house number in the street’s field',
      MATRIX,
      async ({ page, shop, context }) => {
        await enterAs(context, shop, await newCustomer(shop));
        await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
        await openCart(page, prefix, t);
        await changeAddress(page, t);
        await expect(guestField(page, t, 'address')).toHaveAttribute('autocomplete', 'shipping address-line1');
        await guestField(page, t, 'postal_code').fill(' 04109 ');
        // Like a finger: the number's field gets the focus before the street is checked.
        await guestField(page, t, 'number').fill('');
        await guestField(page, t, 'address').fill('Hauptstraße 12');
        await guestField(page, t, 'number').tap();
        await page.keyboard.type('12');
        await guestField(page, t, 'city').tap();
        await expect(guestField(page, t, 'address')).toHaveValue('Hauptstraße');
        await expect(guestField(page, t, 'number')).toHaveValue('12');
        await guestField(page, t, 'address').fill('Rosenweg 7a');
        await guestField(page, t, 'number').fill('');
        await decideInWindow(await order(page, t), t('emulator:approve'));
        await expectPlaced(page, t);
        await expect(page.getByRole('main')).toContainText(/Rosenweg 7a\s*04109 Leipzig/);
      },
    );
  });
