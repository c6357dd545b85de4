import { newGuest } from '../../support/people/guest.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { STAFF_PASSWORD, newStaff } from '../../support/people/desk-visitor.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { reviewSite, type ReviewSite } from '../../support/shops/review-site.ts';
import { served } from '../../support/shops/served.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ own: ReviewSite; server: RunningShop }>({
  own: async ({}, use) => {
    const own = await reviewSite();
    await use(own);
    await own.dispose();
  },
  server: async ({ own }, use) => use(await own.open()),
  baseURL: async ({ server }, use) => use(server.url),
});

const PHONE = { viewport: { width: 360, height: 780 }, locale: 'de-DE' };
test.use(PHONE);

test('a buyer reviews a delivered product by keyboard, and its page shows it after a look at the desk', async ({
  page,
  own,
  server,
  browser,
  context,
}) => {
  test.setTimeout(240_000);
  const guest = newGuest(server.url);
  const lines = ['AGUA', 'MATE'].map((code) => ({ productId: own.ids[code]!, quantity: 1 }));
  const begun = await guest.begin(lines);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await guest.capture(begun.checkoutId);
  await context.addCookies([{ name: 'guest', value: guest.visitor.cookies.get('guest')!, url: server.url }]);
  const mail = await lastMailTo(own.ctx, guest.email);
  await page.goto(/\/de\/order\/\S+key=\S+/.exec(mail.text ?? '')![0]);
  await page.getByRole('button', { name: 'Ja, per E\u2011Mail fragen' }).click();
  await expect(page.getByText('Wir fragen Sie nach dem Erhalt einmal per E\u2011Mail')).toBeVisible();
  await own.ctx.db.write((tx) =>
    tx
      .updateTable('orders')
      .set({ delivery_status: 'delivered', delivered_at: own.ctx.now().toISOString() })
      .where('order_number', '=', orderNumber)
      .execute(),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Bewertung schreiben' }).click();
  await expect(page).toHaveURL(/\/de\/review\/[\w-]{43}(?:#|$)/);
  await expectNoViolations(page);
  const agua = page.getByRole('group', { name: 'Bom AGUA' });
  await agua.getByRole('radio', { name: '1 Stern' }).focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowRight');
  await expect(agua.getByRole('radio', { name: '4 Sterne' })).toBeChecked();
  await agua.getByLabel('Ihre Meinung').fill('Schmeckt frisch.');
  await page.getByLabel('Ana M.').check();
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect(page.getByText('Vielen Dank.')).toBeVisible();

  await newStaff(own.ctx, server.url, 'eva@example.org', 'owner');
  const desk = await browser.newPage({ baseURL: server.url, ...PHONE });
  await desk.goto('/desk/reviews');
  await desk.getByLabel('E-Mail').fill('eva@example.org');
  await desk.getByLabel('Passwort').fill(STAFF_PASSWORD);
  await desk.getByRole('button', { name: 'Anmelden' }).click();
  await desk.getByRole('link', { name: 'Bom AGUA' }).click();
  await expectNoViolations(desk);
  await desk.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(desk.getByText('Published. The product’s page shows it within seconds.')).toBeVisible();
  await desk.close();

  expect((await own.build()).code).toBe(0);
  await served(server.url, '/de/product/agua', '4 von 5 Sternen,');
  await page.goto('/de/product/agua');
  await expect(page.getByText('4 von 5 Sternen,')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: /1\sBewertung/ }).click();
  await expect(page.getByText('Schmeckt frisch.')).toBeInViewport();
  await page.getByRole('link', { name: 'Melden', exact: true }).click();
  await page.getByLabel('Was stimmt daran nicht?').selectOption('insult');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Melden', exact: true }).click();
  await expect(page.getByText('Vielen Dank.')).toBeVisible();
});
