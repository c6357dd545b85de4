import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';
import { button, problem } from '../../support/browser/account-browser.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { linkIn, mailsTo } from '../../support/outside/mail-files.ts';
import { newEmail, withDatabase } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });

const { slug: SOLD_OUT, name: NAME } = DEMO.drained;
const notifyLink = (page: Page, t: Translate) =>
  page.getByRole('article').getByRole('link', { name: t('catalogue:product.notify') });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rowsOf = (shop: { dataDir: string }, email: string) =>
  withDatabase(shop, ({ db }) =>
    db.read.selectFrom('restock_notices').selectAll().where('email', '=', email).execute(),
  );

/** Waits for the mail with this position to an address. */
async function mailTo(shop: { dataDir: string }, email: string, index = 0) {
  await expect.poll(async () => (await mailsTo(shop, email)).length).toBe(index + 1);
  return (await mailsTo(shop, email))[index]!;
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a sold-out product links to a form, its mailed link is confirmed, and one mail announces the return (${locale})`, async ({
    page,
    shop,
  }) => {
    await page.goto(`${prefix}/product/${SOLD_OUT}`);
    await expect(page.getByText(t('catalogue:product.delivery'), { exact: true })).toHaveCount(0);
    await notifyLink(page, t).click();
    await expect(heading(page)).toHaveText(t('restock:title'));
    await expect(page.getByRole('main').getByRole('link', { name: NAME })).toHaveAttribute(
      'href',
      `${prefix}/product/${SOLD_OUT}`,
    );
    await button(page, t('restock:submit')).click();
    await expect(problem(page)).toContainText(t('errors:invalid_input'));
    await expectNoViolations(page);
    const email = newEmail();
    await page.getByLabel(t('restock:email'), { exact: true }).fill(email);
    await button(page, t('restock:submit')).click();
    await expect(
      page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: t('restock:success') }),
    ).toBeFocused();
    await expectNoViolations(page);

    await page.goto(linkIn(await mailTo(shop, email)));
    await expect(heading(page)).toHaveText(t('restock:pending.title'));
    expect(await rowsOf(shop, email)).toMatchObject([{ confirmed_at: null, locale }]);
    await expectNoViolations(page);
    await button(page, t('restock:pending.confirm')).click();
    await expect(heading(page)).toHaveText(t('restock:active.title'));
    await expectNoViolations(page);
    shop.change(SOLD_OUT, { quantity_available: 3 });
    const news = await mailTo(shop, email, 1);
    expect(news.subject).toBe(t('mail:restock.subject', { product: NAME }));
    expect(await rowsOf(shop, email)).toEqual([]);
    await page.reload();
    await expect(heading(page)).toHaveText(t('restock:unknown.title'));
    await page.goto(linkIn(news));
    await expect(heading(page)).toHaveText(NAME);
    await expect(notifyLink(page, t)).toBeHidden();
  });

  test(`the form contains a customer’s address (${locale})`, MATRIX, async ({ page, shop, customer }) => {
    await page.goto(`${prefix}/notify/${SOLD_OUT}`);
    await expect(page.getByLabel(t('restock:email'), { exact: true })).toHaveValue(customer.email);
    expect(await rowsOf(shop, customer.email)).toEqual([]);
  });

  test.describe('the restock form without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test(`is linked, and the mailed link deletes the address (${locale})`, MATRIX, async ({ page, shop }) => {
      await page.goto(`${prefix}/product/${SOLD_OUT}`);
      await notifyLink(page, t).click();
      await expect(heading(page)).toHaveText(t('restock:title'));
      await expect(page.getByRole('main').locator('noscript, .notice').first()).toBeVisible();
      const email = newEmail();
      const csrf = 'c'.repeat(43);
      await page.request.post('/api/restock/', {
        data: { productId: shop.idOf(SOLD_OUT), email, languageLocale: locale },
        headers: { cookie: `csrftoken=${csrf}`, 'x-csrftoken': csrf },
      });
      await page.goto(linkIn(await mailTo(shop, email)));
      await button(page, t('restock:delete')).click();
      await expect(heading(page)).toHaveText(t('restock:deleted.title'));
      expect(await rowsOf(shop, email)).toEqual([]);
    });
  });

  test.describe('a product card on a phone', () => {
    test.use(PHONE);

    test(`shows the restock link when it has sold out since the build, and never when it cannot be ordered (${locale})`, async ({
      page,
      shop,
    }) => {
      await page.goto(`${prefix}/product/${DEMO.beans.slug}`, { waitUntil: 'load' });
      await expect(notifyLink(page, t)).toBeHidden();
      shop.change(DEMO.beans.slug, { quantity_available: 0 });
      await page.reload({ waitUntil: 'load' });
      await expect(notifyLink(page, t)).toBeVisible();
      await page.goto(`${prefix}/product/${DEMO.beer.slug}`);
      await expect(notifyLink(page, t)).toHaveCount(0);
    });
  });
}
