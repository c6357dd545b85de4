import { CHROMIUM_FLAGS, findChromium } from '../../support/browser.ts';
import { DEMO } from '../../support/demo-products.ts';
import { addButton, badge, expectInCart } from '../../support/cart-browser.ts';
import { expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

const executablePath = await findChromium();

// Playwright turns the cache off that real browsers go back by.
test.use({ launchOptions: { executablePath, args: CHROMIUM_FLAGS, ignoreDefaultArgs: ['--disable-back-forward-cache'] } });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`a page that comes back from the back-forward cache shows what was added meanwhile (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await page.evaluate(() => {
      addEventListener('pageshow', (event) => Object.assign(window, { cameBack: event.persisted }));
    });
    await page.goto(`${prefix}/product/${DEMO.can.slug}`);
    await addButton(page, t, DEMO.can.name).click();
    await expect(badge(page, t, 1)).toBeVisible();
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL(`${prefix}/product/${DEMO.beans.slug}`);
    expect(await page.evaluate(() => (window as unknown as { cameBack?: boolean }).cameBack)).toBe(true);
    await expect(badge(page, t, 1)).toBeVisible();
    await addButton(page, t, DEMO.beans.name).click();
    await expectInCart(page, t, DEMO.beans.name, 1);
    await expect(badge(page, t, 2)).toBeVisible();
  });
