import { expectNoViolations } from '../../support/browser/axe.ts';
import { newGuest } from '../../support/people/guest.ts';
import { STAFF_PASSWORD, newStaff } from '../../support/people/desk-visitor.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ own: PayingShop }>({
  own: async ({}, use) => {
    const own = await payingShop();
    await use(own);
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.server.url),
});

test.use({ viewport: { width: 360, height: 780 }, locale: 'de-DE' });

test('a guest asks for another address on the order page, and one tap in the desk accepts it', async ({
  page,
  own,
  browser,
  context,
}) => {
  const guest = newGuest(own.server.url);
  const begun = await guest.begin([own.line('AGUA', 1)]);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await guest.capture(begun.checkoutId);
  await context.addCookies([{ name: 'guest', value: guest.visitor.cookies.get('guest')!, url: own.server.url }]);
  await page.goto(`/de/order/${orderNumber}`);
  await page.getByText('Andere Lieferadresse?').click();
  const form = page.locator('.address-change form');
  await form.getByLabel('Straße').fill('Lindenallee');
  await form.getByLabel('Hausnr.').fill('7');
  await form.getByLabel('Postleitzahl').fill('28195');
  const submit = form.getByRole('button', { name: 'Um diese Adresse bitten' });
  await submit.click();
  await expect(form.getByLabel('Ort', { exact: true })).toBeFocused();
  await form.getByLabel('Ort', { exact: true }).fill('Bremen');
  await expectNoViolations(page);
  await submit.click();
  await expect(page.getByText('Ihre Bitte ist angekommen.')).toBeVisible();

  await newStaff(own.ctx, own.server.url, 'eva@example.org', 'packer');
  const desk = await browser.newPage({
    baseURL: own.server.url,
    viewport: { width: 360, height: 780 },
    locale: 'de-DE',
  });
  await desk.goto(`/desk/orders/${orderNumber}`);
  await desk.getByLabel('E-Mail').fill('eva@example.org');
  await desk.getByLabel('Passwort').fill(STAFF_PASSWORD);
  await desk.getByRole('button', { name: 'Anmelden' }).click();
  await desk.getByRole('button', { name: 'Send it there' }).click();
  await expect(desk.getByText('The address is changed.')).toBeVisible();
  await desk.close();
  await page.reload();
  await expect(page.getByText('Lindenallee 7')).toBeVisible();
});
