import { translator } from '#src/i18n/translate.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { expectPlaced, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { hold } from '../../support/browser/cart-browser.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { overflow } from '../../support/browser/layout.ts';
import { freePort } from '../../support/outside/free-port.ts';
import { newEmail } from '../../support/people/sign-in.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { siteSellingVouchers } from '../../support/shops/voucher-shop.ts';
import { expect, MATRIX, test as base } from '../fixtures.ts';

// Its own shop: the others sell none.
const test = base.extend<{ own: StockedShop }>({
  own: async ({}, use) => {
    const site = siteSellingVouchers();
    // PayPal returns to the shop's real address.
    const port = String(await freePort());
    const address = { PORT: port, SITE_URL: `http://localhost:${port}` };
    const own = await stockedShop([{ cod_catalog: 'AGUA' }], {}, { ...site.env, ...address });
    await use(own);
    await own.dispose();
    site.dispose();
  },
  baseURL: async ({ own }, use) => {
    await own.serve();
    await use(own.ctx.config.siteUrl);
  },
});

test.use({ viewport: { width: 360, height: 780 }, locale: 'de-DE', isRefused: true });

const t = translator('de-DE');

test('somebody without an account buys a gift voucher for a friend on a phone, and the order says when it is sent', async ({
  page,
  own,
}) => {
  const friend = newEmail();
  await page.goto('/de/gift-voucher');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const total = page.getByRole('row', { name: new RegExp(`^${t('cart:total')}`) });
  await expect(total).toContainText('50,00 €');
  await expectNoViolations(page);
  await page.getByRole('radio', { name: t('giftVoucher:other') }).check();
  await orderButton(page, t).click();
  await expect(field(t('giftVoucher:amount'))).toBeFocused();
  await field(t('giftVoucher:amount')).fill('35');
  await expect(total).toContainText('35,00 €');
  await page.getByRole('radio', { name: t('giftVoucher:forOther') }).check();
  await field(t('giftVoucher:name')).fill('Bia Silva');
  await field(t('giftVoucher:email')).fill(friend);
  await page.getByLabel(t('giftVoucher:message')).fill('Alles Gute!');
  await page.getByLabel(t('giftVoucher:sendOn')).fill(addDays(germanDay(new Date().toISOString()), -1));
  await field(t('giftVoucher:me')).fill('Ana Müller');
  await field(t('checkout:page.fields.email')).fill(newEmail());
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await expectNoViolations(page);
  await orderButton(page, t).focus();
  await page.waitForFunction(() => 'paypal' in window);
  await orderButton(page, t).click();
  await expect(page.getByText(t('giftVoucher:problems.sendOn'))).toBeVisible();
  const day = addDays(germanDay(new Date().toISOString()), 10);
  await page.getByLabel(t('giftVoucher:sendOn')).fill(day);
  await decideInWindow(await order(page, t), t('emulator:approve'));
  await expectPlaced(page, t);
  await expect(page.getByText(t('giftVoucher:order.status'), { exact: true })).toBeVisible();
  await expect(page.getByText(friend)).toBeVisible();
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await expectNoViolations(page);
  const sold = await own.ctx.db.read.selectFrom('vouchers').selectAll().execute();
  expect(sold).toMatchObject([{ value_cents: 3500, recipient_email: friend, send_on: day, message: 'Alles Gute!' }]);
});

test(
  'a buyer who gives up at PayPal in the page itself finds the form as it was, and reads that nothing was charged',
  MATRIX,
  async ({ page, context }) => {
    await context.addInitScript(() => (window.open = () => null));
    await page.goto('/de/gift-voucher');
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await page.getByRole('radio', { name: t('giftVoucher:other') }).check();
    await field(t('giftVoucher:amount')).fill('35');
    await page.getByRole('radio', { name: t('giftVoucher:forOther') }).check();
    await field(t('giftVoucher:name')).fill('Bia Silva');
    await field(t('giftVoucher:email')).fill(newEmail());
    await page.getByLabel(t('giftVoucher:message')).fill('Alles Gute!');
    const day = addDays(germanDay(new Date().toISOString()), 10);
    await page.getByLabel(t('giftVoucher:sendOn')).fill(day);
    await field(t('giftVoucher:me')).fill('Ana Müller');
    await field(t('checkout:page.fields.email')).fill(newEmail());
    await page.waitForFunction(() => 'paypal' in window);
    await orderButton(page, t).click();
    await page.getByRole('button', { name: t('emulator:cancel'), exact: true }).click();
    await expect(page).toHaveURL('/de/gift-voucher');
    await expect(page.getByText(t('checkout:cancelled'))).toBeVisible();
    await expect(field(t('giftVoucher:amount'))).toHaveValue('35');
    await expect(field(t('giftVoucher:name'))).toHaveValue('Bia Silva');
    await expect(page.getByLabel(t('giftVoucher:message'))).toHaveValue('Alles Gute!');
    await expect(page.getByLabel(t('giftVoucher:sendOn'))).toHaveValue(day);
    await expect(field(t('giftVoucher:me'))).toHaveValue('Ana Müller');
    await orderButton(page, t).focus();
    await page.waitForFunction(() => 'paypal' in window);
    await orderButton(page, t).click();
    await page.getByRole('button', { name: t('emulator:approve'), exact: true }).click();
    await expectPlaced(page, t);
    await page.goto('/de/gift-voucher');
    await expect(field(t('giftVoucher:me'))).toHaveValue('');
  },
);

test('a value and a receiver that a buyer chose before hydration stay', async ({ page }) => {
  const scripts = await hold(page, /\/_astro\/.*\.js/);
  await page.goto('/de/gift-voucher', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: '100 €' }).check();
  await page.getByRole('radio', { name: t('giftVoucher:forOther') }).check();
  await scripts.release();
  await expect(page.getByLabel(t('giftVoucher:name'), { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`^${t('cart:total')}`) })).toContainText('100,00 €');
});
