import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { translator } from '#src/i18n/translate.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { expectGood } from '../../support/browser/desk-page.ts';
import { overflow } from '../../support/browser/layout.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { emulatorControl } from '../../support/outside/emulator.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS } from '../../support/people/buyer.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { expect, PHONE, test as base } from '../fixtures.ts';

interface PhoneShop extends StockedShop {
  server: RunningShop;
}

const NARROW = { ...PHONE, viewport: { width: 360, height: 780 } };

const test = base.extend<{ own: PhoneShop }>({
  own: async ({}, use) => {
    const own = await stockedShop([
      { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.99', quantity_available: 20 },
    ]);
    await use({ ...own, server: await own.serve() });
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.server.url),
});

test.use({ ...NARROW, locale: 'de-DE', opensMissingPages: true });

const t = translator('de-DE');

test('an order by phone: the desk prepares it, and the buyer cancels once, returns, orders and pays', async ({
  page,
  own,
  browser,
}) => {
  const desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'packer', 'de-DE');
  await page.context().addCookies([...desk.cookies].map(([name, value]) => ({ name, value, url: own.server.url })));
  const email = newEmail();
  await page.goto('/desk/offers');
  await page.getByRole('link', { name: t('desk:offers.new') }).tap();
  await page.getByLabel(t('desk:offers.linesHint')).first().fill('agua de coco');
  await page.getByLabel(t('desk:offers.units')).first().fill('2');
  await page.getByRole('button', { name: t('desk:offers.check'), exact: true }).tap();
  await expect(page.getByRole('main')).toContainText('14,98');
  await page.getByLabel(t('desk:email'), { exact: true }).fill(email);
  for (const field of ['name', 'address', 'number', 'postal_code', 'city'] as const)
    await page
      .getByLabel(t(`checkout:page.fields.${field}`), { exact: true })
      .first()
      .fill(ADDRESS[field]);
  // Another address for the invoice, and a present, are folded until they are needed.
  await page.getByText(t('checkout:page.billingLink')).tap();
  await page.getByText(t('checkout:page.noteLink')).tap();
  await page.getByLabel(t('desk:orders.note')).fill('Bitte klingeln.');
  await page.getByLabel(t('desk:offers.language')).selectOption('de-DE');
  await expectGood(page);
  await page.getByRole('button', { name: t('desk:offers.create') }).tap();
  const link = (await page.locator('code').textContent())!;
  await expect(page.getByRole('button', { name: t('desk:offers.copyLink') })).toBeVisible();
  await expectGood(page);

  const { pathname, search } = new URL(link);
  const buyer = await browser.newPage({ ...NARROW, baseURL: own.server.url, locale: 'de-DE' });
  const order = buyer.getByRole('button', { name: t('checkout:page.order') });
  const opensPaypal = async () => {
    const popup = buyer.waitForEvent('popup');
    await order.tap();
    return popup;
  };
  await buyer.goto(pathname + search);
  await expect(buyer.getByRole('main')).toContainText('Rosenweg 7a');
  await expect(buyer.getByRole('main')).toContainText('Bitte klingeln.');
  await expectNoViolations(buyer);
  expect(await overflow(buyer)).toEqual({ by: 0, body: 0 });
  await buyer.waitForFunction(() => 'paypal' in window);
  await decideInWindow(await opensPaypal(), t('emulator:cancel'));
  await expect(buyer.getByText(t('checkout:cancelled'))).toBeVisible();
  await decideInWindow(await opensPaypal(), t('emulator:approve'));
  await expect(buyer.getByText(t('checkout:order.placed'))).toBeVisible();
  const number = await buyer.locator('h1 .order-number').textContent();
  await expect.poll(async () => (await emulatorControl(own.server.url + EMULATOR_PATH).orders()).length).toBe(2);

  await page.goto('/desk/offers');
  await expect(page.getByRole('row', { name: new RegExp(t('desk:offers.states.ordered')) })).toBeVisible();
  await expectGood(page);
  await page.goto(`/desk/orders/${number}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number!);
  await buyer.goto(pathname + search);
  await expect(buyer.getByRole('main')).toContainText(t('checkout:offer.ordered'));
  await buyer.close();
});
