import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';
import { button, fillIn, fillPasswords, somebody } from '../../support/browser/account-browser.ts';
import { addButton, cartLine, checkoutLink, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, fillAsGuest, guestField, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { test } from '../account/account-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ ...PHONE, losesApi: true });

/** Counts the taps and typed fields of a visit, over all its pages; PayPal's own window is not the shop's. */
async function countTaps(page: Page): Promise<() => Promise<{ taps: number; fields: number }>> {
  const counted = { taps: 0, fields: 0 };
  await page.exposeFunction('counted', (what: 'taps' | 'fields') => counted[what]++);
  await page.addInitScript(() => {
    const tell = (window as unknown as { counted: (what: string) => void }).counted;
    addEventListener('click', () => tell('taps'), { capture: true });
    addEventListener('change', () => tell('fields'), { capture: true });
  });
  return async () => counted;
}

/** Adds one product on its page and opens the cart by the bar that appears: two taps. */
async function addAndOpenCart(page: Page, prefix: string, t: Translate): Promise<void> {
  await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
  await addButton(page, t, DEMO.beans.name).tap();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('cart:toCart') })
    .tap();
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a customer needs 4 taps and no field from a product page to the placed order (${locale})`, async ({
    page,
    customer,
  }) => {
    expect(customer.token).not.toBe('');
    const counted = await countTaps(page);
    await addAndOpenCart(page, prefix, t);
    const script = page.waitForResponse(/web-sdk\/v6\/core/);
    await checkoutLink(page, t).tap();
    await script;
    await page.waitForFunction(() => 'paypal' in window);
    const [popup] = await Promise.all([page.waitForEvent('popup'), orderButton(page, t).tap()]);
    await decideInWindow(popup, t('emulator:approve'));
    await expectPlaced(page, t);
    expect(await counted()).toEqual({ taps: 4, fields: 0 });
  });

  test(`a guest needs 4 taps and 6 fields from a product page to the placed order (${locale})`, async ({ page }) => {
    const counted = await countTaps(page);
    await addAndOpenCart(page, prefix, t);
    await checkoutLink(page, t).tap();
    await expect(guestField(page, t, 'email')).toBeVisible();
    expect(await page.evaluate(() => 'paypal' in window)).toBe(false);
    await fillAsGuest(page, t);
    await page.waitForFunction(() => 'paypal' in window);
    const [popup] = await Promise.all([page.waitForEvent('popup'), orderButton(page, t).tap()]);
    await decideInWindow(popup, t('emulator:approve'));
    await expectPlaced(page, t);
    expect(await counted()).toEqual({ taps: 4, fields: 6 });
  });

  test(
    `a new account holder needs at most 6 taps from a product page to the placed order (${locale})`,
    MATRIX,
    async ({ page }) => {
      const counted = await countTaps(page);
      await addAndOpenCart(page, prefix, t);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('checkout:page.register') })
        .tap();
      await fillIn(page, t, somebody());
      await fillPasswords(page, t);
      await button(page, t('account:register.submit')).tap();
      const script = page.waitForResponse(/web-sdk\/v6\/core/);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('account:register.toCart') })
        .tap();
      await script;
      await page.waitForFunction(() => 'paypal' in window);
      const [popup] = await Promise.all([page.waitForEvent('popup'), orderButton(page, t).tap()]);
      await decideInWindow(popup, t('emulator:approve'));
      await expectPlaced(page, t);
      expect((await counted()).taps).toBeLessThanOrEqual(6);
    },
  );

  test(`the order button for five products is within two screens of a phone, below each product, sum and delivery term once (${locale})`, async ({
    page,
    shop,
    customer,
  }) => {
    expect(customer.token).not.toBe('');
    const five = [DEMO.beans, DEMO.can, DEMO.perishable, DEMO.cosmetic, DEMO.exempt];
    await startWithCart(
      page,
      five.map(({ slug }, at) => cartLine(shop.idOf(slug), at + 1, 0)),
    );
    await page.goto(`${prefix}/cart#checkout`);
    await expect(orderButton(page, t)).toBeVisible();
    const box = (await orderButton(page, t).boundingBox())!;
    expect(box.y + box.height + (await page.evaluate(() => scrollY))).toBeLessThanOrEqual(2 * PHONE.viewport.height);
    const main = page.getByRole('main');
    for (const { name } of five) await expect(main.getByText(name, { exact: true })).toHaveCount(1);
    for (const label of [t('cart:total'), t('cart:shipping'), t('checkout:deliveryTerm')])
      await expect(main.getByText(label, { exact: true })).toHaveCount(1);
    const overview = page.getByRole('region', { name: t('checkout:page.overviewTitle') });
    await expect(overview.getByRole('listitem').nth(1)).toContainText('3,58 €');
  });
}
