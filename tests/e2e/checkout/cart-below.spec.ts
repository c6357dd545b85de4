import { cartLine, checkoutLink, startWithCart } from '../../support/browser/cart-browser.ts';
import { logIn } from '../../support/browser/account-browser.ts';
import { changeAddress } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { test } from '../account/account-fixture.ts';
import { ALL_LOCALES, expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the cart offers strangers an account, and the checkout step a login above the guest’s form (${locale})`, async ({
    page,
    shop,
  }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 1)]);
    await page.goto(`${prefix}/cart`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: t('checkout:page.loginTitle') })).toBeVisible();
    await expect(main.getByRole('link', { name: t('checkout:page.register') })).toHaveAttribute(
      'href',
      new RegExp(`^${prefix}/register`),
    );
    await checkoutLink(page, t).click();
    await expect(main.getByRole('heading', { name: t('checkout:page.loginTitle') })).toBeHidden();
    await expect(main.getByText(t('checkout:page.haveAccount'))).toBeVisible();
    await expect(main.getByRole('heading', { name: t('checkout:page.guestTitle') })).toBeVisible();
    await expect(main.getByRole('textbox', { name: t('checkout:page.fields.email'), exact: true })).toHaveAttribute(
      'required',
    );
    const button = main.getByRole('button', { name: t('checkout:page.order') });
    await expect(button).toBeVisible();

    await test.step('beside the form the overview stays in view, with the order button directly below', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const overview = main.getByRole('region', { name: t('checkout:page.overviewTitle') });
      await main.getByRole('link', { name: t('checkout:page.withdrawalLink') }).scrollIntoViewIfNeeded();
      for (const part of [overview, button]) await expect(part).toBeInViewport({ ratio: 1 });
      expect(await overview.evaluate((element) => element.nextElementSibling?.matches('button[type=submit]'))).toBe(
        true,
      );
    });
    await test.step('on a phone street and number share a row, and postal code and city', async () => {
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        for (const pair of [
          ['address', 'number'],
          ['postal_code', 'city'],
        ] as const) {
          const [first, second] = pair.map((name) =>
            main.getByRole('textbox', { name: t(`checkout:page.fields.${name}`), exact: true }),
          );
          const [left, right] = [(await first!.boundingBox())!, (await second!.boundingBox())!];
          expect(right.y, `${pair.join()} at ${width} px`).toBe(left.y);
          expect(right.x).toBeGreaterThan(left.x + left.width);
        }
      }
    });
    await main.getByRole('link', { name: t('checkout:page.login'), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/login`));
  });

  test(
    `the checkout step and a typed search survive a change of language (${locale})`,
    MATRIX,
    async ({ page, shop }) => {
      await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 1)]);
      // The script that keeps the scroll position loads on first use.
      const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
      await page.goto(`${prefix}/cart`);
      await checkoutLink(page, t).click();
      await page.getByRole('searchbox').fill('goiabada casc');
      await page.evaluate((url) => import(url) as Promise<unknown>, (await inUse).url());
      await page.getByRole('banner').getByRole('link', { name: 'English (US)' }).click();
      await expect(page).toHaveURL('/en/cart#checkout');
      await expect(
        page.getByRole('heading', { level: 1, name: ALL_LOCALES[2].t('checkout:page.title') }),
      ).toBeVisible();
      // In English the link stays on the page, where the field has become a combobox.
      await expect(page.getByRole('banner').locator('[name="q"]')).toHaveValue('goiabada casc');
    },
  );

  test(`the checkout step shows a summary of the address with a change button, its fixed country, and the order button (${locale})`, async ({
    page,
    shop,
    customer,
  }) => {
    expect(customer.token).not.toBe('');
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 1)]);
    await page.goto(`${prefix}/cart`);
    await checkoutLink(page, t).click();
    await expect(page.getByRole('heading', { level: 1, name: t('checkout:page.title') })).toBeFocused();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Rosenweg 7a');
    await changeAddress(page, t);
    const box = (name: 'name' | 'address' | 'number' | 'additional_address' | 'postal_code' | 'city' | 'country') =>
      page.getByRole('main').getByRole('textbox', { name: t(`checkout:page.fields.${name}`) });
    for (const name of ['name', 'address', 'number', 'postal_code', 'city'] as const)
      await expect(box(name).last()).toHaveAttribute('required');
    await expect(box('additional_address')).not.toHaveAttribute('required');
    await expect(box('country')).toHaveAttribute('readonly');
    await expect(box('country')).toHaveValue(t('checkout:page.germany'));
    await expect(box('country')).toHaveAccessibleDescription(t('checkout:page.germanyOnly'));
    await expect(page.getByRole('button', { name: t('checkout:page.order') })).toBeVisible();

    // Heligoland: refused before PayPal's window opens.
    await box('postal_code').fill('27498');
    await page.getByRole('button', { name: t('checkout:page.order') }).click();
    await expect(box('postal_code')).toBeFocused();
    await expect(box('postal_code')).toHaveAccessibleDescription(t('checkout:page.areaNotServed'));
  });

  test.describe('a session that ends', () => {
    // The cart of an account is requested from the server, which refuses here.
    test.use({ isRefused: true });

    test(
      `an unsent address survives a change of language, a reload and an ended session, in this tab only (${locale})`,
      MATRIX,
      async ({ page, context, shop, customer }) => {
        await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 1)]);
        // The script that keeps the scroll position loads on first use.
        const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
        await page.goto(`${prefix}/cart#checkout`);
        await changeAddress(page, t);
        await page.getByRole('textbox', { name: t('checkout:page.fields.city') }).fill('Bremen');
        await page.evaluate((url) => import(url) as Promise<unknown>, (await inUse).url());
        const other = ALL_LOCALES.find((journey) => journey.locale !== locale)!;
        await page.getByRole('banner').locator(`a[hreflang="${other.locale}"]`).click();
        await expect(page).toHaveURL(`${other.prefix}/cart#checkout`);
        const address = (title: string) => page.getByRole('region', { name: title });
        await expect(address(other.t('checkout:page.addressTitle'))).toContainText('04109 Bremen');
        await page.reload();
        await expect(address(other.t('checkout:page.addressTitle'))).toContainText('04109 Bremen');
        await context.clearCookies({ name: 'session' });
        await page.goto(`${prefix}/cart#checkout`);
        await page
          .getByRole('main')
          .getByRole('link', { name: t('checkout:page.login'), exact: true })
          .click();
        await logIn(page, t, customer.email);
        await expect(page).toHaveURL(`${prefix}/cart#checkout`);
        await expect(address(t('checkout:page.addressTitle'))).toContainText('04109 Bremen');
        const tab = await context.newPage();
        await tab.goto(`${prefix}/cart#checkout`);
        await expect(tab.getByRole('region', { name: t('checkout:page.addressTitle') })).toContainText('04109 Leipzig');
      },
    );
  });

  test.describe('a checkout step whose code fails to load', () => {
    test.use({ losesScripts: true });

    test(
      `says so in a customer's cart, and shows the form once it loads (${locale})`,
      MATRIX,
      async ({ page, shop, customer }) => {
        expect(customer.token).not.toBe('');
        await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 1)]);
        await page.route('**/_astro/CheckoutForm.*', (route) => route.abort());
        await page.goto(`${prefix}/cart#checkout`);
        const alert = page.getByRole('alert').filter({ hasText: t('errors:network_error') });
        await expect(alert).toBeVisible();
        await page.unrouteAll();
        await alert.getByRole('button', { name: t('cart:retry') }).click();
        await expect(page.getByRole('button', { name: t('checkout:page.order') })).toBeVisible();
        await expect(alert).toHaveCount(0);
      },
    );
  });

  test(`exceptions from the right of withdrawal are listed above the order button (${locale})`, async ({
    page,
    shop,
    customer,
  }) => {
    expect(customer.token).not.toBe('');
    const { beans, perishable, cosmetic } = DEMO;
    // No product of the demo catalogue is sealed.
    await page.route('**/api/cart/', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { lines: { product: { slug: string; withdrawal?: string } }[] };
      for (const { product } of body.lines) if (product.slug === cosmetic.slug) product.withdrawal = 'sealed-hygiene';
      await route.fulfill({ response, json: body });
    });
    await startWithCart(
      page,
      [beans, perishable, cosmetic].map(({ slug }) => cartLine(shop.idOf(slug), 1)),
    );
    await page.goto(`${prefix}/cart#checkout`);
    const lines = page.getByRole('region', { name: t('checkout:page.overviewTitle') }).getByRole('listitem');
    const exceptions = [t('catalogue:withdrawal.perishable'), t('catalogue:withdrawal.sealed-hygiene')];
    for (const [{ name }, told] of [
      [beans, []],
      [perishable, [exceptions[0]]],
      [cosmetic, [exceptions[1]]],
    ] as const) {
      const line = lines.filter({ hasText: name });
      await expect(line).toHaveCount(1);
      for (const text of exceptions)
        await expect(line.getByText(text)).toHaveCount(told.some((expected) => expected === text) ? 1 : 0);
    }
  });
}
