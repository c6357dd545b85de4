import type { Locator, Page } from 'playwright/test';
import { startSession } from '#src/server/http/session.ts';
import { expectFits } from '../../support/browser/desk-page.ts';
import { scan } from '../../support/browser/hand-scanner.ts';
import { overflow } from '../../support/browser/layout.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { expect, test as base } from '../fixtures.ts';

interface OpenShop extends PayingShop {
  number: string;
  /** The cookies of a packer and of the order's buyer. */
  cookies: { name: string; value: string; url: string }[];
}

const test = base.extend<{ own: OpenShop }>({
  own: async ({}, use) => {
    const own = await payingShop();
    const { url } = own.server;
    const buyer = await newBuyer(own.ctx, url);
    const begun = await buyer.begin([own.line('AGUA', 2), own.line('MATE', 1)]);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber: number } = await buyer.capture(begun.checkoutId);
    const packer = await newStaff(own.ctx, url, 'rui@example.org', 'packer', 'de-DE');
    const session = await own.ctx.db.write((tx) => startSession(own.ctx, tx, buyer.clientId));
    const cookies = [...packer.cookies, ['session', session] as const].map(([name, value]) => ({ name, value, url }));
    await use({ ...own, number, cookies });
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.server.url),
});

test.use({ viewport: { width: 360, height: 780 }, locale: 'de-DE' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** A code that a hand scanner types while the cursor is in a number or a longer text is taken out of it. */
async function expectNoCodeIn(page: Page, units: Locator): Promise<void> {
  // Only some orders have a form for a longer text.
  await units.evaluate((field: HTMLInputElement) =>
    field.form!.insertAdjacentHTML('beforeend', '<textarea aria-label="Antwort">Ja</textarea>'),
  );
  for (const [field, code, value] of [
    [units, '4006381333931', '1'],
    [page.getByLabel('Antwort'), '7891000100103', 'Ja'],
  ] as const) {
    await field.focus();
    await scan(page, code, 'Enter');
    await expect(page.getByText(`Nicht in dieser Bestellung: ${code}`)).toBeVisible();
    await expect(field).toHaveValue(value);
  }
}

test('an order is split, sent again and followed on a phone', async ({ page, context, own }) => {
  await context.addCookies(own.cookies);
  const { number } = own;
  await page.goto(`/desk/packing/${number}`);
  await page.getByRole('link', { name: 'Nur ein Teil kommt in dieses Paket' }).click();
  await page.getByLabel('Stück in diesem Paket (von 2)').fill('1');
  await page.getByLabel('Stück in diesem Paket (von 1)').fill('0');
  await expectNoCodeIn(page, page.getByLabel('Stück in diesem Paket (von 2)'));
  await expectFits(page);
  await press(page, 'Gepackt, nächste Bestellung');
  await expect(page.getByText('Paket 2 von 2', { exact: true })).toBeVisible();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'Gepackt, nächste Bestellung');

  await page.goto(`/desk/orders/${number}`);
  await page.getByLabel('Sendungsnummer').first().fill('00340434161094015902');
  await expectFits(page);
  await press(page, 'An den Paketdienst übergeben');
  await expect(page.getByText('00340434161094015902').first()).toBeVisible();
  await page.getByText('Weitere Schritte').click();
  await page.getByRole('link', { name: 'Noch einmal senden' }).click();
  // What is on its way is probably lost.
  await expect(page.getByLabel('Warum?')).toHaveValue('lost');
  await expect(page.getByRole('group', { name: 'Água de Coco' }).getByLabel('1')).toBeChecked();
  await page.getByLabel('Warum?').selectOption('Beschädigt');
  await expectFits(page);
  await press(page, 'Noch einmal senden');
  await expect(page.getByText('Ersatz: Beschädigt', { exact: true })).toBeVisible();
  await page.goto('/desk/packing');
  await expect(page.getByText('Ersatz: Beschädigt', { exact: true })).toBeVisible();

  await page.goto(`/de/order/${number}`);
  for (const title of ['Paket 1 von 2', 'Paket 2 von 2', 'Ersatzlieferung'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
});
