import type { Page } from 'playwright/test';
import { saveMaintenance } from '#src/server/maintenance/maintenance.repository.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { button, logIn, problem, ready } from '../../support/browser/account-browser.ts';
import { addButton, badge, cartLine, startWithCart, storedCart } from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { ALL_LOCALES, expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';
import { newEmail } from '../../support/people/sign-in.ts';
import { readUntilKept } from '../../support/browser/service-worker.ts';
import { test as base } from './own-server.ts';

const test = base.extend<{ turn: (isOn: boolean) => Promise<void> }>({
  turn: async ({ emptyShop, request }, use) => {
    const turn = async (isOn: boolean) => {
      await emptyShop.ctx.db.write((tx) => saveMaintenance(tx, isOn));
      await expect.poll(async () => (await request.get('/')).status()).toBe(isOn ? 503 : 200);
    };
    await use(turn);
    await turn(false);
  },
});

// In one worker, because the tests open and close the same shop.
test.describe.configure({ mode: 'default' });

const saysSo = async (page: Page, text: string) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
};

for (const { locale, prefix, t } of ALL_LOCALES) {
  test(`a closed shop shows the message on every page, without accessibility faults (${locale})`, async ({
    page,
    turn,
  }) => {
    await turn(true);
    const isWalked = isWholeMatrix || locale === 'de-DE';
    for (const path of isWalked ? ['', '/cart', '/search/coco', `/product/${DEMO.can.slug}`, '/contact'] : ['']) {
      expect((await page.goto(prefix + path || '/'))?.status()).toBe(503);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await saysSo(page, t('errors:maintenance'));
    }
    if (isWalked) await expectNoViolations(page, 10);
  });
}

test('"Try again" leads to the requested page once the shop is open', MATRIX, async ({ page, turn }) => {
  await turn(true);
  await page.goto('/de/instock?x=1');
  await turn(false);
  await page.getByRole('link', { name: 'Noch einmal versuchen' }).click();
  await expect(page).toHaveURL('/de/instock?x=1');
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test.describe('a closed shop on a phone', () => {
  test.use(PHONE);
  test('shows a fitting message, and every link is large enough to tap', async ({ page, turn }) => {
    await turn(true);
    await page.goto('/de');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.viewport.width);
    const box = await page.getByRole('link', { name: 'Noch einmal versuchen' }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });
});

test.describe('a browser with stored offline pages', MATRIX, () => {
  test.use({ serviceWorkers: 'allow' });

  test('shows the message instead of a stored page, and the shop again at the first load after it', async ({
    page,
    context,
    turn,
  }) => {
    await readUntilKept(page, '/de/contact');
    const kept = () => page.evaluate(async () => Boolean(await (await caches.open('pages')).match('/de/contact')));
    await expect.poll(kept).toBe(true);
    const heading = page.getByRole('heading', { level: 1 });
    const title = await heading.textContent();
    await turn(true);
    // The browser caches a page for a minute; the test waits until this minute is over.
    const browser = await context.newCDPSession(page);
    await browser.send('Network.clearBrowserCache');
    for (const address of ['/de/contact', '/de']) {
      await page.goto(address);
      await expect(heading).toHaveText('Wir sind gleich wieder da');
    }
    expect(await kept()).toBe(true);
    await turn(false);
    await page.goto('/de/contact');
    await expect(heading).toHaveText(title!);
  });
});

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the closed page leads to the withdrawal form, which still works (${locale})`, async ({
    page,
    emptyShop,
    turn,
  }) => {
    await turn(true);
    await page.goto(`${prefix}/instock`);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('legal:footer.withdrawal'), exact: true })
      .click();
    const main = page.getByRole('main');
    await ready(page);
    const email = newEmail();
    for (const [name, value] of Object.entries({ name: 'Ana Müller', email, orderNumber: 'K7QF-3MXA' }))
      await main.locator(`form [name="${name}"]`).fill(value);
    await button(page, t('withdrawal:next')).click();
    await button(page, t('withdrawal:review.confirm')).click();
    await expect(main.getByRole('status').filter({ hasText: email })).toBeFocused();
    const { read } = emptyShop.ctx.db;
    expect(await read.selectFrom('withdrawals').select('locale').where('email', '=', email).execute()).toEqual([
      { locale },
    ]);
  });

  test(`open pages and pages cached for a minute show the message with their first call and lose nothing (${locale})`, async ({
    page,
    turn,
  }) => {
    const product = `${prefix}/product/${DEMO.beans.slug}`;
    const cart = `${prefix}/cart`;
    for (const address of [product, cart, `${prefix}/login`]) await page.goto(address, { waitUntil: 'load' });
    await startWithCart(page, [cartLine(1)]);
    await turn(true);
    await logIn(page, t, newEmail());
    await expect(problem(page)).toContainText(t('errors:maintenance'));
    await page.goto(product);
    await addButton(page, t, DEMO.beans.name).click();
    await expect(badge(page, t, 2)).toBeVisible();
    await page.goto(cart);
    await expect(problem(page)).toContainText(t('errors:maintenance'));
    expect(await storedCart(page)).toHaveLength(2);
  });
}

test('an open page shows the API’s message at once', MATRIX, async ({ page, turn }) => {
  await page.goto('/en/password_forgot');
  await turn(true);
  await page.getByLabel('Email').fill('ana@kunde.example');
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('main').getByText('The website is currently under maintenance.')).toBeVisible();
});
