import type { Page } from 'playwright/test';
import { translator } from '#src/i18n/translate.ts';
import { pages } from '#src/shared/paths.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { logIn, ready } from '../../support/browser/account-browser.ts';
import { addButton, badge, checkoutLink } from '../../support/browser/cart-browser.ts';
import { expectPlaced, fillAsGuest, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { startDevServer, type DevServer } from '../../support/shops/dev-server.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { box } from '../../support/browser/search-browser.ts';
import { expect, MATRIX, PHONE, test as base } from '../fixtures.ts';

/** Browser tests on `npm run dev`. A worker starts it once. */
const test = base.extend<object, { dev: DevServer }>({
  dev: [
    async ({}, use) => {
      const dev = await startDevServer();
      await use(dev);
      await dev.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ dev }, use) => use(dev.url),
});
const t = translator('de-DE');
/** The desk's door speaks the browser's language. */
const tDoor = translator('en-US');

test.describe.configure({ mode: 'default' });
test.use(PHONE);

/** A page without its styles has the browser's margin and Times. */
const expectStyled = (page: Page) =>
  expect(page.locator('body'))
    .toHaveCSS('font-family', /system-ui/)
    .then(() => expect(page.locator('body')).toHaveCSS('margin', '0px'));

test('`npm run dev` serves a shop that supports searching, buying and signing in, without an error in the console', async ({
  page,
  dev,
}) => {
  test.slow();
  await test.step('a list is styled, and its add buttons count in the badge', async () => {
    await page.goto('/de/category/graos-e-farinaceos');
    await expectStyled(page);
    await addButton(page, t, DEMO.beans.name).tap();
    await expect(badge(page, t, 1)).toBeVisible();
  });

  await test.step('the search suggests products', async () => {
    await box(page).pressSequentially('feija');
    await expect(page.getByRole('option', { name: DEMO.beans.name })).toBeVisible();
  });

  // Of what is left out the built site's tests check the same code.
  await test.step('a guest pays with the emulator', async () => {
    if (!isWholeMatrix) return;
    await page.goto(`/de${pages.cart()}`);
    await expectStyled(page);
    await checkoutLink(page, t).first().tap();
    await expect(orderButton(page, t)).toBeVisible();
    await fillAsGuest(page, t);
    await page.waitForFunction(() => 'paypal' in window);
    await decideInWindow(await order(page, t), t('emulator:approve'));
    await expectPlaced(page, t);
    await expectStyled(page);
  });

  /** A login as the terminal shows it. */
  const login = (label: string) => {
    const [, email, password] = new RegExp(`${label}.*?([^\\s(]+@\\S+) with ([^\\s)]+)`).exec(dev.output())!;
    return { email: email!, password: password! };
  };

  await test.step('a customer signs in with the login that the terminal shows', async () => {
    if (!isWholeMatrix) return;
    const { email, password } = login('Test login');
    await page.goto(`/de${pages.login()}`);
    await expectStyled(page);
    await ready(page);
    await logIn(page, t, email, password);
    await expect(page).toHaveURL(/\/de\/cart$/);
    await expect(page.getByRole('banner').getByRole('button', { name: t('account:menu.label') })).toBeVisible();
  });

  await test.step('the owner signs in at the desk with the login that the terminal shows', async () => {
    const { email, password } = login('Desk');
    await page.goto('/desk');
    await expectStyled(page);
    await page.getByLabel(tDoor('desk:email')).fill(email);
    await page.getByLabel(tDoor('desk:password')).fill(password);
    await page.getByRole('button', { name: tDoor('desk:signIn.submit') }).tap();
    await expect(page.getByRole('heading', { level: 1, name: /Demo/ })).toBeVisible();
  });
});

test('`npm run dev` shows a changed style, text, component, form, script and rule', MATRIX, async ({ page, dev }) => {
  test.slow();
  await page.goto(`/de${pages.login()}`);
  await ready(page);
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('a changed style appears', async () => {
    dev.edit('src/features/account/account.scss', '.account {', '.account {\n  letter-spacing: 3px;');
    await expect(page.locator('.account')).toHaveCSS('letter-spacing', '3px');
  });
  await test.step('a changed text appears', async () => {
    dev.edit('locales/de-DE/account.json', '"title": "Anmelden"', '"title": "Hereinspaziert"');
    await expect(heading).toHaveText('Hereinspaziert');
  });
  await test.step('a changed component of a page appears', async () => {
    dev.edit('src/pages/[...locale]/login.astro', '<h1>{texts.title}</h1>', '<h1>{texts.title}!</h1>');
    await expect(heading).toHaveText('Hereinspaziert!');
  });
  await test.step('a changed React form appears', async () => {
    await ready(page); // the edit of the page before reloads it
    dev.edit(
      'src/features/account/LoginForm.tsx',
      '<form {...form.attributes}>',
      '<form {...form.attributes} title="changed">',
    );
    await expect(page.locator('form[title="changed"]')).toBeVisible();
  });
  await test.step('a changed script inside the page appears', async () => {
    dev.edit('src/features/cart/add.ts', "`${all || ''}`", "'changed'");
    await expect(async () => {
      await page.reload();
      await expect(page.locator('.header-cart .badge')).toHaveText('changed', { timeout: 1000 });
    }).toPass();
  });
  await test.step('a changed rule of the server applies', async () => {
    const basePrice = async () => {
      const answer = await page.request.get(`/de/product/${DEMO.can.slug}`);
      return /[\d,]+(?=\s€\sje\s1\sl)/.exec((await answer.text()).replace(/<[^>]+>/g, ''))?.[0];
    };
    expect(await basePrice()).toBe('5,11');
    dev.edit('src/features/catalogue/price.ts', 'price * 1_000_000', 'price * 2_000_000');
    await expect.poll(basePrice).toBe('10,23');
  });
});
