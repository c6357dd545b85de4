import type { Page } from 'playwright/test';
import { addButton, cartLine, checkoutLink, startWithCart } from '../../support/browser/cart-browser.ts';
import { guestField, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { test } from '../cart/shop-fixture.ts';
import { expect, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ ...PHONE, losesApi: true });

/** The most stops that a page may have; its end is expected before. */
const MOST = 150;

/** What has the focus: its text, and how much of it is hidden from the eye. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return undefined;
    // Of a link around a picture, the picture's box.
    const { left, right, top, bottom, height } = (
      element.getClientRects().length === 1 ? element : (element.firstElementChild ?? element)
    ).getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    // Its first lines, as far as a window can show them.
    const y = top + Math.min(height, innerHeight / 2) / 2;
    const above = document.elementFromPoint(x, y);
    const isSeen =
      top >= -1 &&
      top + Math.min(height, innerHeight / 2) <= innerHeight + 1 &&
      above !== null &&
      (element.contains(above) || above.contains(element) || above instanceof HTMLLabelElement);
    return {
      name: element.getAttribute('aria-label') ?? ((element as HTMLInputElement).name || element.textContent.trim()),
      where: `${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`,
      isSeen,
    };
  });

/** Walks with Tab from the top of the page to its end. Each element that gets the focus must be in view. */
async function walk(page: Page): Promise<string[]> {
  const names: string[] = [];
  const unseen: object[] = [];
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    (document.activeElement as HTMLElement).blur();
  });
  // From the document's beginning, wherever the last click was.
  await page.locator('.skip').first().focus();
  for (let stop = 0; stop < MOST; stop++) {
    const now = await focused(page);
    if (!now) break;
    names.push(now.name);
    if (!now.isSeen) unseen.push(now);
    await page.keyboard.press('Tab');
  }
  expect(unseen, page.url()).toEqual([]);
  expect(names.length).toBeLessThan(MOST);
  return names;
}

/** The order in which these are reached. */
const orderOf = (names: string[], wanted: string[]) => names.filter((name) => wanted.includes(name));

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`the keyboard reaches product, cart and checkout in reading order, and nothing with the focus is out of view or covered (${locale})`, async ({
    page,
    shop,
  }) => {
    // Smooth scrolling would be measured halfway.
    await page.emulateMedia({ reducedMotion: 'reduce' });

    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(addButton(page, t, DEMO.beans.name)).toBeVisible();
    const onProduct = [t('skip'), t('catalogue:product.skip'), t('cart:addName', { name: DEMO.beans.name })];
    expect(orderOf(await walk(page), onProduct)).toEqual(onProduct);
    await page.locator('.skip').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(addButton(page, t, DEMO.beans.name)).toBeFocused();

    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2), cartLine(shop.idOf(DEMO.can.slug), 1, 1.79)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('heading', { name: t('checkout:page.loginTitle') })).toBeVisible();
    const inCart = [
      DEMO.beans.name,
      t('cart:removeName', { name: DEMO.beans.name }),
      DEMO.can.name,
      t('cart:removeName', { name: DEMO.can.name }),
      t('checkout:express.guestWay'),
      t('checkout:page.login'),
      t('cart:checkout'),
    ];
    const names = await walk(page);
    // The header has a link to the login, too.
    expect(orderOf(names.slice(names.indexOf(DEMO.beans.name)), inCart)).toEqual(inCart);

    await checkoutLink(page, t).click();
    await expect(guestField(page, t, 'email')).toBeVisible();
    await expect(orderButton(page, t)).toBeVisible();
    const inForm = ['email', 'name', 'address', 'number', 'postal_code', 'city', t('checkout:page.order')];
    expect(orderOf(await walk(page), inForm)).toEqual(inForm);
  });
