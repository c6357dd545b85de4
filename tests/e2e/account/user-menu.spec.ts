import type { Page } from 'playwright/test';
import { button, field, fillIn, logIn, ready } from '../../support/browser/account-browser.ts';
import { hold } from '../../support/browser/cart-browser.ts';
import { scrollUntilHeaderReturns } from '../../support/browser/returning-header.ts';
import { newCustomer } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const banner = (page: Page) => page.getByRole('banner');
  const signIn = (page: Page) => banner(page).getByRole('link', { name: t('account:menu.signIn') });
  const opener = (page: Page) => banner(page).getByRole('button', { name: t('account:menu.label') });
  const menu = (page: Page) => page.getByRole('navigation', { name: t('account:menu.label') });

  test(`the icon leads to the login without a session, and there is no menu (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/instock`);
    await expect(opener(page)).toBeHidden();
    await signIn(page).click();
    await expect(page).toHaveURL(`${prefix}/login`);
  });

  test(`a client's icon opens the menu with a greeting; Escape or a click outside closes it (${locale})`, async ({
    page,
    customer,
  }) => {
    expect(customer.token).toBeTruthy();
    const react: string[] = [];
    page.on('request', (request) => /\/_astro\/react\./.test(request.url()) && react.push(request.url()));
    await page.goto(`${prefix}/instock`);
    await expect(signIn(page)).toBeHidden();
    await opener(page).click();
    await expect(menu(page)).toContainText(t('account:menu.greeting', { name: 'Ana Müller' }));
    const links = await menu(page)
      .getByRole('link')
      .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ pathname }) => pathname));
    expect(links).toEqual(
      ['/previous-purchases', '/lists', '/update-client', '/password_change', '/logout'].map((path) => prefix + path),
    );
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await opener(page).click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(menu(page)).toBeHidden();
    // Every page of a customer would weigh five times as much.
    expect(react).toEqual([]);
  });

  test(
    `the menu opens below a header that has returned far down a page (${locale})`,
    MATRIX,
    async ({ page, customer }) => {
      expect(customer.token).toBeTruthy();
      await page.goto(`${prefix}/instock`);
      await opener(page).focus(); // loads what lets the header return
      await scrollUntilHeaderReturns(page);
      await opener(page).click();
      await expect(menu(page)).toBeInViewport({ ratio: 1 });
      const [header, opened] = [(await banner(page).boundingBox())!, (await menu(page).boundingBox())!];
      expect(opened.y).toBeGreaterThan(header.y);
    },
  );

  test.describe('when the script of the menu fails to load', () => {
    test.use({ losesScripts: true });
    test(`the icon names the client and leads to the own data (${locale})`, async ({ page, customer }) => {
      expect(customer.token).toBeTruthy();
      await page.route('**/client-menu.*', (route) => route.abort());
      await page.goto(`${prefix}/instock`, { waitUntil: 'networkidle' });
      await banner(page).getByRole('link', { name: 'Ana' }).click();
      await expect(page).toHaveURL(`${prefix}/update-client`);
    });
  });

  test(
    `a press that started on the link before the menu replaced it still works (${locale})`,
    MATRIX,
    async ({ page, customer }) => {
      expect(customer.token).toBeTruthy();
      const menuCode = await hold(page, /\/client-menu\./);
      await page.goto(`${prefix}/instock`);
      await expect.poll(menuCode.count).toBe(1);
      const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/client-menu.'));
      await banner(page).getByRole('link', { name: 'Ana' }).hover();
      await page.mouse.down();
      await menuCode.release();
      await arrived;
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      await expect(opener(page)).toHaveCount(0);
      await page.mouse.up();
      await expect(page).toHaveURL(`${prefix}/update-client`);
    },
  );

  test(`signing in, opening the menu and signing out work by keyboard (${locale})`, async ({ page, shop }) => {
    const { email, password } = await newCustomer(shop);
    await page.goto(`${prefix}/login`);
    await ready(page);
    await field(page, t, 'email').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${prefix}/cart`);
    await expect(opener(page)).toBeVisible();
    for (let presses = 0; presses < 20; presses++) {
      if (await opener(page).evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeVisible();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Tab');
    await expect(menu(page).getByRole('link', { name: t('account:menu.logout') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('account:logout.success'))).toBeVisible();
    await expect(signIn(page)).toBeVisible();
  });

  test(`the header shows a login, a new name and a logout from another tab (${locale})`, async ({
    page,
    context,
    shop,
  }) => {
    const { email } = await newCustomer(shop);
    await page.goto(`${prefix}/instock`);
    const other = await context.newPage();
    await other.goto(`${prefix}/login?next=${prefix}/update-client`);
    await logIn(other, t, email);
    await expect(opener(page)).toContainText('Ana');
    await fillIn(other, t, { name: 'Ana & Luísa' });
    await button(other, t('account:update.submit')).click();
    await opener(page).click();
    await expect(menu(page)).toContainText(t('account:menu.greeting', { name: 'Ana & Luísa Müller' }));
    await other.goto(`${prefix}/logout`);
    await expect(signIn(page)).toBeVisible();
    await expect(menu(page)).toBeHidden();
  });

  test(
    `a name that no login stored is cleared by the server's first response (${locale})`,
    MATRIX,
    async ({ page }) => {
      await page.addInitScript(
        () => sessionStorage.seen || localStorage.setItem('clientName', (sessionStorage.seen = 'Ana')),
      );
      await page.goto(`${prefix}/instock`);
      await expect(signIn(page)).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('clientName'))).toBeNull();
    },
  );

  test(
    `a page from the back-forward cache shows the current client (${locale})`,
    MATRIX,
    async ({ page, customer }) => {
      expect(customer.token).toBeTruthy();
      await page.goto(`${prefix}/instock`);
      await expect(opener(page)).toBeVisible();
      // The test imitates that cache: storage changes without an event, then the page is shown.
      await page.evaluate(() => {
        localStorage.removeItem('clientName');
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      await expect(signIn(page)).toBeVisible();
    },
  );

  test(`a page from before the login shows the menu when it returns from the back-forward cache (${locale})`, async ({
    page,
  }) => {
    // Registered first, because on a busy machine the response arrives before the page has loaded.
    const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
    await page.goto(`${prefix}/instock`, { waitUntil: 'load' });
    await expect(signIn(page)).toBeVisible();
    await fresh;
    await page.evaluate(() => {
      localStorage.setItem('clientName', 'Ana');
      localStorage.setItem('client', '{"clientId":"ana"}');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect(opener(page)).toBeVisible();
  });

  test.describe('the header on a phone', () => {
    test.use({ ...PHONE, viewport: { width: 360, height: 740 } });

    test(`fits logo, flags, cart and user icon in one row at 360 px, each at least 44 px wide and high (${locale})`, async ({
      page,
      customer,
    }) => {
      expect(customer.token).toBeTruthy();
      await page.goto(`${prefix}/instock`);
      await expect(opener(page)).toBeVisible();
      const boxes = await banner(page)
        .locator('.header-flags a, .header-cart a, .user > button')
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));
      expect(boxes).toHaveLength(5);
      for (const box of boxes) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(43.95);
      expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(1);
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(360);
      await opener(page).tap();
      await expect(menu(page)).toBeInViewport({ ratio: 1 });
    });
  });
}
