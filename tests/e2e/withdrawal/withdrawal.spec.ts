import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';
import { button, missing, problem, ready } from '../../support/browser/account-browser.ts';
import { hold } from '../../support/browser/cart-browser.ts';
import { mailsTo } from '../../support/outside/mail-files.ts';
import { newEmail, withDatabase } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

type Field = 'name' | 'email' | 'orderNumber' | 'part';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, t: Translate, name: Field) =>
  main(page)
    .locator(`form [name="${name}"]`)
    .and(main(page).getByLabel(t(`withdrawal:fields.${name}`)));
const next = (page: Page, t: Translate) => button(page, t('withdrawal:next')).click();
const confirm = (page: Page, t: Translate) => button(page, t('withdrawal:review.confirm')).click();
const received = (page: Page, t: Translate) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: t('withdrawal:success', { time: '' }).trim().split(' ').slice(0, 3).join(' ') });

async function declare(page: Page, t: Translate, email = newEmail()): Promise<string> {
  await field(page, t, 'name').fill('Ana Müller');
  await field(page, t, 'email').fill(email);
  await field(page, t, 'orderNumber').fill('K7QF-3MXA');
  await field(page, t, 'part').fill('2 latas de guaraná');
  return email;
}

const rowOf = (shop: { dataDir: string }, email: string) =>
  withDatabase(shop, ({ db }) =>
    db.read.selectFrom('withdrawals').selectAll().where('email', '=', email).executeTakeFirst(),
  );

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a withdrawal takes two steps from the footer to the receipt and a mail, without a login (${locale})`, async ({
    page,
    shop,
  }) => {
    await page.goto(`${prefix}/impressum`);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('legal:footer.withdrawal'), exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('withdrawal:title'));
    const email = await declare(page, t);
    await next(page, t);
    const review = page.getByRole('heading', { name: t('withdrawal:review.title') });
    await expect(review).toBeFocused();
    await expect(main(page).getByText('2 latas de guaraná', { exact: true }).last()).toBeVisible();
    await expect(field(page, t, 'name')).toBeHidden();
    expect(await rowOf(shop, email)).toBeUndefined();
    const calls = await hold(page, /\/api\/withdrawal\//);
    await confirm(page, t);
    await expect(button(page, t('withdrawal:review.confirm'))).toHaveAttribute('aria-busy', 'true');
    await calls.release();
    await expect(received(page, t)).toBeFocused();
    await expect(received(page, t)).toContainText(email);
    expect(calls.count()).toBe(1);
    expect(await rowOf(shop, email)).toMatchObject({
      order_number: 'K7QF-3MXA',
      part: '2 latas de guaraná',
      verified: 0,
      locale,
    });
    await expect
      .poll(async () => (await mailsTo(shop, email)).map(({ subject }) => subject))
      .toEqual([t('mail:withdrawal.subject')]);
  });

  test(`missing fields show messages, and the text can be changed before the confirmation (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/withdrawal`);
    await ready(page); // before hydration the browser sends the form itself
    await next(page, t);
    await expect(field(page, t, 'name')).toBeFocused();
    await expect(field(page, t, 'orderNumber')).toHaveAccessibleDescription(
      new RegExp(missing(t('errors:field.order_number'))),
    );
    await expect(field(page, t, 'part')).not.toHaveAttribute('aria-invalid');
    await declare(page, t);
    await next(page, t);
    await button(page, t('withdrawal:review.change')).click();
    await expect(field(page, t, 'name')).toBeFocused();
    await field(page, t, 'orderNumber').fill('ABCD-1234');
    await next(page, t);
    await expect(main(page).getByRole('definition').filter({ hasText: 'ABCD-1234' })).toBeVisible();
    await page.reload();
    await expect(field(page, t, 'orderNumber')).toHaveValue('ABCD-1234');
    await expect(field(page, t, 'part')).toHaveValue('2 latas de guaraná');
  });

  test(`the form contains a customer's known data (${locale})`, async ({ page, customer }) => {
    await page.goto(`${prefix}/withdrawal?order=K7QF-3MXA`);
    await expect(field(page, t, 'name')).toHaveValue('Ana Müller');
    await expect(field(page, t, 'email')).toHaveValue(customer.email);
    await expect(field(page, t, 'orderNumber')).toHaveValue('K7QF-3MXA');
  });

  test(`the instruction below the form links to this function (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/withdrawal`);
    // The statute's text names the address.
    await expect(page.getByRole('article').getByRole('link', { name: /\/withdrawal$/ })).toHaveAttribute(
      'href',
      new RegExp(`${prefix}/withdrawal$`),
    );
  });

  test.describe('the withdrawal form without a network', () => {
    test.use({ losesApi: true });
    test(`says so, names the mail address and keeps the text (${locale})`, MATRIX, async ({ page, shop }) => {
      await page.goto(`${prefix}/withdrawal`);
      await ready(page);
      const email = await declare(page, t);
      await next(page, t);
      await page.route(/\/api\//, (route) => route.abort());
      await confirm(page, t);
      await expect(problem(page)).toContainText(t('errors:network_error'));
      await expect(problem(page)).toContainText('kontakt@vitrine.example');
      await page.unroute(/\/api\//);
      await confirm(page, t);
      await expect(received(page, t)).toBeVisible();
      expect(await rowOf(shop, email)).toBeDefined();
    });
  });

  test(
    `a browser with late scripts keeps the receipt that the server rendered (${locale})`,
    MATRIX,
    async ({ page }) => {
      const scripts = await hold(page, /\/_astro\/.*\.js/);
      await page.goto(`${prefix}/withdrawal`, { waitUntil: 'commit' });
      const email = await declare(page, t);
      await next(page, t);
      await confirm(page, t);
      await expect(received(page, t)).toContainText(email);
      await scripts.release();
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
      await expect(received(page, t)).toContainText(email);
    },
  );

  test.describe('the withdrawal form without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test(`leads to the receipt in the same two steps (${locale})`, async ({ page, shop }) => {
      await page.goto(`${prefix}/withdrawal`);
      const email = await declare(page, t);
      await next(page, t);
      await button(page, t('withdrawal:review.change')).click();
      await field(page, t, 'name').fill('Ana M.');
      await next(page, t);
      await confirm(page, t);
      await expect(received(page, t)).toContainText(email);
      expect(await rowOf(shop, email)).toMatchObject({ name: 'Ana M.', locale });
    });
  });
}
